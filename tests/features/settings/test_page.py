"""Settings and new tournaments: what the forms change, and what they say when something is wrong."""

import html
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import httpx
import pytest

from kit.console import Console, console
from kit.other_rules import other_rule
from kit.web_site import Forms, Site
from miai.domain.settings.event_settings import ClubsGroup
from miai.domain.settings.presets import preset_description, preset_name
from miai.domain.settings.setting_fields import setting_fields, value_at
from miai.domain.settings.setting_text import read_text
from miai.engine.pairing.presets import OWN_PRESETS
from miai.engine.pairing.registry import ALL_SYSTEMS
from miai.features.files.export_event import export_event
from miai.features.settings.change_settings import change_settings, rules_with
from miai.features.settings.page.form import Control, control_of, page_paths
from miai.features.settings.page.view import folds_of
from miai.features.settings.rule_groups import GROUPS
from miai.features.settings.unused_rules import unused_rules
from miai.server.words import speak, tell


@pytest.fixture
def hall() -> Callable[[], tuple[Console, Site, str]]:
    """A tournament, a browser at it, and the address of its settings."""

    def opened() -> tuple[Console, Site, str]:
        at = console("Ada 3d, Bo 1k")
        return at, Site(at.desk), f"/t/{at.id}/settings"

    return opened


def test_a_round_robin_that_is_too_short_is_warned_about_wherever_rounds_are_planned() -> None:
    hall = console("Ada, Bo, Cy, Di", system="round_robin", rounds=2)
    site = Site(hall.desk)
    said = "Rounds planned: 2. A round robin of 4 players needs 3, or not everybody meets everybody"
    for page in ("", "/settings", "/draw"):
        assert said in site.get(f"/t/{hall.id}{page}").text, page


def test_every_preset_says_what_it_does_where_it_is_chosen(
    hall: Callable[[], tuple[Console, Site, str]],
) -> None:
    at, site, settings = hall()
    for page in ("/new", settings):
        found = html.unescape(site.get(page).text)
        for key in OWN_PRESETS:
            assert f"<b>{preset_name(key)}</b>: {preset_description(key)}" in found, (page, key)
    undrawn = html.unescape(site.get(f"/t/{at.id}/draw").text)
    assert str(preset_description(at.event.settings.preset)) in undrawn


def notes(answer: httpx.Response) -> str:
    """The problems that a page shows above its form."""
    found = re.search(r'<div class="note bad">(.*?)</div>', answer.text, re.DOTALL)
    assert found, answer.text
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", found[1])).split())


def sent(path: str, text: str) -> list[str]:
    """What a browser sends for a rule that was changed to a text."""
    match control_of(path):
        case Control.SEVERAL:
            return [*text.split(", "), "", ""]
        case Control.WEIGHTS:
            return [cell for row in text.split("; ") for cell in row.split(": ")]
        case Control.TICK:
            return ["no", "yes"] if text == "yes" else ["no"]
        case Control.LINES:
            return [text.replace("; ", "\r\n") + "\r\n"]
    return [text]


@pytest.mark.requirement("V6", "V7", "V11", "V23", "V25", "V40", "V41", "V43", "V44", "V46", "V52")
@pytest.mark.requirement("A28", "A45", "A63")
def test_every_rule_can_be_changed_on_the_page(hall: Callable[[], tuple[Console, Site, str]]) -> None:
    at, site, page = hall()
    form = site.form(page, f"{page}/rules")
    before = at.event.settings
    wanted = {path: other_rule(before, path) for path in page_paths()}
    answer = site.client.post(
        f"{page}/rules", data={**form, **{path: sent(path, text) for path, text in wanted.items()}}
    )
    assert answer.status_code == 303, notes(answer)
    for path, text in wanted.items():
        assert path in form
        assert value_at(at.event.settings, path) == read_text(setting_fields()[path].kind, text), path
    elsewhere = {group.page: group.paths for group in GROUPS if group.page}
    assert elsewhere == {
        "prizes": ("prizes", "one_prize_each"),
        "fees": ("fees.currency", "fees.usual", "fees.for_juniors", "fees.junior_since"),
        "players/bands": ("scoring.bands",),
        "show": ("standings_with_draw",),
    }


def test_a_form_that_is_not_changed_changes_no_rule(hall: Callable[[], tuple[Console, Site, str]]) -> None:
    at, site, page = hall()
    groups = (ClubsGroup(name="North", clubs=("Lund", "Malmö")), ClubsGroup(name="A: B", clubs=("C; D",)))
    pairing = replace(at.event.settings.pairing, exempt_from=None)
    odd = replace(at.event.settings, clubs_groups=groups, komi=0.1 + 0.2, pairing=pairing)
    change_settings(*at.at, odd, by="Anneke")
    before = at.state.version
    answer = site.client.post(f"{page}/rules", data=site.form(page, f"{page}/rules"))
    assert (answer.status_code, at.state.version, at.event.settings) == (303, before, odd)
    without_seen = {**site.form(page, f"{page}/rules"), "seen": ""}
    answer = site.client.post(f"{page}/rules", data=without_seen)
    assert (answer.status_code, at.state.version) == (303, before)


