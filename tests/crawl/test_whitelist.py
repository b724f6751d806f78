"""A whitelist says who may be read; each fault of it has its file and line, and all come at once."""

from pathlib import Path

import pytest

from orqa.crawl.whitelist import load_whitelist
from orqa.errors import WhitelistError

CODES = {"47-2061", "47-2181"}
ENTRY = """\
type: federal
publishers:
  - id: osha
    name: Occupational Safety and Health Administration
    domains: [osha.gov]
    why: sets and enforces the safety rules that these workers must follow
    licence: US public domain
    scopes:
      - occupations: ["47-2061"]
        start: [https://www.osha.gov/laws]
        within: [/laws]
        jurisdiction: United States
"""


def write(folder: Path, text: str, name: str = "federal.yaml") -> Path:
    (folder / name).write_text(text)
    return folder


def test_an_entry_is_read(tmp_path: Path) -> None:
    whitelist = load_whitelist(write(tmp_path, ENTRY), CODES)
    (publisher,) = whitelist.publishers
    (scope,) = publisher.scopes
    assert (publisher.id, publisher.type, publisher.domains) == ("osha", "federal", ("osha.gov",))
    assert scope.occupations == ("47-2061",)
    assert scope.start == ("https://www.osha.gov/laws",)
    assert (scope.within, scope.jurisdiction) == (("/laws",), "United States")


def test_the_longest_domain_wins_and_others_are_outside(tmp_path: Path) -> None:
    state = ENTRY.replace("osha.gov", "ca.gov").replace("id: osha", "id: california")
    branch = ENTRY.replace("osha.gov", "edd.ca.gov").replace("id: osha", "id: edd").replace("federal", "state")
    whitelist = load_whitelist(write(write(tmp_path, state), branch, "state.yml"), CODES)
    found = {
        host: (p := whitelist.publisher_of(host)) and p.id
        for host in ("ca.gov", "x.ca.gov", "EDD.ca.gov.", "a.edd.ca.gov", "notca.gov", "gov")
    }
    assert found == {
        "ca.gov": "california",
        "x.ca.gov": "california",
        "EDD.ca.gov.": "edd",
        "a.edd.ca.gov": "edd",
        "notca.gov": None,
        "gov": None,
    }


def test_the_hash_follows_what_it_says_and_not_how_it_is_written(tmp_path: Path) -> None:
    first = load_whitelist(write(tmp_path, ENTRY), CODES).sha256
    assert load_whitelist(write(tmp_path, f"# a note\n{ENTRY}"), CODES).sha256 == first
    assert load_whitelist(write(tmp_path, ENTRY.replace("enforces", "checks")), CODES).sha256 != first


@pytest.mark.parametrize(
    ("old", "new", "line", "fault"),
    [
        ("type: federal", "type: fedral", 1, "unknown type 'fedral' (did you mean 'federal'?)"),
        ("type: federal\n", "", 1, "'type' is missing"),
        ("id: osha", "id: O S H A", 3, "not a short name"),
        ("    name: Occupational Safety and Health Administration\n", "", 3, "'name' is missing"),
        ("why: sets and enforces the safety rules that these workers must follow", "why:", 6, "'why' is missing"),
        ("    licence: US public domain\n", "", 3, "'licence' is missing"),
        ("[osha.gov]", "[gov, osha.gov]", 5, "'gov' is a public suffix"),
        ("[osha.gov]", "[github.io, osha.gov]", 5, "'github.io' is a public suffix"),
        ("[osha.gov]", "['https://osha.gov/', osha.gov]", 5, "is not a host name"),
        ("[osha.gov]", "[127.0.0.1, osha.gov]", 5, "is not a host name"),
        ("[osha.gov]", "[osha.gov, OSHA.gov]", 5, "stands twice"),
        ("domains: [osha.gov]", "domains: osha.gov", 5, "not a list"),
        ('["47-2061"]', '["47-2061", 47-2069]', 9, "unknown SOC code '47-2069' (did you mean '47-2061'?)"),
        ('["47-2061"]', "[]", 9, "not a list of at least one"),
        ("https://www.osha.gov/laws", "https://www.osha.org/laws", 10, "outside the publisher's domains"),
        ("https://www.osha.gov/laws", "www.osha.gov/laws", 10, "write a full address"),
        ("        start: [https://www.osha.gov/laws]\n", "", 9, "'start' is missing"),
        ("within: [/laws]", "within: [laws]", 11, "begin it with /"),
        ("within: [/laws]", "wihtin: [/laws]", 11, "unknown key 'wihtin' (did you mean 'within'?)"),
        ("licence: US public domain", "licence: US public domain\n    licence: CC0", 8, "stands twice"),
        ("  - id: osha\n    name", "  - osha\n  - name", 3, "not an entry"),
        ("[osha.gov]", "[osha.gov", 6, "not YAML"),
    ],
)
def test_a_fault_is_told_with_its_line_and_what_to_do(
    tmp_path: Path, old: str, new: str, line: int, fault: str
) -> None:
    assert old in ENTRY
    with pytest.raises(WhitelistError) as caught:
        load_whitelist(write(tmp_path, ENTRY.replace(old, new)), CODES)
    assert any(
        told.startswith(f"{tmp_path / 'federal.yaml'}:{line}: ") and fault in told
        for told in str(caught.value).splitlines()
    )


