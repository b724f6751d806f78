"""A mirror serves the files its manifest names, those only, and says clearly what is wrong with it."""

import os
from pathlib import Path

import pytest

from orqa.crawl.mirror import open_mirror
from orqa.errors import BadInput, FetchFailed, FetchRefused
from orqa.text import sha256_hex


def make(folder: Path, manifest: str, **files: str) -> Path:
    (folder / "pages").mkdir(exist_ok=True)
    for name, content in files.items():
        (folder / "pages" / f"{name}.html").write_text(content)
    (folder / "manifest.csv").write_text(manifest)
    return folder


def test_a_page_is_served_under_every_spelling_with_what_the_manifest_knows(tmp_path: Path) -> None:
    manifest = (
        "url,file,media_type,licence,published_on,note\n"
        'HTTPS://A.gov:443/x y,pages/a.html,text/html,CC0-1.0,2026-11-30,"two\nlines"\n'
    )
    mirror = open_mirror(make(tmp_path, manifest, a="words"))
    page = mirror.fetch("https://a.gov/x%20y#part")
    assert mirror.urls() == ("https://a.gov/x%20y",) == (page.final_url,)
    assert (page.body, page.body_sha256) == (b"words", sha256_hex(b"words"))
    assert (page.media_type, page.licence, page.published_on, page.fetched_at) == (
        "text/html",
        "CC0-1.0",
        "2026-11-30",
        None,
    )


def test_url_and_file_are_enough_and_the_recipe_follows_the_manifest(tmp_path: Path) -> None:
    first = open_mirror(make(tmp_path, "url,file\nhttps://a.gov/,pages/a.html\n", a="words"))
    assert first.fetch("https://a.gov").media_type is None
    again = open_mirror(make(tmp_path, "url,file\nhttps://a.gov/,pages/a.html\nhttps://a.gov/b,pages/a.html\n"))
    assert first.recipe != again.recipe


def test_of_two_captures_the_first_by_name_is_served(tmp_path: Path) -> None:
    manifest = "url,file\nhttps://a.gov/,pages/a--capture-b.html\nhttps://a.gov/,pages/a.html\n"
    mirror = open_mirror(make(tmp_path, manifest, **{"a": "first", "a--capture-b": "second"}))
    assert len(mirror.captures) == 2
    assert mirror.n_repeated == 1
    assert mirror.urls() == ("https://a.gov/",)
    assert mirror.fetch("https://a.gov/").body == b"second"


def test_pages_outside_the_mirror_and_changed_files_are_refused(tmp_path: Path) -> None:
    manifest = f"url,file,sha256\nhttps://a.gov/,pages/a.html,{sha256_hex(b'words')}\n"
    mirror = open_mirror(make(tmp_path, manifest, a="words"))
    with pytest.raises(FetchRefused, match="not in the mirror"):
        mirror.fetch("https://a.gov/other")
    (tmp_path / "pages" / "a.html").write_text("other words")
    with pytest.raises(FetchRefused, match="not the file the manifest names"):
        mirror.fetch("https://a.gov/")


def test_a_file_that_went_away_fails_and_is_told(tmp_path: Path) -> None:
    mirror = open_mirror(make(tmp_path, "url,file\nhttps://a.gov/,pages/a.html\n", a="words"))
    (tmp_path / "pages" / "a.html").unlink()
    with pytest.raises(FetchFailed, match=r"a\.html cannot be read"):
        mirror.fetch("https://a.gov/")


def test_a_cell_keeps_separators_that_are_no_line_ends_of_a_csv(tmp_path: Path) -> None:
    manifest = "url,file,licence\nhttps://a.gov/,pages/a.html,CC0\u2028by the\x85 agency\n"
    assert open_mirror(make(tmp_path, manifest, a="x")).captures[0].licence == "CC0\u2028by the\x85 agency"


def test_a_body_above_the_limit_is_refused(tmp_path: Path) -> None:
    mirror = open_mirror(make(tmp_path, "url,file\nhttps://a.gov/,pages/a.html\n", a=""))
    with (tmp_path / "pages" / "a.html").open("wb") as file:
        file.truncate(20_000_001)
    with pytest.raises(FetchRefused, match="20,000,001 bytes"):
        mirror.fetch("https://a.gov/")