def test_what_another_desk_changed_meanwhile_stays(hall: Callable[[], tuple[Console, Site, str]]) -> None:
    at, site, page = hall()
    form = site.form(page, f"{page}/rules")
    change_settings(*at.at, replace(at.event.settings, board_size=13), by="Tomás")
    site.client.post(f"{page}/rules", data={**form, "komi": "7,5", "pairing.same_club": "2"})
    settings = at.event.settings
    assert (settings.board_size, settings.komi, settings.pairing.same_club) == (13, 7.5, 2)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"komi": "seven"}, "Komi: seven is not a number."),
        ({"rounds": "many"}, "Rounds: many is not a whole number."),
        ({"clock.basic_minutes": ""}, "Main time in minutes: a number is missing."),
        ({"scoring.bar": "4q"}, "Bar: 4q is not a grade."),
        ({"scoring.bye_points": "0.3"}, "Points for a bye: only halves and quarters of a point."),
        ({"handicapping.none_from": "x"}, "No handicap from: x is not a grade."),
        ({"pairing.weights.score": "-5"}, "Weight of the score: -5 is not between 0 and"),
        ({"pairing.kaniuk.rules": ["score", "a lot", "1"]},
         "Kaniuk’s weights rule by rule: a lot is not a number."),
        ({"rounds": "0"}, "Rounds: 0 is not between 1 and 999."),
        ({"scoring.floor": "5d"}, "Floor: the floor is above the bar."),
        ({"criteria": ["mms", "luck"]}, "Criteria for places: 'luck' is not a criterion: Category, Wins,"),
    ],
)  # fmt: skip
def test_a_wrong_rule_is_named_by_its_label_and_nothing_typed_is_lost(
    hall: Callable[[], tuple[Console, Site, str]], wrong: dict[str, object], said: str
) -> None:
    at, site, page = hall()
    before = at.event.settings
    form = site.form(page, f"{page}/rules")
    typed = {**form, "clubs_groups": "North: Lund, Malmö", "pairing.family_apart": ["no"], **wrong}
    answer = site.client.post(f"{page}/rules", data=typed)
    assert answer.status_code == 422
    assert said in notes(answer)
    assert at.event.settings == before
    shown = Forms(f"{page}/rules")
    shown.feed(answer.text)
    again = {path: shown.fields[path] for path in page_paths()}
    expected = {
        path: typed[path] if isinstance(typed[path], list) else [typed[path]] for path in page_paths()
    }
    for path in wrong:
        filled = [text for text in again.pop(path) if text]
        assert filled[: len(expected[path])] == [text for text in expected.pop(path) if text]
    assert again == expected
    assert shown.fields["seen"] == form["seen"]


def test_a_wrong_rule_is_marked_at_its_field_in_an_open_fold(
    hall: Callable[[], tuple[Console, Site, str]],
) -> None:
    _, site, page = hall()
    form = {**site.form(page, f"{page}/rules"), "pairing.same_club": "-1", "draw_seed": "7"}
    answer = site.client.post(f"{page}/rules", data=form)
    folds = {
        fold[1]: " open" in fold[0]
        for fold in re.findall(r"<details class=\"fold\"( open)?><summary><b>(.*?)</b>", answer.text)
    }
    assert {title for title, opened in folds.items() if opened} == {"Kept apart", "Chance"}
    field = re.search(r'<input[^>]*name="pairing.same_club"[^>]*>(.*?)</div>', answer.text, re.DOTALL)
    assert field
    assert 'aria-invalid="true"' in field[0]
    assert "-1 is not between 0 and 99." in field[1]


def test_all_wrong_rules_are_reported_at_once_at_their_fields(
    hall: Callable[[], tuple[Console, Site, str]],
) -> None:
    _, site, page = hall()
    wrong = {"komi": "seven", "rounds": "0", "scoring.floor": "9d", "pairing.same_club": "-1"}
    answer = site.client.post(f"{page}/rules", data={**site.form(page, f"{page}/rules"), **wrong})
    marked = re.findall(r'<input[^>]*name="([^"]+)"[^>]*aria-invalid="true"', answer.text)
    assert sorted(marked) == sorted(wrong)
    assert f'action="{page}/rules" data-unsaved="4"' in answer.text


def test_what_is_not_used_says_so_beside_it(hall: Callable[[], tuple[Console, Site, str]]) -> None:
    at, site, page = hall()
    shown = html.unescape(site.get(page).text)
    assert "<b>Kaniuk’s weights</b><span>The pairing rules “Balanced” do not use this</span>" in shown
    assert "Not used: the overtime is another one" in shown
    change_settings(*at.at, replace(at.event.settings, preset="kaniuk"), by="Anneke")
    shown = html.unescape(site.get(page).text)
    assert "<b>Kaniuk’s weights</b><span>Sech</span>" in shown
    assert "<b>OpenGotha’s weights</b><span>The pairing rules “As Kaniuk” do not use this</span>" in shown