@pytest.mark.parametrize(
    ("old", "new", "faults"),
    [
        ("    domains: [osha.gov]\n", "", ("'domains' is missing",)),
        ("domains: [osha.gov]", "domians: [osha.gov]", ("unknown key 'domians'", "'domains' is missing")),
        ("domains: [osha.gov]", "domains: osha.gov", ("'domains' is not a list",)),
        ("[osha.gov]", "[12]", ("'domains' holds something that is not a text",)),
        ("[osha.gov]", "['https://osha.gov/']", ("is not a host name",)),
        ("[osha.gov]", "[osha.org]\n    domains: [osha.gov]", ("key 'domains' stands twice",)),
    ],
)
def test_a_fault_in_the_domains_is_not_told_again_of_the_start_pages(
    tmp_path: Path, old: str, new: str, faults: tuple[str, ...]
) -> None:
    with pytest.raises(WhitelistError) as caught:
        load_whitelist(write(tmp_path, ENTRY.replace(old, new)), CODES)
    told = str(caught.value).splitlines()
    assert len(told) == len(faults)
    assert all(any(fault in line for line in told) for fault in faults)


def test_a_publisher_that_stands_twice_is_told_as_that_alone(tmp_path: Path) -> None:
    write(write(tmp_path, ENTRY), ENTRY, "second.yaml")
    with pytest.raises(WhitelistError) as caught:
        load_whitelist(tmp_path, CODES)
    assert [line.split(": ")[1].split(" (")[0] for line in str(caught.value).splitlines()] == [
        "id 'osha' stands twice",
        "domain 'osha.gov' stands twice",
    ]


@pytest.mark.parametrize("text", ["[" * 5_000 + "]" * 5_000, "{a: " * 5_000 + "}" * 5_000, "- " * 5_000])
def test_a_file_nested_too_deep_is_one_fault(tmp_path: Path, text: str) -> None:
    with pytest.raises(WhitelistError) as caught:
        load_whitelist(write(tmp_path, text), CODES)
    (told,) = str(caught.value).splitlines()
    assert told.startswith(f"{tmp_path / 'federal.yaml'}:1: nested too deep")


def test_all_faults_of_all_files_come_at_once(tmp_path: Path) -> None:
    write(tmp_path, ENTRY.replace("47-2061", "99-9999").replace("why: sets", "wyh: sets"))
    write(tmp_path, ENTRY.replace("federal", "vendor"), "other.yaml")
    write(tmp_path, "- not a mapping", "third.yaml")
    write(tmp_path, "", "void.yaml")
    (tmp_path / "bytes.yaml").write_bytes(b"type: \xff\xfe\x00")
    with pytest.raises(WhitelistError) as caught:
        load_whitelist(tmp_path, CODES)
    told = str(caught.value)
    parts = (
        "99-9999",
        "'wyh'",
        "'why' is missing",
        "'vendor'",
        "id 'osha' stands twice",
        "domain 'osha.gov' stands twice",
        "not an entry",
        "an empty file",
        "bytes.yaml:1: not YAML",
    )
    assert all(part in told for part in parts), told
    assert all(line.startswith(str(tmp_path)) for line in told.splitlines())


def test_a_folder_without_entries_is_told(tmp_path: Path) -> None:
    with pytest.raises(WhitelistError, match="no such folder"):
        load_whitelist(tmp_path / "nowhere", CODES)
    with pytest.raises(WhitelistError, match="no YAML file"):
        load_whitelist(tmp_path, CODES)
