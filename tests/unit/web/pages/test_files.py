"""Files: what each kind leaves out, found on demand and said in words, and what is missing."""

import re
from dataclasses import replace
from html import unescape

import pytest

from miai.app.event import export_event
from miai.app.event.change_details import change_details
from miai.app.event.change_settings import change_settings
from miai.app.event.create_tournament import create_tournament
from miai.formats.registry import WRITTEN
from web_site import Site

PAGE = "/t/demo/publish/files"


def _text(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


@pytest.mark.parametrize("format", list(WRITTEN))
def test_every_format_is_offered_and_checked(site: Site, demo_id: str, format: str) -> None:  # noqa: A002
    del demo_id
    html = site.get(PAGE).text
    assert f"/t/demo/save?to={format}" in html
    assert f'data-src="{PAGE}/{format}"' in html
    found = _text(site.get(f"{PAGE}/{format}").text)
    assert found.startswith("Nothing is lost." if format == "miai" else "The file cannot say:")
    assert found in _text(site.get(f"{PAGE}?check={format}").text)
    assert site.get(f"/t/demo/save?to={format}").status_code == 200


def test_the_page_comes_before_any_file_is_checked(
    site: Site, demo_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    del demo_id

    def refuse(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(export_event, "losses_by_kind", refuse)
    assert site.get(PAGE).status_code == 200
    assert site.get("/t/demo/save?to=h9").status_code == 200


def test_losses_are_told_in_words_under_what_they_are_about(site: Site, demo_id: str) -> None:
    settings = site.desk.state(demo_id).tournament.settings
    hard = replace(settings, handicapping=replace(settings.handicapping, none_above_bar=True))
    change_settings(site.desk, demo_id, hard, by="director")
    found = _text(site.get(f"{PAGE}/opengotha").text)
    assert "Rules of the tournament 2" in found
    assert "No handicap above the bar: yes" in found
    assert "Games 1 Komi (5 boards)" in found
    assert "none_above_bar" not in found
    assert "True" not in found


def test_an_event_without_a_place_is_told_so_at_the_file_of_the_egf(site: Site, demo_id: str) -> None:
    change_details(site.desk, demo_id, place="Riverside", country="NL", by="director")
    assert "of the event is missing" not in _text(site.get(PAGE).text)
    change_details(site.desk, demo_id, place="", country="", by="director")
    found = _text(site.get(PAGE).text)
    assert "The place of the event is missing: Settings > Details." in found
    assert "The country of the event is missing: Settings > Details." in found
    assert found.count("place of the event is missing") == 1


def test_a_file_that_cannot_be_written_says_why(site: Site) -> None:
    new = create_tournament(site.desk, name="Spring Open", by="director").id
    found = _text(site.get(f"/t/{new}/publish/files/h9").text)
    assert "A result table needs players and at least one round that was played." in found
