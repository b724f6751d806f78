"""Closed word classes and small lists that decide which sentences are worth a question. Data only."""

import re


def word_set(text: str) -> frozenset[str]:
    """The words of a text parted by white space: word lists read better in lines than one by one."""
    return frozenset(text.split())


MODALS = word_set("must shall may should can will cannot might could would")
DUTY = re.compile(
    r"\b(?:must|shall|may not|should|is required|are required|is limited to|are limited to|is valid for"
    r"|are valid for|expires?|need(?:s)? to|ha(?:s|ve) to|may require"
    r"|(?:is|are) (?:not )?(?:allowed|permitted)|may be (?:used|kept|held|stored)|(?:is|are) recommended"
    r"|recommends?|operates? for no more than|requires?|may last|lasts?"
    r"|may (?:contain|carry|work|drive|keep|hold|take|charge|remain))\b",
    re.IGNORECASE,
)
DETERMINERS = word_set("the a an each every any no this that these those its their his her all some such both")
PREPOSITIONS = word_set(
    "of in on at by for from to with without within under over above below before after between during"
    " through into onto upon against per as than along across near behind beside beyond until since toward"
    " towards about around"
)
CONJUNCTIONS = word_set(
    "and or but nor if when while unless because although where whether so that which who whom whose"
)
PRONOUNS = word_set("it its they them their he him his she her we us our this these those such same there here")
FUNCTION = (
    DETERMINERS
    | PREPOSITIONS
    | CONJUNCTIONS
    | PRONOUNS
    | MODALS
    | word_set("is are was were be been being has have had do does did not")
)

