"""Kinds of things by their noun: what two terms or two lists must share to be believable beside each other. Data."""

_CLASSES = {
    "person": (
        "importer exporter distributor manufacturer taxpayer filer issuer insurer claimant "
        "adult adviser agency agent aide applicant association attorney bank body borrower broker business "
        "buyer carrier child client company consumer contractor corporation creditor customer dealer debtor "
        "driver employee employer entity expert facility firm group guardian helper hospital individual "
        "inspector institution judge lawyer lender licensee member merchant minor nurse officer operator "
        "organisation organization owner parent party passenger patient person physician pilot practitioner "
        "professional provider representative resident retailer school seller shop specialist store student "
        "team technician trustee vendor wholesaler witness worker youth"
    ),
    "document": (
        "affidavit agreement answer application bill book booklet brochure card certificate chart complaint "
        "contract declaration disclosure document drawing entry file filing form invoice label letter licence "
        "license list log manual map mark marking memo memorandum message motion notation note notice order "
        "page paper permit petition plan pleading policy production program programme prospectus publication "
        "receipt record register report return roster schedule sheet sign statement subpoena summary summons "
        "symbol text warrant work"
    ),
    "act": (
        "act action activity analysis assessment attempt audit call check conduct conference count course "
        "discharge drill effort evaluation examination exchange exercise failure hearing inspection "
        "interference interview job measure meeting method offence offense operation payment placement "
        "practice procedure proceeding process release removal response review sale search service session "
        "spill step study survey task technique test theft threat training transaction transfer treatment use "
        "violation visit withdrawal"
    ),
    "place": (
        "area building corridor cut edge establishment excavation exit field floor hole land lane location "
        "opening passage path pit place platform point premises property ramp road room route side site space "
        "stair stairway strip structure surface trench walk way yard zone"
    ),
    "money": (
        "account allowance amount asset balance benefit charge compensation cost credit debit deposit fee "
        "fund income loan money penalty price rate sum tax wage"
    ),
    "time": ("break date day hour hours interval moment month period shift span stretch time week year"),
    "thing": (
        "animal appliance article bag bar barrier beam boiler bottle box brace brake cable chemical circuit "
        "code component computer conductor container cord cover device drug dust engine equipment fixture "
        "food fume garment gas glove guard helmet hose host instrument item joint key ladder line liquid lock "
        "machine mask material mechanism medicine network object package part password pipe plant post probe "
        "product pump rail receiver refrigerator respirator rope scaffold seat secret server shield signal "
        "software substance support swing switch system tag tank tire tool trailer transmitter truck unit "
        "vaccine valve vapor vapour vehicle vessel weld wheel wire"
    ),
    "condition": (
        "accident breach case circumstance condition damage danger defect disease disorder emergency error "
        "event exposure fault flaw harm hazard illness incident injury level loss occurrence risk situation "
        "state status symptom wound"
    ),
}
_CLASS_OF = {word: name for name, text in _CLASSES.items() for word in text.split()}


def class_of(noun: str) -> str:
    """The class of a noun, singular or plural: person, document, act, place, money, ...; empty when it has none."""
    noun = noun.lower()
    candidates = (noun, noun.removesuffix("s"), noun.removesuffix("es"), noun.removesuffix("ies") + "y")
    return next((_CLASS_OF[form] for form in candidates if form in _CLASS_OF), "")
