"""Links and forms of the templates: what must stand in each, whatever the base path and the reader's role."""

import re
from collections.abc import Iterator

import pytest

from kit.places import SOURCES
from miai.server.rendering import template_files

_VALUE = r'"((?:\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}|[^"{])*)"'
_ATTRIBUTE = re.compile(rf"(?<![\w-])(href|src|action|formaction|data-[a-z-]+)={_VALUE}", re.DOTALL)
_REFRESH = re.compile(r";\s?url=([^\"]*)")
_LEADING_BLOCKS = re.compile(r"(\{%.*?%\}\s*)+", re.DOTALL)
_FORM = re.compile(rf"<form\b((?:{_VALUE}|\{{\{{.*?\}}\}}|\{{%.*?%\}}|[^>\"{{])*)>(.*?)</form>", re.DOTALL)
# A page of the same address, a part of the page, nothing, or something on another machine.
_ELSEWHERE = ("", "#", "?", "https://", "mailto:")
# What makes an address in a template, but without the base path.
_MAKES_ADDRESSES = re.compile(r"\{\{-?\s*(visit\.(url|event_url|stage_url|here|came_from)\b|'/)")
TEMPLATES = template_files()
FEATURES = SOURCES / "miai" / "features"


def addresses(text: str) -> Iterator[str]:
    """Every value of a template that holds an address."""
    for name, value in _ATTRIBUTE.findall(text):
        if not name.startswith("data-") or value.startswith("/") or _MAKES_ADDRESSES.match(value):
            yield value
    yield from _REFRESH.findall(text)


def is_bare(value: str) -> bool:
    """Whether an address would not lead below the base path."""
    start = _LEADING_BLOCKS.sub("", value, count=1)
    if start.startswith(("{{ url(", "{{ static(")):
        return False
    return not any(start == each if not each else start.startswith(each) for each in _ELSEWHERE)


def test_every_address_in_a_template_is_made_by_url_or_static() -> None:
    bare = [
        f"{name}: {value}"
        for name, path in TEMPLATES.items()
        for value in addresses(path.read_text(encoding="utf-8"))
        if is_bare(value)
    ]
    assert bare == []


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ('<a href="/t/{{ id }}">', True),
        ('<a href="{{ visit.url("draw") }}">', True),
        ('<form action="{{ own }}/change">', True),
        ("<div data-src=\"{{ visit.url('advice') }}\">", True),
        ('<meta http-equiv="refresh" content="4; url=/">', True),
        ('<a href="{{ url(own) }}#t3">', False),
        ('<a href="#main">', False),
        ('<div data-name="{{ name }}">', False),
    ],
)
def test_a_bare_address_is_found(text: str, *, bare: bool) -> None:
    assert any(map(is_bare, addresses(text))) == bare


def test_every_form_of_the_console_can_be_read_only() -> None:
    without = []
    for name, path in TEMPLATES.items():
        for form in _FORM.finditer(path.read_text(encoding="utf-8")):
            opening, content = form[1], form[form.lastindex or 0]
            action = dict(_ATTRIBUTE.findall(opening)).get("action", "")
            # The addresses that a viewer of a tournament does not have, or may use as everybody may.
            outside = (
                re.match(r"\{\{ url\(('/(?!t/)|start\b|address\b)", action) or name == "hosting/repair.html"
            )
            if 'method="post"' not in opening or outside:
                continue
            if not content.startswith("{{ visit.fields(") or not re.search(
                r"\{\{ visit\.end_fields\([\w.]*\) \}\}$", content
            ):
                without.append(f"{name}: {action}")
    assert without == []


def test_a_page_leads_elsewhere_by_its_visit() -> None:
    assert FEATURES.is_dir()
    found = {
        path.relative_to(FEATURES).as_posix()
        for path in FEATURES.rglob("*.py")
        if "RedirectResponse" in path.read_text(encoding="utf-8")
    }
    assert found == set()