@pytest.mark.parametrize(
    ("manifest", "fault"),
    [
        ("", "no column url and file"),
        ("url,path\nhttps://a.gov/,pages/a.html\n", "no column file"),
        ("url,file\nhttps://a.gov/,\n", ":2: a row needs a url and a file"),
        ("url,file\nnowhere,pages/a.html\n", ":2: not an http or https address"),
        ("url,file\nhttps://a.gov/,../secret.html\n", "outside the mirror's folder"),
        ("url,file\nhttps://a.gov/,/etc/hostname\n", "outside the mirror's folder"),
        ("url,file\nhttps://a.gov/,pages/link.html\n", "outside the mirror's folder"),
        (
            "url,file\n" + "".join(f"https://a.gov/{n},pages/{n}.html\n" for n in range(5)),
            "5 files .*0.html.*2.html, ...\\) named but absent",
        ),
        ("url,file\nhttps://a.gov,pages/a.html\nhttps://A.gov/,pages/a.html\n", "listed twice"),
        ('url,file\nhttps://a.gov/,"pages/a.html\n', "not a CSV file"),
        ("url,file\nhttps://a.gov/,pages/loop.html\n", "loop.html.* cannot be reached"),
        ("url,file\nhttps://a.gov/,pages/a.html\0\n", "cannot be a file's name"),
        (f"url,file\nhttps://a.gov/,pages/{'x' * 300}.html\n", r"x\.\.\.\) cannot be reached \(File name too long"),
        ('url,file\nhttps://a.gov/,"pages/a\nb.html"\n', r"a\\nb.html.* named but absent"),
        ("url,file\nhttps://a.gov/,pages/a.html/b\n", "named but absent"),
        ("url,file\nhttps://a.gov/,../nowhere.html\n", "outside the mirror's folder"),
        ("url,file\nhttps://a.gov/,pages\n", "no regular file"),
        ("url,file\nhttps://a.gov/,pages/pipe\n", "no regular file"),
        ("url,file,licence,url\nhttps://a.gov/,pages/a.html,CC0,x\n", ":1: column 'url' stands twice"),
        ("url,file,note,note\nhttps://a.gov/,pages/a.html,x,y\n", ":1: column 'note' stands twice"),
    ],
)
def test_a_faulty_manifest_is_told_in_one_line(tmp_path: Path, manifest: str, fault: str) -> None:
    folder = tmp_path / "mirror"
    folder.mkdir()
    make(folder, manifest, a="words")
    (tmp_path / "secret.html").write_text("x")
    (folder / "pages" / "link.html").symlink_to(tmp_path / "secret.html")
    (folder / "pages" / "loop.html").symlink_to("loop.html")
    os.mkfifo(folder / "pages" / "pipe")
    with pytest.raises(BadInput, match=fault) as caught:
        open_mirror(folder)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("column", "value"),
    [
        *[("published_on", value) for value in ("", "1998", "2024-02", "2024-02-29", " 2024 ")],
        *[("fetched_at", value) for value in ("", "2024-02-29", "2024-02-29T23:59:00Z", "2024-02-29 23:59+02:00")],
        *[("fetched_at", value) for value in ("20240229T235900Z", "2024-W09-4T23:59", "2024-02-29T23:59:00.123456")],
    ],
)
def test_a_date_that_exists_or_none_is_taken(tmp_path: Path, column: str, value: str) -> None:
    manifest = f"url,file,{column}\nhttps://a.gov/,pages/a.html,{value}\n"
    page = open_mirror(make(tmp_path, manifest, a="x")).fetch("https://a.gov/")
    assert getattr(page, column) == (value.strip() or None)


@pytest.mark.parametrize(
    ("column", "value"),
    [
        *[
            ("published_on", value)
            for value in ("last spring", "2023-02-29", "2023-13", "0000", "2023-1-1", "20230101")
        ],
        *[("published_on", value) for value in ("2023-01-01T10:00", "2023-01-01-01", "23", "05/31/2024", "2023-W01-1")],
        *[("fetched_at", value) for value in ("yesterday", "2023-02-29", "2023-01-01T25:00Z", "2023-01-01x10:00")],
    ],
)
def test_a_date_that_is_none_is_told_with_its_line(tmp_path: Path, column: str, value: str) -> None:
    manifest = f"url,file,{column}\nhttps://a.gov/,pages/a.html,\nhttps://a.gov/b,pages/a.html,{value}\n"
    with pytest.raises(BadInput) as caught:
        open_mirror(make(tmp_path, manifest, a="x"))
    assert str(caught.value).startswith(f"{tmp_path / 'manifest.csv'}:3: {column} {value!r} is no ")
    assert "\n" not in str(caught.value)


def test_an_absent_folder_or_manifest_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no such folder"):
        open_mirror(tmp_path / "nowhere")
    with pytest.raises(BadInput, match="manifest"):
        open_mirror(tmp_path)


def test_every_file_of_the_real_mirror_is_served(shared: Path) -> None:
    mirror = open_mirror(shared / "web")
    assert len(mirror.captures) == 440
    assert all(mirror.fetch(url).body_sha256 for url in mirror.urls())
