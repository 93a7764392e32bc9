"""Document 2, "AGA Swiss McMahon Pairing Protocol Standards": what its text says, in small fields."""

from dataclasses import replace
from typing import Any

import pytest

import miai
from kit.builders import crosstable, value, with_player
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.points import quarters
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.handicap_rules import Handicapping
from miai.domain.tournament import Tournament
from miai.engine.bar.bands import scores
from miai.engine.pairing.analysis import WeighedRound
from miai.engine.pairing.protocol import Draw
from miai.features.draw.pair import prepare

FIVE_KYU = Grade.parse("5k")


def games(draw: Draw) -> set[frozenset[str]]:
    return {frozenset((str(board.white.id), str(board.black.id))) for board in draw.boards}


def pairs(text: str) -> set[frozenset[str]]:
    return {frozenset(pair) for pair in text.split()}


def entered(ratings: dict[str, float], starts: dict[str, float] | None = None, **settings: Any) -> Tournament:
    """Players of one grade before round 1, in the given order."""
    players = tuple(
        Player(
            id=PlayerId(name),
            surname=name,
            grade=FIVE_KYU,
            rating=rating,
            start=quarters((starts or {}).get(name, 0)),
        )
        for name, rating in ratings.items()
    )
    return Tournament(players=players, settings=Settings(**{"system": "aga", "rounds": 6, **settings}))


def ranked(names: str) -> dict[str, float]:
    """Ratings that fall from the first to the last."""
    return {name: 2000.0 - place for place, name in enumerate(names)}


def played(text: str, starts: dict[str, float], *, rounds: int) -> Tournament:
    """Rounds in which nobody scores ("AxB"), by players rated in the order of the alphabet."""
    event = crosstable(text)
    for name, rating in ranked("".join(sorted(player.id for player in event.players))).items():
        event = with_player(event, name, rating=rating, start=quarters(starts[name]), grade=FIVE_KYU)
    return replace(event, settings=replace(event.settings, system="aga", rounds=rounds))


def drawn(event: Tournament) -> Draw:
    return miai.pair(event, round=len(event.rounds) + 1)


@pytest.mark.requirement("A2")
def test_a_rating_that_the_director_changes_changes_the_order() -> None:
    event = entered(ranked("ABCD"))
    assert games(drawn(event)) == pairs("AC BD")
    assert games(drawn(with_player(event, "D", rating=2500.0))) == pairs("DB AC")


@pytest.mark.requirement("A8")
def test_the_factor_of_the_separations_can_be_changed() -> None:
    sizes = [19, 17, 10, 11, 24]
    # 0.5·17/6 = 1.4, 0.5·10/6 = 0.8, 0.5·11/6 = 0.9, 0.5·24/6 = 2
    assert scores(sizes, 6, factor=0.5) == [0, -1, -2, -3, -5]
    assert scores(sizes, 6) == [0, -2, -3, -4, -6]


@pytest.mark.requirement("A22")
def test_players_are_sorted_by_score_and_then_by_the_rating_they_entered_with() -> None:
    ratings = {"A": 2200.0, "B": 2300.0, "C": 2100.0, "D": 2400.0, "E": 2900.0, "F": 2000.0}
    event = entered(ratings, starts={"E": -1, "F": -1})
    assert games(drawn(event)) == pairs("DA BC EF")


@pytest.mark.requirement("A23")
def test_half_a_point_makes_another_score_group() -> None:
    event = entered(ranked("ABCDEF"), starts={"A": 1, "C": 1, "B": 0.5, "E": 0.5, "D": 0, "F": 0})
    assert games(drawn(event)) == pairs("AC BE DF")


NOBODY_PLAYS = "A~ B~ C~ D~ E~ F~"
# D floats up to A. Next time the strongest who may float up is E, unless repeated floats do not matter.
FLOATS = "AxD BxC E~ F~"
UPPER = {"A": 1.0, "B": 1.0, "C": 1.0, "D": 0.0, "E": 0.0, "F": 0.0}


@pytest.mark.requirement("A26", "A29")
@pytest.mark.parametrize(
    ("before", "rounds", "again"),
    [(0, 2, True), (0, 3, False), (3, 5, True), (3, 6, True), (3, 7, False), (2, 5, False), (4, 6, True)],
)
def test_nobody_floats_up_twice_in_a_row_but_at_the_end(before: int, rounds: int, *, again: bool) -> None:
    text = " | ".join([*[NOBODY_PLAYS] * before, FLOATS])
    draw = drawn(played(text, UPPER, rounds=rounds))
    assert games(draw) == (pairs("AC BD EF") if again else pairs("AC BE DF"))


@pytest.mark.requirement("A35")
def test_another_player_floats_up_where_the_strongest_has_met_the_whole_group() -> None:
    text = f"AxD/1 | BxD/1 | CxD/1 | {NOBODY_PLAYS}"
    assert games(drawn(played(text, UPPER, rounds=12))) == pairs("AC BE DF")


@pytest.mark.requirement("A43")
def test_clubmates_stay_in_their_group_even_if_they_have_to_meet() -> None:
    event = entered(ranked("ABCD"), starts={"A": 1, "B": 1})
    for name in "AB":
        event = with_player(event, name, club="Ithaca", country="US")
    assert games(drawn(event)) == pairs("AB CD")


