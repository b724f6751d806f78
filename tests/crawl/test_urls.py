"""Two spellings of one page are one address, and a second pass changes nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orqa.crawl.urls import canonical_url, host_of
from orqa.errors import FetchRefused


@pytest.mark.parametrize(
    ("url", "canonical"),
    [
        ("HTTPS://A.Example.org", "https://a.example.org/"),
        ("https://a.example.org/#part", "https://a.example.org/"),
        ("http://a.org:80/x", "http://a.org/x"),
        ("https://a.org:8443/x", "https://a.org:8443/x"),
        ("https://a.org./x", "https://a.org/x"),
        ("https://a.org/b/../c/./d/..", "https://a.org/c/"),
        ("https://a.org/../../c", "https://a.org/c"),
        ("https://a.org/%7euser/%e2%82%ac", "https://a.org/~user/%E2%82%AC"),
        ("https://a.org/a%2fb", "https://a.org/a%2Fb"),
        ("https://a.org/a b/é", "https://a.org/a%20b/%C3%A9"),
        ("https://a.org/100%", "https://a.org/100%25"),
        ("https://a.org/x?B=2&a=1", "https://a.org/x?B=2&a=1"),
        ("https://a.org/X//y", "https://a.org/X//y"),
        ("https://müller.example/x", "https://xn--mller-kva.example/x"),
        ("http://[::1]:8000/x", "http://[::1]:8000/x"),
    ],
)
def test_an_address_has_one_form(url: str, canonical: str) -> None:
    assert canonical_url(url) == canonical
    assert canonical_url(canonical) == canonical


@pytest.mark.parametrize(
    "url",
    [
        "ftp://a.org/x",
        "/x",
        "a.org/x",
        "https://",
        "https://u:p@a.org/",
        "https://a.org:99999/",
        "javascript:x",
        "https://[x/",
    ],
)
def test_what_is_no_web_address_is_refused(url: str) -> None:
    with pytest.raises(FetchRefused):
        canonical_url(url)


@given(st.text(alphabet="abc/.%2E7eé?&=# ~+;\\", max_size=40))
def test_the_form_is_stable(tail: str) -> None:
    once = canonical_url(f"https://a.org/{tail}")
    assert canonical_url(once) == once
    assert host_of(once) == "a.org"
