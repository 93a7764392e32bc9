"""Files: what each kind leaves out, found on demand and said in words, and what is missing."""

import re
from dataclasses import replace
from html import unescape

import pytest

from kit.web_site import Site
from miai.domain.rounds.game import Result
from miai.features.files import export_event
from miai.features.players.change_player import change_player
from miai.features.results.enter_result import enter_result
from miai.features.settings.change_settings import change_settings
from miai.features.tournament.change_details import change_details
from miai.features.tournament.create_tournament import create_tournament
from miai.formats.registry import FORMATS, WRITTEN

PAGE = "/t/demo/publish/files"


def _text(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


@pytest.mark.parametrize("format", list(WRITTEN))
def test_every_format_is_offered_and_checked(site: Site, demo_id: str, format: str) -> None:  # noqa: A002
    del demo_id
    html = site.get(PAGE).text
    # Temporary ids are asked about first.
    save = f"{PAGE}?ask=aga#aga" if format == "aga" else f"/t/demo/save?to={format}"
    assert f'href="{save}"' in html
    assert f'data-src="{PAGE}/{format}"' in html
    found = _text(site.get(f"{PAGE}/{format}").text)
    assert found.startswith("Nothing is lost." if format == "miai" else "The file cannot say:")
    assert found in _text(site.get(f"{PAGE}?check={format}").text)
    assert site.get(f"/t/demo/save?to={format}").status_code == (303 if format == "aga" else 200)


def test_the_page_comes_before_any_file_is_checked(
    site: Site, demo_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    del demo_id

    def refuse(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(export_event, "losses_in_file", refuse)
    assert site.get(PAGE).status_code == 200
    assert site.get("/t/demo/save?to=h9").status_code == 200


def test_losses_are_told_in_words_under_what_they_are_about(site: Site, demo_id: str) -> None:
    settings = site.desk.state(demo_id).tournament.settings
    hard = replace(settings, handicapping=replace(settings.handicapping, none_above_bar=True))
    change_settings(site.desk, demo_id, hard, by="director")
    found = _text(site.get(f"{PAGE}/opengotha").text)
    assert "Rules of the tournament 3" in found
    # The demo is drawn by `miai`; a file that names no preset is drawn by the default.
    assert "Pairing rules: In strict order (becomes Balanced)" in found
    assert "No handicap above the bar: yes" in found
    assert "Games 1 Komi (5 boards)" in found
    assert "none_above_bar" not in found
    assert "True" not in found


def _card(site: Site, key: str, query: str = "") -> str:
    html: str = site.get(f"{PAGE}{query}").text
    return html.partition(f'<li class="card" id="{key}">')[2].partition("</li>\n  <li class")[0]


def test_the_file_for_the_egf_is_ready_or_says_what_is_refused_with_a_link_to_the_field(
    site: Site, demo_id: str
) -> None:
    change_details(site.desk, demo_id, place="", country="Narnia", by="director")
    card = _card(site, "h9")
    assert '<a href="/t/demo/settings?from=files#f-place">The place of the event is missing.</a>' in card
    assert "/t/demo/settings?from=files#f-country" in card
    assert "Not ready to send: the European Go Database would refuse 2 things." in _text(card)
    player = site.desk.state(demo_id).tournament.players[0]
    change_player(site.desk, demo_id, player.id, lambda old: replace(old, egf_pin="123"), by="director")
    change_details(site.desk, demo_id, place="Riverside", country="NL", by="director")
    card = _card(site, "h9")
    assert f'<a href="/t/demo/players/{player.id}?from=files#f-egf_pin">{player.name}: the PIN ' in unescape(
        card
    )
    change_player(site.desk, demo_id, player.id, lambda old: replace(old, egf_pin=""), by="director")
    assert "Ready to send to the European Go Database." in _text(_card(site, "h9"))


def test_a_federation_that_the_event_does_not_concern_says_what_it_refuses_on_demand_only(
    site: Site, demo_id: str
) -> None:
    change_details(site.desk, demo_id, place="Riverside", country="NL", by="director")
    assert '<details class="refused">' in _card(site, "aga")
    assert "note bad" not in _card(site, "aga")
    change_details(site.desk, demo_id, place="Riverside", country="US", by="director")
    assert "note bad" in _card(site, "aga")


def test_temporary_ids_are_asked_about_before_the_file_is_written(site: Site, demo_id: str) -> None:
    names = [player.name for player in site.desk.state(demo_id).tournament.players]
    assert "Temporary ones would be written for:" not in _text(_card(site, "aga"))
    asked = site.get("/t/demo/save?to=aga")
    assert asked.status_code == 303
    assert asked.headers["location"] == f"{PAGE}?ask=aga#aga"
    card = _card(site, "aga", "?ask=aga")
    assert "Temporary ones would be written for:" in _text(card)
    assert names[0] in unescape(card)
    assert "/t/demo/save?to=aga&amp;temporary=yes" in card
    written = site.get("/t/demo/save?to=aga&temporary=yes")
    assert b"\n99999\t" in written.content


def test_some_rounds_are_chosen_for_federations_only(site: Site, demo_id: str) -> None:
    del demo_id
    html = site.get(f"{PAGE}?rounds=1-2").text
    assert "/t/demo/save?to=h9&amp;rounds=1-2" in html
    assert "/t/demo/save?to=miai&amp;rounds" not in html
    written = site.get("/t/demo/save?to=h9&rounds=1-2").text
    assert "; CM[rounds 1-2 of 4]" in written
    assert " R2" in written
    assert " R3" not in written
    lost = _text(site.get(f"{PAGE}/h9?rounds=1-2").text)
    assert "rounds 3-4 are not in the file" in lost
    wrong = _text(site.get(f"{PAGE}?rounds=7").text)
    assert "There is no round 7: the last round played is round 4." in wrong
    assert site.get("/t/demo/save?to=h9&rounds=7").status_code == 422


def test_headings_are_in_the_language_of_each_reader(site: Site, demo_id: str) -> None:
    del demo_id
    german = {"Accept-Language": "de"}
    assert "Games" in site.get(f"{PAGE}/h9").text
    assert "Partien" in site.get(f"{PAGE}/h9", **german).text
    assert "Games" not in site.get(f"{PAGE}/h9", **german).text


def test_a_link_to_a_field_leads_to_the_table_and_back_to_the_files(site: Site, demo_id: str) -> None:
    enter_result(site.desk, demo_id, round=4, table=3, result=Result.UNKNOWN, by="director")
    change_details(site.desk, demo_id, place="", country="NL", by="director")
    card = _card(site, "h9")
    assert "/t/demo/results?round=4&amp;from=files#t3" in card
    for page in ("settings", "results", "players/p1"):
        back = f'href="{PAGE}">Back to Files</a>'
        assert back in site.get(f"/t/demo/{page}?from=files").text
        assert back not in site.get(f"/t/demo/{page}").text
    page = "/t/demo/settings?from=files"
    saved = site.post("/t/demo/settings/details", page=page, name="Demo", place="Riverside")
    assert saved.headers["location"] == page
    assert "The place of the event is missing" not in _card(site, "h9")


def test_missing_numbers_are_looked_for_in_the_rating_lists(site: Site, demo_id: str) -> None:
    del demo_id
    assert 'href="/t/demo/players/update"' in _card(site, "aga")
    assert 'href="/t/demo/players/update"' not in _card(site, "h9")


def test_what_is_missing_is_said_once_with_a_link_to_the_field(site: Site, demo_id: str) -> None:
    change_details(site.desk, demo_id, begin="", end="", by="director")
    card = _card(site, "pairgoth", "?check=pairgoth")
    assert _text(card).count("The first day of the event is missing") == 1
    assert "/t/demo/settings?from=files#f-begin" in card
    # A browser shows the page that says why, instead of a download that failed.
    assert "download=" not in card
    assert "The first day of the event is missing" in site.get("/t/demo/save?to=pairgoth").text
    assert "Last day ''" not in unescape(site.get(f"{PAGE}/h9").text)


def test_a_file_that_cannot_be_written_says_why(site: Site) -> None:
    new = create_tournament(site.desk, name="Spring Open", by="director").id
    found = _text(site.get(f"/t/{new}/publish/files/h9").text)
    assert "A result table needs players and at least one round that was played." in found


def test_the_import_page_lists_every_format_that_is_read(site: Site) -> None:
    html = site.get("/new/file").text
    assert 'accept=".miai,.xml,.tour,.txt,.tde,.h9,.tou"' in html
    for form in FORMATS.values():
        assert str(form.title) in _text(html)


@pytest.mark.parametrize("key", [key for key in FORMATS if key not in WRITTEN])
def test_a_format_that_is_only_read_is_not_offered(site: Site, demo_id: str, key: str) -> None:
    del demo_id
    assert f"save?to={key}" not in site.get(PAGE).text
    assert site.get(f"{PAGE}/{key}").status_code == 404


def test_tables_for_spreadsheets_are_offered_and_come_in_the_readers_language(
    site: Site, demo_id: str
) -> None:
    page = unescape(site.get(PAGE).text)
    offered = re.findall(r'href="(/t/demo/(?:publish/tables|standings/file)[^"]+)"', page)
    rounds = site.desk.state(demo_id).tournament.rounds_played
    assert len(offered) == 2 * (3 + rounds)
    for address in (*offered[:4], *offered[-2:]):
        answer = site.get(address)
        assert answer.status_code == 200
        ending = ".xlsx" if "xlsx" in address else ".csv"
        assert ending in answer.headers["content-disposition"]
    french = site.get("/t/demo/publish/tables/players?to=csv", **{"Accept-Language": "fr"})
    assert french.text.lstrip("\ufeff").startswith("Nom;Prénom;Niveau")
    assert site.get("/t/demo/publish/tables/nonsense").status_code == 404
    assert site.get("/t/demo/publish/tables/pairings?round=99").status_code in (404, 422)
