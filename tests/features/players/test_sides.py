"""Pair Go and rengo from entry to the draw: sides, who is kept apart, and that nothing is rated."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from kit.console import Console, console
from miai.domain.people.grade import Grade
from miai.domain.people.player import Member
from miai.domain.people.rating_list_entry import ListedPlayer, ListSource, PlayerList
from miai.domain.settings.pairing_rules import PairingRules
from miai.domain.settings.side_rules import MeanRounding
from miai.engine.pairing.event_simulation import why_not_simulated
from miai.engine.pairing.rules.geography import Geography
from miai.engine.pairing.view import build_view
from miai.errors import InputError
from miai.features.draw.pair import pair
from miai.features.history.undo import redo, undo
from miai.features.lists.candidates import Decisions
from miai.features.players.change_player import change_player
from miai.features.players.enter_sides import (
    TypedPerson,
    change_side,
    enter_side,
    enter_sides,
    read_people,
    with_answers,
)
from miai.features.players.listed_person import SamePersonError
from miai.features.players.paste_players import read_paste
from miai.features.ratings.rate import rate_tournament
from miai.features.settings.change_settings import change_rules, change_settings
from miai.features.uploads.check_upload import FEDERATIONS, check_upload
from miai.store.people.player_lists import PlayerLists


def person(
    surname: str, grade: str = "1d", *, country: str = "", club: str = "", egf_pin: str = ""
) -> Member:
    return Member(
        surname=surname,
        first_name="Ada",
        grade=Grade.parse(grade),
        country=country,
        club=club,
        egf_pin=egf_pin,
    )


def pair_go(*sides: tuple[Member, ...], pairing: PairingRules | None = None) -> Console:
    hall = console(people=2)
    if pairing:
        change_settings(*hall.at, replace(hall.event.settings, pairing=pairing), by="Anneke")
    enter_sides(*hall.at, sides, by="Anneke")
    return hall


FOX, GREEN, HILL, IVER = (person(name) for name in ("Fox", "Green", "Hill", "Iver"))


def test_two_people_enter_as_one_side() -> None:
    hall = pair_go((person("Fox", "3d"), person("Green", "2k")))
    [side] = hall.event.players
    assert (side.name, str(side.grade)) == ("Fox Ada / Green Ada", "1d")
    assert [member.name for member in side.members] == ["Fox Ada", "Green Ada"]


def test_nobody_plays_in_two_sides() -> None:
    hall = pair_go((FOX, GREEN))
    with pytest.raises(InputError, match="Fox Ada plays in Fox Ada / Green Ada"):
        enter_side(*hall.at, (HILL, FOX), by="Anneke")
    with pytest.raises(InputError, match="plays in"):
        enter_side(*hall.at, (HILL, HILL), by="Anneke")
    # Of two namesakes each has a number.
    namesakes = tuple(person("Low", egf_pin=pin) for pin in ("10000001", "10000002"))
    enter_side(*hall.at, namesakes, by="Anneke")


def test_a_person_of_a_side_is_replaced_and_the_rest_stays() -> None:
    hall = pair_go((FOX, GREEN), (HILL, IVER))
    side = hall.event.players[0]
    change_side(*hall.at, side.id, (FOX, person("Low", "4k")), by="Anneke")
    changed = hall.event.players[0]
    assert (changed.id, changed.name, str(changed.grade)) == (side.id, "Fox Ada / Low Ada", "2k")
    with pytest.raises(InputError, match="Hill Ada plays in"):
        change_side(*hall.at, side.id, (FOX, HILL), by="Anneke")


def test_another_rounding_gives_the_sides_other_grades() -> None:
    hall = pair_go((person("Fox", "1k"), person("Green", "2k")))
    assert str(hall.event.players[0].grade) == "2k"
    change_rules(*hall.at, {"sides.rounding": MeanRounding.STRONGER}, by="Anneke")
    assert str(hall.event.players[0].grade) == "1k"


def test_undoing_one_of_the_two_entries_of_a_rounding_leaves_the_grades_by_the_rule() -> None:
    hall = pair_go((person("Fox", "1d"), person("Green", "2d")))
    assert str(hall.event.players[0].grade) == "1d"
    saved = change_rules(*hall.at, {"sides.rounding": MeanRounding.STRONGER}, by="Anneke")
    rule, grades = (entry.number for entry in saved.entries)
    undo(*hall.at, grades, by="Anneke")
    assert str(hall.event.players[0].grade) == "2d"
    undo(*hall.at, rule, by="Anneke")
    assert str(hall.event.players[0].grade) == "1d"
    redo(*hall.at, rule, by="Anneke")
    assert str(hall.event.players[0].grade) == "2d"


@pytest.mark.parametrize(
    "about", [{"grade": Grade.parse("9k")}, {"surname": "The Foxes"}, {"rating": 900.0}, {"egf_pin": "1"}]
)
def test_a_side_has_no_other_name_grade_or_number_than_its_people_give(about: dict[str, object]) -> None:
    hall = pair_go((FOX, GREEN))
    side = hall.event.players[0]
    with pytest.raises(InputError, match="Fox Ada / Green Ada are from its people: change the people"):
        change_player(*hall.at, side.id, lambda old: replace(old, **about), by="Anneke")  # type: ignore[arg-type]
    change_player(*hall.at, side.id, lambda old: replace(old, club="Lyon"), by="Anneke")
    assert hall.event.players == (replace(side, club="Lyon"),)


@pytest.fixture
def lists(tmp_path: Path) -> Iterator[PlayerLists]:
    listed = ListedPlayer(
        source=ListSource.EGF, surname="Szabó", first_name="Dóra", grade=Grade.parse("2d"), rating=2198.0,
        country="HU", club="Szeged", egf_pin="10000003",
    )  # fmt: skip
    with PlayerLists(tmp_path, create=True) as opened:
        opened.replace(PlayerList(source=ListSource.EGF, players=(listed,)))
        yield opened


def test_people_are_filled_in_from_a_rating_list_or_typed(lists: PlayerLists) -> None:
    typed = [
        TypedPerson(name="szabo dora", country="hu"),
        TypedPerson(name="de Wit, Sander", grade="5k", country="nl"),
    ]
    szabo, de_wit = read_people(typed, lists)
    assert (szabo.name, str(szabo.grade), szabo.rating, szabo.club) == ("Szabó Dóra", "2d", 2198.0, "Szeged")
    assert (de_wit.surname, de_wit.first_name, de_wit.country) == ("de Wit", "Sander", "NL")


def test_a_namesake_of_a_person_of_a_side_is_asked_about_once(lists: PlayerLists) -> None:
    typed = [
        TypedPerson(name="szabo dora", grade="1d", country="at"),
        TypedPerson(name="Fox Ida", grade="5k"),
    ]
    with pytest.raises(SamePersonError) as raised:
        read_people(typed, lists, asked=())
    key = "1:egf:10000003"
    assert [
        f"{number}:{each.key}" for number, found in raised.value.candidates.items() for each in found
    ] == [key]
    assert read_people(typed, lists, asked=[key])[0].egf_pin == ""
    assert read_people(typed, lists, Decisions.of(same=[key]), asked=[key])[0].egf_pin == "10000003"
    refused = read_people(typed, lists, Decisions.of(not_same=[key]), asked=[key])
    assert (refused[0].egf_pin, refused[0].not_same_as) == ("", ("egf:10000003",))
    # The answer is known when the side is changed.
    again = with_answers(typed, refused)
    assert read_people(again, lists, asked=())[0].not_same_as == ("egf:10000003",)


def test_what_is_missing_is_said_by_person() -> None:
    with pytest.raises(InputError) as raised:
        read_people([TypedPerson(name="Fox Ada"), TypedPerson()])
    assert [str(problem) for problem in raised.value.problems] == ["person 1: no grade", "person 2: no name"]


def test_a_table_names_all_people_of_a_side_in_a_line() -> None:
    hall = pair_go((FOX, GREEN))
    lines = ("Hill Ada / Iver Bo\t3d / 1d\tUlm", "Fox Ada / Low Cy\t1k / 2k\tUlm / Bonn", "Alone Di\t5k\t")
    table = read_paste(hall.event, "\n".join(("Name\tGrade\tClub", *lines)))
    side, twice, alone = table.rows
    assert side.player
    assert (side.player.name, str(side.player.grade), side.player.club) == ("Hill Ada / Iver Bo", "2d", "Ulm")
    assert twice.twice
    assert alone.player
    assert not alone.player.members
    three = read_paste(hall.event, "Name\tGrade\nA A / B B / C C\t3d / 1d / 1k")
    assert str(three.rows[0].problem) == "a side has 2 people, not 3"


def abroad(name: str, country: str, club: str = "") -> Member:
    return person(name, country=country, club=club)


def test_sides_are_kept_apart_if_anybody_of_them_shares_a_country_or_club() -> None:
    rules = PairingRules(same_country=1, same_club=3, exempt_at_bar=False, exempt_from=None)
    hall = pair_go(
        (abroad("A", "FR"), abroad("B", "DE", "Ulm")),
        (abroad("C", "UK"), abroad("D", "FR")),
        (abroad("E", "NL", "ulm"), abroad("F", "")),
        (abroad("G", "IT"), abroad("H", "")),
        pairing=rules,
    )
    view = build_view(hall.event, 1, seed=0)
    at = {player.members[0].surname: i for i, player in enumerate(view.players)}
    apart = Geography.of(rules)
    found = apart.deviation(view)
    assert found[at["A"], at["C"]] == found[at["C"], at["A"]] == 1
    assert found[at["A"], at["E"]] == 3
    assert found[at["A"], at["G"]] == found[at["E"], at["G"]] == found[at["C"], at["E"]] == 0
    assert str(apart.explain(view, at["A"], at["C"])) == "both come from FR"
    assert str(apart.explain(view, at["E"], at["A"])) == "both play for ulm"
    drawn = {frozenset((board.white.id, board.black.id)) for board in pair(hall.event, round=1).boards}
    assert frozenset((view.players[at["A"]].id, view.players[at["G"]].id)) in drawn


def test_the_handicap_of_sides_goes_by_their_mean() -> None:
    strong = (person("Fox", "1k"), person("Green", "3k"))
    weak = (person("Hill", "8k"), person("Iver", "6k"))
    [board] = pair(pair_go(strong, weak).event, round=1).boards
    # 2k against 7k, less one.
    assert (board.white.name, board.handicap) == ("Fox Ada / Green Ada", 4)


def test_pair_go_is_not_rated() -> None:
    hall = pair_go((FOX, GREEN), (HILL, IVER))
    hall.draw(1)
    hall.play(1)
    for system in ("egf", "egf-classic", "aga"):
        rated = rate_tournament(hall.event, system=system, class_key=None if system == "aga" else "A")
        assert [each.change.change for each in rated.rated] == [0, 0]
        assert str(rated.why_not_rated) == "Pair Go and rengo are not rated"
    for federation in FEDERATIONS.values():
        told = [
            str(each.problem) for each in check_upload(hall.event, federation, on=date(2026, 10, 10)).problems
        ]
        assert "Pair Go and rengo are not rated" in told


def test_the_simulation_leaves_sides_to_the_real_draw() -> None:
    hall = pair_go((FOX, GREEN), (HILL, IVER))
    assert "each of their people" in str(why_not_simulated(hall.event, 3))
    alone = replace(hall.event, players=tuple(replace(p, members=()) for p in hall.event.players))
    assert why_not_simulated(alone, 3) is None
