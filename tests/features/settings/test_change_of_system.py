"""Another system before round 1 brings its rules on every surface; after round 1 it never does."""

from dataclasses import replace
from html import unescape
from typing import Any

import pytest

import miai
from kit.api_program import Program
from kit.builders import crosstable
from kit.console import Console, console
from kit.web_site import Site
from miai.desk.live_state import Desk
from miai.domain.settings.event_settings import Settings
from miai.engine.pairing.registry import ALL_SYSTEMS
from miai.engine.pairing.system_rules import settings_of_system, with_system
from miai.features.draw.draw_round import draw_round
from miai.features.programs.tokens import Scope
from miai.features.settings.change_settings import change_rules
from miai.features.settings.typed_rules import with_typed_rules
from miai.features.stages.rules import stage_settings
from miai.features.tournament.create_tournament import create_tournament

AGA = ("mms", "soms", "sodoms", "f2f", "draw")


@pytest.mark.parametrize("system", sorted(ALL_SYSTEMS))
@pytest.mark.parametrize("before", ["mcmahon", "aga", "random"])
def test_an_event_that_changes_its_system_has_the_rules_of_a_new_one(before: str, system: str) -> None:
    changed = with_system(settings_of_system(before, rounds=5), system)
    assert changed == settings_of_system(system, rounds=5)


def test_a_bar_that_was_set_stays_if_both_systems_start_alike() -> None:
    event = console(system="mcmahon")
    change_rules(*event.at, {"scoring.bar": event.event.settings.scoring.floor}, by="Anneke")
    bar = event.event.settings.scoring.bar
    assert with_system(event.event.settings, "backtracking").scoring.bar == bar
    assert with_system(event.event.settings, "aga").scoring.bar != bar


def changed(hall: Console, *, system_rules: bool = False) -> Settings:
    change_rules(*hall.at, {"system": "aga"}, by="Anneke", system_rules=system_rules)
    return hall.event.settings


def test_the_rules_come_only_if_they_are_wanted_and_only_before_a_round_is_drawn() -> None:
    hall = console("A 5d, B 4d", rounds=3)
    assert changed(hall).criteria == ("mms", "sosm", "sodosm")
    hall = console("A 5d, B 4d", rounds=3)
    assert changed(hall, system_rules=True).criteria == AGA
    assert hall.event.settings.scoring.bands
    hall = console("A 5d, B 4d", rounds=3)
    hall.draw(1)
    assert changed(hall, system_rules=True).criteria == ("mms", "sosm", "sodosm")


class TestPage:
    def new(self, site: Site) -> str:
        return f"/t/{create_tournament(site.desk, name='Cup', by='Anneke').id}"

    def settings(self, site: Site) -> Settings:
        return site.desk.state("cup").tournament.settings

    def test_the_page_shows_what_changes_before_it_saves_anything(self, site: Site) -> None:
        event = self.new(site)
        page = f"{event}/settings"
        answer = site.post(f"{page}/rules", page=page, system="aga", komi="7.5")
        assert answer.status_code == 422
        shown = unescape(answer.text)
        assert "AGA McMahon brings its own rules" in shown
        assert "MMS, SOMS, SODOMS, Face to face" in shown
        assert self.settings(site).system == "mcmahon"
        assert self.settings(site).komi == 6.5

    def test_one_button_takes_the_rules_and_what_was_typed_counts_before_them(self, site: Site) -> None:
        event = self.new(site)
        page = f"{event}/settings"
        typed: dict[str, Any] = {
            "system": "aga",
            "komi": "7.5",
            "scoring.bye_points": "0",
            "system_rules": "bring",
        }
        assert site.post(f"{page}/rules", page=page, **typed).status_code == 303
        settings = self.settings(site)
        assert (settings.system, settings.komi, settings.criteria) == ("aga", 7.5, AGA)
        assert settings.scoring.bye_points == 0
        assert settings.handicapping.ceiling == 0

    def test_the_other_button_changes_the_system_alone(self, site: Site) -> None:
        event = self.new(site)
        page = f"{event}/settings"
        site.post(f"{page}/rules", page=page, system="aga", system_rules="keep")
        assert self.settings(site).system == "aga"
        assert self.settings(site).criteria == ("mms", "sosm", "sodosm")

    def test_after_round_one_the_page_says_that_the_rules_were_not_taken_over(
        self, site: Site, demo_id: str
    ) -> None:
        before = site.desk.state(demo_id).tournament.settings
        page = f"/t/{demo_id}/settings"
        said = site.post(
            f"{page}/rules", page=page, enhanced=True, system="aga", system_rules="bring"
        ).json()["toast"]
        assert "Rules saved. A round is drawn: the rules that AGA McMahon brings were not taken over" in said
        after = site.desk.state(demo_id).tournament.settings
        assert (after.system, after.criteria, after.scoring) == ("aga", before.criteria, before.scoring)


