"""The one canonical form of a web address. Pure."""

import re
from urllib.parse import quote, urlsplit

from orqa.errors import FetchRefused

_DEFAULT_PORTS = {"http": 80, "https": 443}
_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})?")
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_KEPT = "%!$&'()*+,;=:@/"  # with the unreserved characters, all that may stand bare in a path (RFC 3986, 3.3)


def canonical_url(url: str) -> str:
    """The address in its one form: two spellings of a page give the same text, and a second call changes nothing.

    Scheme and host in lower case, default port, fragment and final dot of the host dropped, empty path "/", escapes of
    unreserved characters decoded and all others in upper case, dot segments resolved (RFC 3986, 6.2.2 and 6.2.3).

    Raises:
        FetchRefused: no http or https address, or one with a user name in it.
    """
    try:
        parts = urlsplit(url.strip())
        host, port = parts.hostname, parts.port
        ascii_host = (host or "").rstrip(".").encode("idna").decode() if ":" not in (host or "") else f"[{host}]"
    except ValueError as error:
        raise FetchRefused(f"not a web address: {url!r} ({error})") from error
    scheme = parts.scheme.lower()
    if scheme not in _DEFAULT_PORTS or not ascii_host:
        raise FetchRefused(f"not an http or https address: {url!r}")
    if parts.username is not None:
        raise FetchRefused(f"an address with a user name is not fetched: {url!r}")
    place = ascii_host.lower() if port in (None, _DEFAULT_PORTS[scheme]) else f"{ascii_host.lower()}:{port}"
    path = _without_dot_segments(_escaped(parts.path, _KEPT)) or "/"
    query = f"?{_escaped(parts.query, _KEPT + '?')}" if parts.query else ""
    return f"{scheme}://{place}{path}{query}"


def host_of(url: str) -> str:
    """The host of an address, in lower case and without its port.

    Raises:
        FetchRefused: as `canonical_url`.
    """
    return urlsplit(canonical_url(url)).hostname or ""


def _escaped(text: str, kept: str) -> str:
    """Percent-encoding in its one form; a percent sign that begins no escape is one itself."""
    return quote(_ESCAPE.sub(_one_escape, text), safe=kept + "~")


def _one_escape(match: re.Match[str]) -> str:
    if match.group(1) is None:
        return "%25"
    char = chr(int(match.group(1), 16))
    return char if char in _UNRESERVED else match.group().upper()


def _without_dot_segments(path: str) -> str:
    """The path with `.` and `..` resolved (RFC 3986, 5.2.4); an empty segment is kept, it may name another page."""
    kept: list[str] = []
    segments = path.split("/")[1:]
    for segment in segments:
        if segment == "..":
            del kept[-1:]
        elif segment != ".":
            kept.append(segment)
    if segments and segments[-1] in (".", ".."):
        kept.append("")
    return "/" + "/".join(kept) if segments else ""
