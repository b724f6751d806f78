"""Source gate: the document comes from where it says, serves the occupation, and is the newest edition fetched."""

import re

from orqa.engine import Engine, Judgement
from orqa.items.gates.gate import PASS, Gate, GateInput, fail

_SHA256 = re.compile(r"[0-9a-f]{64}")


def check(given: GateInput, engine: Engine) -> Judgement:
    """Pass when the final address is whitelisted, for this occupation, hashed, and not superseded; a rule alone."""
    source = given.source
    if not source.is_whitelisted or not source.final_url.strip():
        return fail("not on the whitelist")
    if not _SHA256.fullmatch(source.body_sha256):
        return fail("no body hash")
    if given.card.occupation.soc_code not in source.occupations:
        return fail(f"occupation outside the whitelist entry: {given.card.occupation.soc_code}")
    if source.newer_document_id is not None and source.newer_document_id != given.document.id:
        return fail(f"superseded by a newer edition: {source.newer_document_id}")
    return PASS


GATE = Gate("source", check, is_repairable=False)
