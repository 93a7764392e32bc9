"""Players in time zones far apart are kept apart where the event asks for it."""

from dataclasses import replace

import pytest

import miai
from kit.builders import crosstable, with_player
from miai.domain.people.player import Member
from miai.domain.settings.pairing_rules import PairingRules
from miai.domain.time_zones import minutes_east
from miai.domain.tournament import Tournament
from miai.engine.pairing.pair_facts import pair_facts
from miai.engine.pairing.protocol import Draw
from miai.engine.pairing.rules.geography import Geography
from miai.engine.pairing.view import build_view
from miai.features.draw.evaluation import before_round
from miai.messages import english

ZONES = {"A": "Europe/Paris", "B": "Asia/Tokyo", "C": "UTC+1", "D": "Australia/Sydney"}


def far(event: Tournament, *, price: int, hours: int = 6) -> Tournament:
    pairing = replace(PairingRules(), far_time_zones=price, hours_in_reach=hours)
    return replace(event, settings=replace(event.settings, pairing=pairing))


@pytest.fixture
def event() -> Tournament:
    # Everybody starts equal; by rating A would meet B under adjacent seeding.
    made = replace(crosstable("A?B C?D", start=10), rounds=(), begin="2026-01-10")
    for name, zone in ZONES.items():
        made = with_player(made, name, time_zone=zone)
    return made


def games(draw: Draw) -> set[frozenset[str]]:
    return {frozenset((str(board.white.id), str(board.black.id))) for board in draw.boards}


@pytest.mark.parametrize("preset", ["miai", "kaniuk", "aga"])
def test_games_between_far_time_zones_are_avoided(event: Tournament, preset: str) -> None:
    draw = miai.pair(far(event, price=2), round=1, preset=preset)
    assert games(draw) == {frozenset("AC"), frozenset("BD")}


def test_hours_are_counted_the_shorter_way_around_the_globe(event: Tournament) -> None:
    near = with_player(event, "A", time_zone="UTC-11")
    view = build_view(far(near, price=3, hours=6), 1, seed=0)
    matrix = Geography.of(view.settings.pairing).deviation(view)
    at = {str(player.id): i for i, player in enumerate(view.players)}
    # From -11 to Sydney's +11 it is two hours, to Tokyo's +9 four, to Central Europe twelve.
    assert [int(matrix[at["A"], at[other]]) for other in "BCD"] == [0, 3, 0]


def test_whoever_names_no_zone_lives_by_the_clocks_of_the_event(event: Tournament) -> None:
    nowhere = far(with_player(event, "A", time_zone=""), price=3)
    in_japan = replace(nowhere, settings=replace(nowhere.settings, time_zone="Asia/Tokyo"))
    for made, expected in ((nowhere, [0, 0, 0]), (in_japan, [0, 3, 0])):
        view = build_view(made, 1, seed=0)
        matrix = Geography.of(view.settings.pairing).deviation(view)
        at = {str(player.id): i for i, player in enumerate(view.players)}
        assert [int(matrix[at["A"], at[other]]) for other in "BCD"] == expected


def test_the_reasons_name_the_hours(event: Tournament) -> None:
    view = build_view(far(event, price=1), 1, seed=0)
    at = {str(player.id): i for i, player in enumerate(view.players)}
    rule = Geography.of(view.settings.pairing)
    assert english(rule.explain(view, at["A"], at["B"])) == "time zones 8 hours apart"
    assert english(rule.explain(view, at["A"], at["C"])) == "different clubs and countries"
    facts = pair_facts(view)
    assert str(facts(at["A"], at["B"], 0).far_apart) == "time zones 8 hours apart"
    assert facts(at["A"], at["C"], 0).far_apart is None


def test_a_price_of_nothing_keeps_nobody_apart(event: Tournament) -> None:
    assert games(miai.pair(far(event, price=0), round=1)) == games(miai.pair(event, round=1))


def test_sides_of_two_people_are_kept_apart_too(event: Tournament) -> None:
    pairs = event
    for name in "ABCD":
        grade = event.player(event.players[0].id).grade
        people = tuple(Member(surname=f"{name}{k}", grade=grade) for k in (1, 2))
        pairs = with_player(pairs, name, members=people)
    assert games(miai.pair(far(pairs, price=2), round=1)) == {frozenset("AC"), frozenset("BD")}


@pytest.mark.parametrize("begin", ["2026-01-10", "2026-07-10"])
def test_a_draw_in_the_hall_counts_the_hours_of_the_first_day(event: Tournament, begin: str) -> None:
    """Between Paris and Sydney it is ten hours in January and eight in July."""
    dated = replace(far(event, price=3, hours=9), begin=begin)
    sydney, paris = (minutes_east(zone, begin) or 0 for zone in ("Australia/Sydney", "Europe/Paris"))
    assert sydney - paris == {"2026-01-10": 600, "2026-07-10": 480}[begin]

    def prices(of: Tournament) -> list[list[int]]:
        view = build_view(of, 1, seed=0)
        return [list(map(int, row)) for row in Geography.of(view.settings.pairing).deviation(view)]

    assert prices(before_round(dated, 1)) == prices(dated)
