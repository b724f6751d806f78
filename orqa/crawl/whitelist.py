"""The whitelist: who may be read, why, and for whom. Everything else is outside."""

import re
from collections.abc import Collection
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path

from publicsuffixlist import PublicSuffixList

from orqa.crawl.marked_yaml import Entry, Faults, read_entry, suggestion
from orqa.crawl.urls import canonical_url, host_of
from orqa.errors import FetchRefused, WhitelistError
from orqa.text import canonical_json, sha256_hex

PUBLISHER_TYPES = ("federal", "state", "licensing_board", "association", "standards_body", "education")
_FILE_KEYS = ("type", "publishers")
_PUBLISHER_KEYS = ("id", "name", "domains", "why", "licence", "scopes")
_SCOPE_KEYS = ("occupations", "start", "within", "jurisdiction")
_ID = re.compile(r"[a-z0-9][a-z0-9_.-]*")
_DOMAIN = re.compile(r"(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?")


@dataclass(frozen=True)
class Scope:
    """Which pages speak to whom: SOC 2018 codes, canonical start pages, path prefixes that discovery may follow."""

    occupations: tuple[str, ...]
    start: tuple[str, ...]
    within: tuple[str, ...] = ()
    jurisdiction: str | None = None


@dataclass(frozen=True)
class Publisher:
    """One authority; `id` is the unit of every cap, `domains` are host suffixes."""

    id: str
    name: str
    type: str
    domains: tuple[str, ...]
    why: str
    licence: str
    scopes: tuple[Scope, ...]


@dataclass(frozen=True)
class Whitelist:
    """All publishers of a folder, sorted by id."""

    publishers: tuple[Publisher, ...]

    @cached_property
    def sha256(self) -> str:
        """The hash of what the whitelist says; layout, comments and file names do not change it."""
        return sha256_hex(canonical_json([asdict(publisher) for publisher in self.publishers]))

    @cached_property
    def _by_domain(self) -> dict[str, Publisher]:
        return {domain: publisher for publisher in self.publishers for domain in publisher.domains}

    def publisher_of(self, host: str) -> Publisher | None:
        """The publisher of a host by the longest declared suffix, or None when the host is outside the whitelist."""
        suffix = _longest_suffix(host, self._by_domain)
        return self._by_domain[suffix] if suffix else None


def load_whitelist(folder: Path, known_codes: Collection[str]) -> Whitelist:
    """The whitelist in a folder: its `*.yaml` and `*.yml` files in name order, one a publisher type.

    `known_codes` are the SOC 2018 codes that may be named.

    Raises:
        WhitelistError: every fault of the folder at once, one line each: `file:line: what is wrong and what to do`.
    """
    if not folder.is_dir():
        raise WhitelistError(f"{folder}: no such folder; give a folder of YAML files, one a publisher type")
    files = sorted(path for path in folder.iterdir() if path.suffix in (".yaml", ".yml") and path.is_file())
    if not files:
        raise WhitelistError(f"{folder}: no YAML file in it; add one file a publisher type")
    checker = _Checker(known_codes)
    for file in files:
        checker.read_file(file)
    checker.check_starts()
    if lines := checker.faults.lines():
        raise WhitelistError("\n".join(lines))
    return Whitelist(tuple(sorted(checker.publishers, key=lambda publisher: publisher.id)))


def _longest_suffix(host: str, domains: Collection[str]) -> str | None:
    labels = host.lower().rstrip(".").split(".")
    tails = (".".join(labels[start:]) for start in range(len(labels)))
    return next((tail for tail in tails if tail in domains), None)


