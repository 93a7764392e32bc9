"""Nothing is fetched from elsewhere, nothing is inline, and what is kept by browsers changes its address."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from kit.web_site import Site
from miai.server.rendering import template_files
from miai.server.static_files import FOLDER as STATIC
from miai.server.static_files import Assets

TEMPLATES = sorted(template_files().values())
FILES = [*TEMPLATES, *sorted(path for path in STATIC.rglob("*") if path.is_file())]
NAMESPACES = ("http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_no_file_mentions_another_machine(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for known in NAMESPACES:
        text = text.replace(known, "")
    assert not re.search(r"https?://|[\"'(]//\w", text)


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_templates_have_no_inline_styles_and_scripts(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"\sstyle=|<style|\son\w+=\"|javascript:", text)
    # Data for a script is no script.
    assert not re.search(r"<script(?![^>]*(\ssrc=|type=\"application/json\"))", text)


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_every_form_that_changes_something_carries_the_token(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for form in re.findall(r"<form[^>]*method=\"post\".*?</form>", text, re.DOTALL):
        assert "csrf" in form


def test_a_changed_file_has_another_address(tmp_path: Path) -> None:
    (tmp_path / "a.css").write_text("a")
    before = Assets(tmp_path).url("a.css")
    (tmp_path / "a.css").write_text("b")
    assert Assets(tmp_path).url("a.css") != before


def test_browsers_keep_a_file_for_good_under_its_own_address_only(site: Site) -> None:
    address = re.search(r'href="(/static/\w+/css/base.css)"', site.get("/").text)
    assert address
    assert "immutable" in site.get(address[1]).headers["cache-control"]
    old = site.get("/static/000000000000/css/base.css")
    assert (old.status_code, old.headers["cache-control"]) == (200, "no-cache")
    assert site.get("/static/000000000000/../server.py").status_code == 404


def test_the_application_starts_without_numba_and_scipy() -> None:
    code = "import sys, miai.serving.run; print(*{'numba', 'scipy'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
