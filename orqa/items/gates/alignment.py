"""Alignment gate: a task of exactly this occupation, and practical competence, not trivia about the job."""

from orqa.engine import Engine, Judgement
from orqa.items.gates.actors import (
    REGULATORS,
    foreign_role,
    is_done_by_rule_maker,
    is_rule_maker,
    subject_of,
    trivia_in,
)
from orqa.items.gates.asking import ask
from orqa.items.gates.gate import Gate, GateInput, fail
from orqa.items.gates.wording import scope_and_rule


def check(given: GateInput, engine: Engine) -> Judgement:
    """Pass when the rule speaks to this occupation about its work, and the judge finds nothing else."""
    occupation = given.card.occupation
    _, rule = scope_and_rule(given.item.stem, given.card.scope)
    own_words = " ".join((occupation.title, *occupation.alternate_titles, *occupation.tasks))
    is_regulator = bool(REGULATORS.match(occupation.soc_code))
    for text in (rule, given.card.quote):
        subject = subject_of(text)
        if not is_regulator and is_rule_maker(subject):
            return fail(f"addressed to the rule-maker: {subject}")
        if not is_regulator and is_done_by_rule_maker(text):
            return fail("addressed to the rule-maker: done by it")
        if not is_regulator and (trivia := trivia_in(text)):
            return fail(f"trivia about the job: {trivia}")
        if role := foreign_role(subject, occupation.soc_code, own_words):
            return fail(f"another occupation's duty: {role}")
    return ask(given, engine, GATE.name)


GATE = Gate("alignment", check, is_repairable=False)