@pytest.mark.requirement("A43", "A44")
@pytest.mark.parametrize("kept", ["club", "country"])
def test_of_six_rounds_the_first_three_keep_neighbours_apart(kept: str) -> None:
    for played_before, apart in ((2, True), (3, False)):
        text = " | ".join(["A~ B~ C~ D~"] * played_before)
        event = played(text, dict.fromkeys("ABCD", 0.0), rounds=6)
        for name in "AC":
            event = with_player(event, name, **{kept: "Ithaca"})
        assert games(drawn(event)) == (pairs("AD BC") if apart else pairs("AC BD"))


@pytest.mark.requirement("A46")
@pytest.mark.parametrize(("correction", "ceiling", "stones"), [(0, 9, 5), (1, 9, 4), (2, 9, 3), (0, 0, 0)])
def test_a_tournament_runs_with_full_reduced_or_no_handicap(
    correction: int, ceiling: int, stones: int
) -> None:
    terms = Handicapping(by_score=False, correction=correction, ceiling=ceiling)
    event = entered(ranked("AB"), handicapping=terms)
    event = with_player(with_player(event, "A", grade=Grade.parse("3k")), "B", grade=Grade.parse("8k"))
    assert [board.handicap for board in drawn(event).boards] == [stones]


@pytest.mark.requirement("A70")
def test_players_of_one_group_play_even_whatever_their_grades() -> None:
    event = with_player(entered(ranked("AB")), "A", grade=Grade.parse("1k"))
    assert [board.handicap for board in drawn(event).boards] == [0]


@pytest.mark.requirement("A49", "A50", "A51")
def test_what_a_round_adds_to_the_score() -> None:
    event = crosstable("A+B C+D! E=F GxH! I+ J~", start=-3)
    won, lost = ("A", "C", "I"), ("B", "D", "G", "H", "J")
    assert {value(event, name, "mms") for name in won} == {-2}
    assert {value(event, name, "mms") for name in lost} == {-3}
    assert {value(event, name, "mms") for name in "EF"} == {-2.5}


@pytest.mark.requirement("A52", "A53")
def test_soms_and_sodoms_where_everybody_played() -> None:
    event = crosstable("A+B C+D | A+C D+B", start=-1)
    assert [value(event, name, "mms") for name in "ABCD"] == [1, -1, 0, 0]
    assert [value(event, name, "soms") for name in "ABCD"] == [-1 + 0, 1 + 0, 0 + 1, 0 - 1]
    assert [value(event, name, "sodoms") for name in "ABCD"] == [-1 + 0, 0, 0, -1]


def penalty(task: WeighedRound, one: str, other: str, rule: str = "") -> int:
    """What a pair costs, altogether or by one rule."""
    names = [str(player.id) for player in task.view.players]
    priced = task.solve().priced
    costs = next(part.costs for part in priced.parts if part.key == rule) if rule else priced.costs
    return int(costs[names.index(one), names.index(other)])


@pytest.mark.requirement("A59")
def test_the_penalty_is_10000_for_a_point_and_the_square_of_the_distance_from_the_ideal_opponent() -> None:
    eight = prepare(entered(ranked("ABCDEFGH"), system="mcmahon"), round=1, preset="aga")
    assert [penalty(eight, "A", other) for other in "EFGH"] == [0, 1, 4, 9]
    scores_of_four = {"A": 1.0, "B": 1.0, "C": -1.0, "D": -1.0}
    four = prepare(entered(ranked("ABCD"), scores_of_four, system="mcmahon"), round=1, preset="aga")
    assert (penalty(four, "A", "B", "score"), penalty(four, "A", "C", "score")) == (0, 10_000 * 2**2)


@pytest.mark.requirement("A60")
def test_by_the_penalty_clubmates_are_moved_within_their_group_but_not_out_of_it() -> None:
    upper = dict.fromkeys("ABCD", 1.0)
    for clubmates, starts, meet in (("AC", upper, False), ("AB", {"A": 1.0, "B": 1.0}, True)):
        event = entered(ranked("ABCDEFGH"), starts, system="mcmahon")
        for name in clubmates:
            event = with_player(event, name, club="Ithaca", country="US")
        found = games(miai.pair(event, round=1, preset="aga"))
        assert (frozenset(clubmates) in found) is meet
        assert all(len(game & starts.keys()) != 1 for game in found)


@pytest.mark.requirement("A62", "A68")
def test_two_thousand_players_are_matched_and_the_matching_is_proved() -> None:
    ratings = {f"P{number}": 2000.0 - number / 10 for number in range(2000)}
    starts = {f"P{number}": float(number % 23) for number in range(2000)}
    draw = miai.pair(entered(ratings, starts, system="mcmahon"), round=1, preset="aga")
    assert (len(draw.boards), draw.bye, draw.optimal) == (1000, None, True)


@pytest.mark.requirement("A67")
def test_a_player_with_two_voluntary_byes_can_still_have_the_forced_one() -> None:
    event = played("AxB C~ | A~ B~ C~ D~", {"A": 1.0, "B": 1.0, "C": 0.0, "D": 1.0}, rounds=6)
    event = with_player(event, "A", absent_rounds=frozenset({3}))
    assert value(event, "C", "mms") == 0
    bye = drawn(event).bye
    assert bye is not None
    assert bye.id == "C"


@pytest.mark.requirement("A25", "A66")
def test_where_the_lowest_has_had_the_bye_a_higher_group_is_opened() -> None:
    event = played("AxB CxD E+", {"A": 1.0, "B": 1.0, "C": 1.0, "D": 1.0, "E": -5.0}, rounds=6)
    bye = drawn(event).bye
    assert bye is not None
    assert bye.id == "D"