def test_a_rule_that_is_typed_counts_before_those_of_the_system_in_any_order() -> None:
    event = crosstable("")
    for typed in (["criteria=mms,sosm", "system=aga"], ["system=aga", "criteria=mms,sosm"]):
        settings = with_typed_rules(event, typed, system_rules=True).settings
        assert settings.criteria == ("mms", "sosm")
        assert settings.scoring.bands_from_entries


def test_the_api_takes_the_rules_over_and_names_each_that_changed(desk: Desk) -> None:
    create_tournament(desk, name="Cup", by="Anneke")
    program = Program(desk, Scope.ADMIN)
    answer = program.ask("PATCH", "/tournaments/cup/settings", {"system": "swiss", "rounds": 4}).json()
    changed = {each["path"]: (each["before"], each["after"]) for each in answer["changed"]}
    assert changed["handicapping.ceiling"] == ("9", "0")
    assert changed["rounds"] == ("5", "4")
    program.ask("PATCH", "/tournaments/cup/settings?keep_rules=true", {"system": "aga"})
    assert program.get("/tournaments/cup/settings")["criteria"] == ["nbw", "sosw", "sodosw"]


@pytest.mark.parametrize("system", sorted(ALL_SYSTEMS))
def test_the_form_as_it_is_gives_an_event_the_rules_of_its_system(site: Site, system: str) -> None:
    form = site.form("/new", "/new")
    answer = site.client.post("/new", data={**form, "name": "Cup", "system": system})
    assert answer.status_code == 303
    settings = site.desk.state("cup").tournament.settings
    brings = replace(settings_of_system(system), standings_with_draw=True)
    assert replace(settings, clock=brings.clock) == brings


def test_handicaps_that_are_typed_count_before_those_of_the_system(site: Site) -> None:
    form = {**site.form("/new", "/new"), "name": "Cup", "system": "swiss"}
    site.client.post("/new", data={**form, "ceiling": "4", "by_score": "no"})
    given = site.desk.state("cup").tournament.settings.handicapping
    assert (given.ceiling, given.by_score, given.correction) == (4, False, 1)


def test_an_event_of_the_api_has_the_rules_of_its_system(desk: Desk) -> None:
    program = Program(desk, Scope.ADMIN)
    for system in ALL_SYSTEMS:
        new = {"name": system, "system": system, "handicapping": {"correction": 2}}
        made = program.ask("POST", "/tournaments", new).json()["id"]
        settings = desk.state(made).tournament.settings
        brings = replace(settings_of_system(system), standings_with_draw=True)
        assert replace(settings, handicapping=brings.handicapping) == brings
        assert settings.handicapping == replace(brings.handicapping, correction=2)


def test_a_swiss_of_the_api_and_of_the_library_has_no_handicaps(desk: Desk) -> None:
    program = Program(desk, Scope.ADMIN)
    program.ask("POST", "/tournaments", {"name": "Cup", "system": "swiss"})
    grades = ("6d", "20k")
    players = [{"surname": grade, "grade": grade} for grade in grades]
    program.ask("POST", "/tournaments/cup/players", {"players": players})
    draw_round(desk, "cup", round=1, by="Anneke")
    assert [board.handicap for board in desk.state("cup").tournament.round(1).boards] == [0]
    field = [miai.player(grade, grade, grade=grade) for grade in grades]
    made = miai.tournament("Cup", system="swiss", players=field)
    assert [board.handicap for board in miai.pair(made, round=1).boards] == [0]


def test_a_stage_has_the_rules_of_its_system_and_keeps_those_of_the_event_otherwise() -> None:
    event = miai.tournament("Open", rounds=3, rules={"pairing.same_club": 2, "komi": 7.5})
    cup = stage_settings(event, system="knockout")
    assert (cup.criteria, cup.handicapping.ceiling) == (("cps", "nbw"), 0)
    assert (cup.komi, cup.pairing.same_club) == (7.5, 2)
    # Its players are seeded by the places before it.
    assert not cup.pairing.bracket_by_lot
    assert stage_settings(event, system="aga").scoring.bands_from_entries
    assert replace(stage_settings(event, system="mcmahon"), rounds=3) == event.settings
