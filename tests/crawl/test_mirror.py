"""A mirror serves the files its manifest names, those only, and says clearly what is wrong with it."""

from pathlib import Path

import pytest

from orqa.crawl.mirror import open_mirror
from orqa.errors import BadInput, FetchRefused
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
    ],
)
def test_a_faulty_manifest_is_told_in_one_line(tmp_path: Path, manifest: str, fault: str) -> None:
    folder = tmp_path / "mirror"
    folder.mkdir()
    make(folder, manifest, a="words")
    (tmp_path / "secret.html").write_text("x")
    (folder / "pages" / "link.html").symlink_to(tmp_path / "secret.html")
    with pytest.raises(BadInput, match=fault) as caught:
        open_mirror(folder)
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