class _Checker:
    """Reads the files and notes every fault; what is faulty is left out, and the rest is checked all the same."""

    def __init__(self, known_codes: Collection[str]) -> None:
        self.faults = Faults()
        self.publishers: list[Publisher] = []
        self._known = frozenset(known_codes)
        self._suffixes = PublicSuffixList()
        self._ids: dict[str, str] = {}
        self._domains: dict[str, tuple[int, str]] = {}
        self._starts: list[tuple[int, str, Entry, int]] = []
        self._unsure: set[int] = set()  # publishers whose domains hold a fault: what is outside them is not known
        self._n_read = 0

    def read_file(self, file: Path) -> None:
        top = read_entry(file, _FILE_KEYS, self.faults)
        if top is None:
            return
        to_do = f"write one of {', '.join(PUBLISHER_TYPES)}"
        kind = top.text("type", to_do)
        if kind is not None and kind not in PUBLISHER_TYPES:
            top.fault("type", f"unknown type {kind!r}{suggestion(kind, PUBLISHER_TYPES)}; {to_do}")
        for entry in top.entries("publishers", "list the publishers of this type", _PUBLISHER_KEYS):
            self._read_publisher(entry, kind or "")

    def _read_publisher(self, entry: Entry, kind: str) -> None:
        self._n_read += 1
        identity = self._identity(entry)
        name = entry.text("name", "write the publisher's full name")
        n_faults = len(self.faults)
        domains = self._read_domains(entry)
        if len(self.faults) > n_faults or "domains" in entry.repeated:
            self._unsure.add(self._n_read)
        why = entry.text("why", "say in a sentence why it is an authority for these workers")
        licence = entry.text("licence", "write the licence or terms of its pages")
        scopes = [self._read_scope(scope) for scope in entry.entries("scopes", "say which pages", _SCOPE_KEYS)]
        if identity and name and why and licence:
            self.publishers.append(Publisher(identity, name, kind, domains, why, licence, tuple(scopes)))

    def _identity(self, entry: Entry) -> str | None:
        identity = entry.text("id", "give the publisher a short name of its own")
        if identity is None:
            return None
        if not _ID.fullmatch(identity):
            entry.fault("id", f"id {identity!r} is not a short name; use a-z, 0-9, '-', '_' and '.'")
        elif identity in self._ids:
            entry.fault("id", f"id {identity!r} stands twice (first in {self._ids[identity]}); give each its own")
        else:
            self._ids[identity] = f"{entry.file}:{entry.line_of('id')}"
        return identity

    def _read_domains(self, entry: Entry) -> tuple[str, ...]:
        domains: list[str] = []
        for written, line in entry.texts("domains", "list the hosts, as in [osha.gov]"):
            domain = written.lower().rstrip(".")
            if not _DOMAIN.fullmatch(domain) or domain.replace(".", "").isdigit():
                fault = f"{written!r} is not a host name; write it as in osha.gov, without https:// and path"
            elif self._suffixes.is_public(domain):
                fault = f"{written!r} is a public suffix that many owners share; name the publisher's own host"
            elif domain in self._domains:
                fault = f"domain {domain!r} stands twice (first in {self._domains[domain][1]}); one publisher has it"
            else:
                self._domains[domain] = self._n_read, f"{entry.file}:{line}"
                domains.append(domain)
                continue
            self.faults.add(entry.file, line, fault)
        return tuple(sorted(domains))

    def _read_scope(self, entry: Entry) -> Scope:
        codes = entry.texts("occupations", 'list SOC 2018 codes, as in ["47-2061"]')
        for code, line in codes:
            if code not in self._known:
                near = suggestion(code, sorted(self._known))
                self.faults.add(
                    entry.file, line, f"unknown SOC code {code!r}{near}; use a detailed 2018 code that OEWS publishes"
                )
        start: list[str] = []
        for written, line in entry.texts("start", "list the pages to begin with, as full addresses"):
            try:
                start.append(canonical_url(written))
                self._starts.append((self._n_read, start[-1], entry, line))
            except FetchRefused as error:
                self.faults.add(entry.file, line, f"{error}; write a full address, as in https://www.osha.gov/laws")
        within = entry.texts("within", "list path prefixes, as in [/laws]", is_required=False)
        for prefix, line in within:
            if not prefix.startswith("/"):
                self.faults.add(entry.file, line, f"{prefix!r} is not a path prefix; begin it with /")
        jurisdiction = entry.text("jurisdiction", "write where the rules hold, as in Ohio", is_required=False)
        return Scope(
            occupations=tuple(dict.fromkeys(code for code, _ in codes)),
            start=tuple(dict.fromkeys(start)),
            within=tuple(dict.fromkeys(prefix for prefix, _ in within)),
            jurisdiction=jurisdiction,
        )

    def check_starts(self) -> None:
        """Each start page lies under a domain of its own publisher, and under no longer domain of another one.

        Publishers with a fault in their domains are passed over: the one fault would be told as many.
        """
        for owner, url, entry, line in self._starts:
            if owner in self._unsure:
                continue
            suffix = _longest_suffix(host_of(url), self._domains)
            if suffix is None or self._domains[suffix][0] != owner:
                self.faults.add(
                    entry.file, line, f"start page {url} is outside the publisher's domains; correct it or add the host"
                )