@pytest.mark.requirement("V59")
def test_the_page_warns_of_seeding_by_a_tiebreak(hall: Callable[[], tuple[Console, Site, str]]) -> None:
    _, site, page = hall()
    warning = "Seeding of the first rounds: players are paired by SOS and SODOS, which also break ties."
    assert warning not in site.get(page).text
    form = {**site.form(page, f"{page}/rules"), "pairing.first_seeding.by_standings": ["no", "yes"]}
    site.client.post(f"{page}/rules", data=form)
    assert warning in site.get(page).text


def test_the_country_of_the_event_is_a_detail(hall: Callable[[], tuple[Console, Site, str]]) -> None:
    at, site, page = hall()
    form = {**site.form(page, f"{page}/details"), "country": "SE"}
    assert site.client.post(f"{page}/details", data=form).status_code == 303
    assert (at.event.country, at.event.name) == ("SE", "Spring Cup")


def test_labels_and_problems_are_in_the_readers_language(
    hall: Callable[[], tuple[Console, Site, str]],
) -> None:
    _, site, page = hall()
    shown = html.unescape(site.get(page, **{"Accept-Language": "fr"}).text)
    speak("fr")
    labels = [tell(setting_fields()[path].label) for path in page_paths()]
    speak("en")
    assert "Points pour un exempt" in labels
    assert [label for label in labels if html.escape(label, quote=False) not in shown] == []
    wrong = {**site.form(page, f"{page}/rules"), "scoring.bye_points": "0.3"}
    answer = site.client.post(f"{page}/rules", data=wrong, headers={"Accept-Language": "fr"})
    assert "Points pour un exempt : " in notes(answer)


def test_a_new_tournament_says_what_is_wrong_and_keeps_what_was_typed() -> None:
    site = Site(console().desk)
    answer = site.post("/new", name="", begin="2026-05-03", komi="6.5")
    assert answer.status_code == 422
    assert "The tournament needs a name." in notes(answer)
    assert 'value="2026-05-03"' in answer.text


def test_an_imported_file_says_how_many_players_it_has() -> None:
    at = console("Ada 3d, Bo 1k")
    site = Site(at.desk)
    file = ("spring.miai", export_event(*at.at).data)
    answer = site.client.post("/new/file", data={"csrf": site.token()}, files={"file": file})
    assert answer.status_code == 303, answer.text
    assert "Spring Cup imported with 2 players" in site.get(answer.headers["location"]).text


def test_the_letters_for_results_are_typed_in_the_settings(site: Site, demo_id: str) -> None:
    page = f"/t/{demo_id}/settings"
    assert site.form(page, "/look")["letters"] == [""]
    site.post("/look", page=page, letters="XYK")
    assert site.form(page, "/look")["letters"] == ["xyk"]


# Notes about the form ---------------------------------------------------------------------------------

_RULE = re.compile(r'<p data-rule="([^"]+)">([^<]*)</p>')


def filled(site: Site, settings: str) -> dict[str, Any]:
    """The fields of the rules as a browser would send them."""
    shown = Forms(f"{settings}/rules")
    shown.feed(site.get(settings).text)
    return shown.fields


@pytest.mark.parametrize("system", sorted(ALL_SYSTEMS))
def test_notes_follow_the_form_before_it_is_saved(system: str) -> None:
    at = console("Ada 3d, Bo 1k")
    site, settings = Site(at.desk), f"/t/{at.id}/settings"
    for preset in ("gotha", "aga", "kaniuk", "miai", "near-grades"):
        typed = {
            **filled(site, settings),
            "system": system,
            "preset": preset,
            "pairing.first_seeding_rounds": "0",
        }
        version = at.state.version
        answer = site.post(f"{settings}/rules/notes", **typed)
        shown = {path: html.unescape(text) for path, text in _RULE.findall(answer.text)}
        assert at.state.version == version, "nothing is saved"
        used = rules_with(at.event, {"system": system, "preset": preset, "pairing.first_seeding_rounds": 0})
        assert shown.keys() == set(page_paths())
        folds = [fold for several in folds_of(used) for fold in several]
        assert shown == {each.path: each.help for fold in folds for line in fold.lines for each in line}
        assert any("Not used: " in text for text in shown.values()) or not unused_rules(used)


def test_a_form_that_was_refused_shows_the_notes_of_the_rules_in_it(
    hall: Callable[[], tuple[Console, Site, str]],
) -> None:
    _at, site, settings = hall()
    typed = filled(site, settings)
    refused = site.post(f"{settings}/rules", **{**typed, "preset": "aga", "rounds": "many"})
    assert refused.status_code == 422
    said = html.unescape(refused.text)
    assert said.count(f"Not used: the pairing rules “{preset_name('aga')}” do not use this") >= 2
