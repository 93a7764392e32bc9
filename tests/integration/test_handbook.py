"""The handbook is a site that builds without warnings and needs nothing from elsewhere."""

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from handbook_pictures import PICTURES
from kit.places import ROOT

DIRECTORS_PAGES = (
    "tutorial/first-tournament",
    "how-to/coming-from-opengotha",
    "how-to/settle-a-dispute",
    "how-to/run-a-congress",
)


class _Addresses(HTMLParser):
    """What a page loads by itself, and where it links to."""

    def __init__(self) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.linked: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag in {"img", "script", "iframe", "source"} and found.get("src"):
            self.loaded.append(found["src"] or "")
        if tag == "link" and found.get("rel") in {"stylesheet", "preload", "icon"}:
            self.loaded.append(found["href"] or "")
        if tag == "a" and found.get("href"):
            self.linked.append(found["href"] or "")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("handbook")
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONWARNINGS": "ignore"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    return folder


def _pages(site: Path) -> dict[Path, _Addresses]:
    found = {}
    for path in site.rglob("*.html"):
        reader = _Addresses()
        reader.feed(path.read_text(encoding="utf-8"))
        found[path] = reader
    return found


def test_every_page_is_built_and_loads_and_links_only_what_is_there(site: Path) -> None:
    pages = _pages(site)
    sources = {
        path.relative_to(ROOT / "docs") for path in (ROOT / "docs").rglob("*.md") if path.suffixes == [".md"]
    }
    assert {source.with_suffix(".html") for source in sources} <= {path.relative_to(site) for path in pages}
    for path, page in pages.items():
        if path.name == "404.html":
            continue  # its addresses are those of the host it will be on
        for address in (*page.loaded, *page.linked):
            parts = urlsplit(address)
            if parts.scheme in {"http", "https", "mailto"}:
                assert address not in page.loaded, f"{path.name} loads {address}"
            elif parts.path:
                assert (path.parent / unquote(parts.path)).exists(), f"{path.relative_to(site)}: {address}"


def test_the_notebooks_were_run(site: Path) -> None:
    page = (site / "notebooks" / "where-does-the-bar-belong.html").read_text(encoding="utf-8")
    assert re.search(r"seed 2: \d\d\.\d% alone on top", page)
    page = (site / "notebooks" / "compare-presets.html").read_text(encoding="utf-8")
    assert "proved to be the lowest: True" in page


@pytest.mark.parametrize("language", ["fr", "de"])
@pytest.mark.parametrize("page", DIRECTORS_PAGES)
def test_what_a_director_reads_is_translated(language: str, page: str) -> None:
    english = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    other = (ROOT / "docs" / f"{page}.{language}.md").read_text(encoding="utf-8")
    assert other != english
    for what in (r"^#+ ", r"^```", r"^\|", r"!\[", r"^:   ", r"\]\("):
        count = [len(re.findall(what, text, re.MULTILINE)) for text in (english, other)]
        assert count[0] == count[1], f"{what} {count}: the translation has another structure"


@pytest.mark.parametrize("name", PICTURES)
def test_the_pictures_are_those_that_the_tool_draws(name: str) -> None:
    kept = ROOT / "docs" / "tutorial" / "pictures" / name
    assert kept.read_text(encoding="utf-8") == PICTURES[name](), "run: make handbook"