OPENING_BAD = re.compile(
    r"^(?:it|its|they|their|them|he|she|his|her|we|our|you (?!must|may not|should|have to|need to|cannot)"
    r"|your|this|these|those|such|said|that|there|here|also|further|furthermore|moreover|additionally"
    r"|in addition|however|therefore|thus|then|otherwise|accordingly|similarly|likewise|for example"
    r"|for instance|e\.g|i\.e|note|notes|note that|example|and|or|but|nor|so|because|which|who|the following"
    r"|as used|as a result|in other words|finally|first|second|third|next|another|both|either|neither|yes"
    r"|no,|figure|table|chapter|section|part|rule|article|step)\b",
    re.IGNORECASE,
)
ANAPHORA = re.compile(
    r"\b(?:such(?! as\b)|said|these|those|the latter|the former|the same|aforementioned|foregoing"
    r"|above-mentioned|herein|hereof|hereby|hereunder|thereof|therein|thereto|thereafter|hereinafter|another"
    r"|this|also|however|(?<!no )further|it|he|she|we|us|our|I|they|them|him|your|its"
    r"|that (?!is\b|are\b|was\b|were\b|has\b|have\b|can\b|may\b|must\b|shall\b|will\b|do\b|does\b|the\b|a\b"
    r"|an\b|each\b|exceeds?\b|contains?\b|includes?\b|requires?\b|[a-z]+s\b|[a-z]+ed\b|[a-z]+ing\b|cannot\b"
    r"|could\b|might\b|would\b))\b",
    re.IGNORECASE,
)
ITS_OK = re.compile(r"\b(?:its|their|his or her)\b", re.IGNORECASE)
CROSS_REFERENCE = re.compile(
    r"§|\b(?:sub)?sections?\b|\b(?:sub)?paragraphs?\b|\bsubparts?\b|\bsubchapters?\b|\bchapters? [0-9IVXA-Z]"
    r"|\brules? [0-9]|\bpublications? [0-9]|\bpub\. ?[0-9]|\blines? [0-9]|\bsee\b|\bfor more information\b"
    r"|\bappendi(?:x|ces)\b|\bfigures? [0-9]|\btables? [0-9]|\bC\.?F\.?R\b|\bU\.?S\.?C\b|\bstat\."
    r"|\bart(?:icle|\.) [0-9IVX]|\bpart [0-9]|\bet seq\b|\bid\.|\bibid\b|\btitle [0-9IVX]|\bclause\b"
    r"|\bthis (?:act|title|subtitle|part|code|rule|article|division)\b|\bas (?:provided|specified|described"
    r"|defined|set forth|prescribed) (?:in|by|under|above|below)\b|\bpursuant to\b|\bunder (?:this|that"
    r"|the) (?:act|title|part|article|rule)\b|\babove\b(?= ?[,.])|\bbelow\b(?= ?[,.])|\bschedule [0-9IVX]"
    r"|\bitems? [0-9]|\bform [0-9A-Z]",
    re.IGNORECASE,
)
HISTORY = re.compile(
    r"\b(?:amended|repealed|enacted|appropriat\w+|acts? of|effective date|fiscal year|general assembly"
    r"|legislature|congress|quorum|vacanc(?:y|ies)|bill|session|sunset|codified|renumbered|stricken|struck"
    r"|was|were|estimated|estimates?|survey(?:ed|s)?|average[sd]?|median|approximately|roughly|nearly"
    r"|historically|century|study|studies|percent of (?:all|the) (?:workers|adults|americans|people))\b",
    re.IGNORECASE,
)
DATE = re.compile(
    r"\b(?:19|20)[0-9]{2}\b|\b(?:january|february|march|april|june|july|august|september|october|november"
    r"|december)\b(?: [0-9]|,)?",
    re.IGNORECASE,
)
EXCEPTION = re.compile(
    r"\b(?:except|unless|other than|whichever|notwithstanding|provided that|provided, however|if applicable"
    r"|as applicable|as appropriate|as necessary|when necessary|if necessary|where feasible|usually|normally"
    r"|generally|typically|ordinarily|respectively|and/or|for example|e\.g|such as|either)\b",
    re.IGNORECASE,
)
SCAR = re.compile(
    r"[a-z]\.[A-Z][a-z]|[a-z]{2}[A-Z][a-z]|[\ue000-\uf8ff\ufffd]|https?:|www\.|\S@\S|[|\\^~<>{}\[\]*_=]"
    r"|\.\.\.|…|\b(?:fi|fl|ff) [a-z]|[a-zA-Z][0-9]{2,}[a-z]|\b[a-z]\. ?$|\( ?\)|--",
)
CAPITALISED_FUNCTION = re.compile(
    r"(?<=[a-z,;] )(?:The|A|An|To|In|Of|For|And|Or|If|When|With|On|At|By|From|This|These|That|You|Your|It|As"
    r"|Is|Are|Each|All|Any|No)\b"
)
GOVERNANCE_SUBJECT = re.compile(
    r"^(?:the |a |an |each |any |every |no )?(?:[a-z'’-]+ ){0,4}(?:boards?|commissions?|commissioners?"
    r"|departments?|agenc(?:y|ies)|councils?|committees?|secretar(?:y"
    r"|ies)(?= (?:must|shall|may|of the (?:treasury|state|interior)))|legislature|governor|mayor|director"
    r"|bureau|division|authority|attorney general|superintendent of|administrator of|comptroller|treasurer"
    r"|task force|registrar|state auditor|panel|trustees?"
    r"|members?(?= of the (?:board|council|commission|committee)))\b",
    re.IGNORECASE,
)
REGULATOR_OCCUPATIONS = re.compile(r"^(?:33-|47-4011|13-1041|43-40[36]|23-102|19-5011|45-2011|53-6051|11-10)")
ROLE_HEADS = word_set(
    "employer employee worker owner operator manager supervisor driver carrier seller buyer broker agent"
    " dealer contractor licensee applicant permittee holder installer technician nurse physician pharmacist"
    " prescriber patient client customer tenant landlord attorney lawyer judge court clerk guard officer"
    " teacher student parent guardian child provider person individual attendant entrant inspector"
    " instructor trainer pilot creditor lender borrower debtor bank consumer barber cosmetologist engineer"
    " architect surveyor accountant auditor trustee executor adviser issuer company facility hospital school"
    " laboratory pharmacy establishment firm business public property vehicle equipment building job"
    " workplace site state law federal government board department director secretary commissioner district"
    " united"
)
EVERYDAY = word_set(
    "time date day end beginning start case number amount total name address age use same first last only"
    " public law state year month week hour court employer employee worker patient ground floor air water"
    " weather sun sea road street body hand head eye eyes skin face front back side top bottom inside"
    " outside middle right left workplace job work site property owner operator area premises building room"
    " person child parent student teacher school hospital pharmacy public internet web united department"
    " board commissioner director licensee applicant vehicle driver customer consumer buyer seller tenant"
    " landlord client supervisor manager user minimum maximum rate rest population community household"
    " family government country scene hearing patient load dose weather"
)
IMPERATIVE = re.compile(
    r"^(?P<lead>(?:When|If|Before|After|For|To|During|While|At|In|Once"
    r"|Upon) [^,]{3,90}, )?(?P<verb>(?:[Aa]dd|[Aa]llow|[Aa]pply|[Bb]oil|[Bb]uild|[Cc]hange|[Cc]harge"
    r"|[Cc]heck|[Cc]lean|[Cc]ollect|[Cc]onfine|[Cc]ook|[Cc]ool|[Dd]eliver|[Dd]isinfect|[Dd]rain|[Dd]ry"
    r"|[Ff]ile|[Ff]ill|[Ff]lush|[Hh]eat|[Hh]old|[Ii]nclude|[Ii]nspect|[Ii]nstall|[Kk]eep|[Ll]eave|[Ll]imit"
    r"|[Ll]ocate|[Mm]aintain|[Mm]easure|[Mm]ix|[Mm]ove|[Oo]bserve|[Oo]btain|[Pp]erform|[Pp]lace|[Pp]osition"
    r"|[Pp]repare|[Pp]rocess|[Pp]rovide|[Rr]emove|[Rr]epeat|[Rr]eplace|[Rr]eport|[Rr]equire|[Rr]est"
    r"|[Rr]etain|[Rr]eview|[Rr]inse|[Rr]un|[Ss]anitize|[Ss]elect|[Ss]end|[Ss]et|[Ss]moke|[Ss]oak|[Ss]pace"
    r"|[Ss]tay|[Ss]team|[Ss]top|[Ss]tore|[Ss]ubmit|[Tt]est|[Uu]pdate|[Uu]se|[Ww]ait|[Ww]ash|[Ww]atch"
    r"|[Ww]ithhold) )"
)
"""An instruction without a subject, perhaps behind a condition."""
TEACHES_WRITING = re.compile(r"plainlanguage\.gov|plain[- ]language|writing|style guide|styleguide", re.IGNORECASE)
SHOUTED_DUTIES = word_set("MUST SHALL SHOULD MAY NOT REQUIRED OPTIONAL AND OR")
UNITED_ACRONYMS = word_set(
    "US USA UV DNA HIV AIDS ID PPE CPR HVAC GPS PDF HTML CSS URL HTTP HTTPS API IRS OSHA EPA FDA LED AC DC"
    " CO CO2 PVC SSN FAA CDC FBI DOT TV PC"
)

TIME_UNITS = word_set("second seconds minute minutes hour hours day days week weeks month months year years")
UNIT_ADJECTIVES = word_set(
    "calendar business working consecutive continuous full federal regular school work credit contact clock"
)
"""Adjectives that belong to a unit: `30 calendar days`."""
