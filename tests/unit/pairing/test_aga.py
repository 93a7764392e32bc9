"""The AGA's protocol, step by step."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

import miai
from builders import crosstable, with_player
from miai.domain.game import Board, Result
from miai.domain.grade import Grade
from miai.domain.player import Player, PlayerId
from miai.domain.points import quarters
from miai.domain.round import Round
from miai.domain.settings import Settings
from miai.domain.tournament import Tournament
from miai.errors import NoPairingError
from miai.pairing.aga_order import _settled, best_pairing, rank
from miai.pairing.protocol import Constraints, Draw
from miai.pairing.systems.aga import AgaMcMahon, Stones
from miai.pairing.view import build_view

NOBODY_RELATED = np.zeros((40, 40), np.int64)


def field(scores: dict[str, float], met: list[tuple[str, str]] = [], *, rounds: int = 6) -> Tournament:  # noqa: B006
    """Players with these scores, the first rated highest; each of `met` in a round of its own as a jigo."""
    names = list(scores)
    count = dict.fromkeys(names, 0)
    played = []
    for number, (a, b) in enumerate(met, start=1):
        count[a] += 1
        count[b] += 1
        board = Board(table=1, white=PlayerId(a), black=PlayerId(b), result=Result.JIGO, handicap=1)
        played.append(Round(number=number, boards=(board,)))
    players = tuple(
        Player(
            id=PlayerId(name),
            surname=name,
            grade=Grade.parse("1d"),
            rating=2500.0 - place,
            start=quarters(scores[name] - count[name] / 2),
        )
        for place, name in enumerate(names)
    )
    settings = Settings(system="aga", rounds=max(rounds, len(played) + 6))
    return Tournament(players=players, rounds=tuple(played), settings=settings)


def pairs(draw: Draw) -> set[frozenset[str]]:
    return {frozenset((str(b.white.id), str(b.black.id))) for b in draw.boards}


def drawn(event: Tournament, **constraints: object) -> Draw:
    return miai.pair(event, round=event.rounds_played + 1, constraints=Constraints(**constraints))  # type: ignore[arg-type]


@pytest.mark.requirement("A32")
def test_eight_players_who_have_not_met_are_split_and_shifted() -> None:
    names = [f"Player{i}" for i in range(1, 9)]
    draw = drawn(field(dict.fromkeys(names, 0.0)))
    assert pairs(draw) == {frozenset((f"Player{i}", f"Player{i + 4}")) for i in range(1, 5)}
    assert draw.notes == ()


@pytest.mark.requirement("A38", "A39")
def test_the_merged_group_of_the_document() -> None:
    scores = dict.fromkeys("ABCDEF", 1.0) | dict.fromkeys("GHIJ", 0.0)
    draw = drawn(field(scores, list(combinations("ABCD", 2))))
    assert pairs(draw) == {frozenset(pair) for pair in ("AE", "BF", "CG", "DH", "IJ")}
    assert tuple(map(str, draw.notes)) == ("score 1 cannot be paired alone and joins score 0",)


@pytest.mark.requirement("A37")
def test_a_transposition_of_the_lowest_comes_before_any_other_change() -> None:
    scores = dict.fromkeys("ABCDEFGH", 0.0)
    assert pairs(drawn(field(scores, [("D", "H")]))) == {frozenset(p) for p in ("AE", "BF", "CH", "DG")}
    # Of the changes that part A and E, the one with the lowest players.
    assert pairs(drawn(field(scores, [("A", "E")]))) == {frozenset(p) for p in ("AH", "BF", "CG", "DE")}


@pytest.mark.requirement("A34")
def test_a_switch_is_made_only_where_no_transposition_helps() -> None:
    scores = dict.fromkeys("ABCD", 0.0)
    # A has met both of the lower half.
    draw = drawn(field(scores, [("A", "C"), ("A", "D")]))
    assert pairs(draw) == {frozenset("AB"), frozenset("CD")}


@pytest.mark.requirement("A29", "A31")
def test_the_strongest_of_the_next_group_floats_up() -> None:
    scores = dict.fromkeys("ABC", 1.0) | dict.fromkeys("DEF", 0.0)
    draw = drawn(field(scores))
    assert pairs(draw) == {frozenset("AC"), frozenset("BD"), frozenset("EF")}


def test_who_floated_up_in_the_last_round_does_not_float_up_again() -> None:
    event = crosstable("A+B C+D E+F G+ | A+C E=D B=F G-", start=0)
    event = replace(event, settings=replace(event.settings, system="aga", rounds=8))
    view = build_view(event, 3, seed=0)
    floated = [str(view.players[i].id) for i in range(len(view)) if view.last_floats[i] == 1]
    assert "D" in floated
    draw = drawn(event)
    place = {player.id: i for i, player in enumerate(view.players)}
    for board in draw.boards:
        low, high = sorted((place[board.white.id], place[board.black.id]), key=lambda i: view.scores[i])
        if view.scores[low] < view.scores[high]:
            assert view.last_floats[low] != 1 or any("relaxed" in str(note) for note in draw.notes)


def test_at_the_end_of_the_tournament_floats_may_repeat() -> None:
    event = crosstable("A+B C+D E+F | A+C E=D B=F", start=0)
    last = replace(event, settings=replace(event.settings, system="aga", rounds=3))
    assert not any("floats are relaxed" in str(note) for note in drawn(last).notes)


def test_nobody_has_the_same_colour_four_times_in_a_row() -> None:
    event = crosstable("A+X B+Y | A+Y B+X | A+Z B+W", start=None)
    order = {"A": 40.0, "C": 30.0, "B": 20.0, "D": 10.0}
    newcomers = tuple(replace(event.players[0], id=PlayerId(name), surname=name) for name in "CD")
    players = tuple(
        replace(
            p,
            start=quarters(1 if p.id in "AB" else 4 if p.id in "CD" else -9),
            rating=2000 + order.get(p.id, 0),
        )
        for p in (*event.players, *newcomers)
    )
    event = replace(event, players=players, settings=replace(event.settings, system="aga", rounds=12))
    view = build_view(event, 4, seed=0)
    streaks = {str(view.players[i].id): int(view.streaks[i]) for i in range(len(view))}
    assert (streaks["A"], streaks["B"], streaks["C"]) == (3, 3, 0)
    # Split and shift would pair A with B.
    assert {frozenset("AD"), frozenset("BC")} <= pairs(drawn(event))


@pytest.mark.requirement("A25", "A30", "A66")
def test_the_lowest_rated_of_the_lowest_group_has_the_bye_but_not_twice() -> None:
    scores = dict.fromkeys("ABCD", 1.0) | {"E": 0.0}
    draw = drawn(field(scores))
    assert draw.bye is not None
    assert draw.bye.id == "E"
    event = crosstable("A+B C+D E+", start=0)
    event = with_player(
        replace(event, settings=replace(event.settings, system="aga")), "E", start=quarters(-5)
    )
    again = drawn(event)
    assert again.bye is not None
    assert again.bye.id != "E"


@pytest.mark.requirement("A41", "A42")
def test_a_volunteer_takes_the_bye_and_the_director_forces_and_prohibits() -> None:
    scores = dict.fromkeys("ABCDE", 0.0)
    draw = drawn(field(scores), bye=PlayerId("A"), forced=((PlayerId("C"), PlayerId("B")),))
    assert draw.bye is not None
    assert draw.bye.id == "A"
    assert pairs(draw) == {frozenset("BC"), frozenset("DE")}
    kept = drawn(field(dict.fromkeys("ABCD", 0.0)), forbidden=((PlayerId("A"), PlayerId("C")),))
    assert frozenset("AC") not in pairs(kept)


def test_a_bye_is_found_among_those_who_are_not_in_forced_games() -> None:
    event = crosstable("A+ F+G D+E | B+ F-D G+E | C+ F+E D+G", start=0)
    event = replace(event, settings=replace(event.settings, system="aga", rounds=6))
    d, e, f, g = (PlayerId(name) for name in "DEFG")
    draw = drawn(event, forced=((d, f), (e, g)))
    assert draw.bye is not None
    assert draw.bye.id in "ABC"


@pytest.mark.requirement("A43", "A44")
def test_clubmates_are_kept_apart_by_transposing_in_the_first_half_only() -> None:
    event = field(dict.fromkeys("ABCDEFGH", 0.0), rounds=6)
    for name in "AE":
        event = with_player(event, name, club="Ithaca", country="US")
    assert frozenset("AE") not in pairs(drawn(event))
    late = replace(event, settings=replace(event.settings, rounds=1))
    assert frozenset("AE") in pairs(drawn(late))


@pytest.mark.parametrize(
    ("stones", "given"), [(Stones.FULL, 5), (Stones.MINUS_ONE, 4), (Stones.MINUS_TWO, 3), (Stones.NONE, 0)]
)
def test_handicaps_follow_the_policy(stones: Stones, given: int) -> None:
    event = crosstable("A?B", start=0)
    event = with_player(with_player(event, "A", grade=Grade.parse("3k")), "B", grade=Grade.parse("8k"))
    event = replace(event, rounds=(), settings=replace(event.settings, system="aga"))
    view = build_view(event, 1, seed=0)
    assert AgaMcMahon(stones=stones).draw(view, 0).boards[0].handicap == given


def test_the_top_band_plays_even_games() -> None:
    event = crosstable("A?B", start=34)
    event = with_player(with_player(event, "A", grade=Grade.parse("7d")), "B", grade=Grade.parse("8k"))
    event = replace(event, rounds=(), settings=replace(event.settings, system="aga"))
    view = build_view(event, 1, seed=0)
    assert AgaMcMahon(stones=Stones.FULL).draw(view, 0).boards[0].handicap == 0
    assert AgaMcMahon(stones=Stones.FULL, top_band_even=False).draw(view, 0).boards[0].handicap > 0


@pytest.mark.requirement("A24")
def test_where_nobody_is_left_to_meet_the_error_says_so() -> None:
    event = crosstable("A+B C+D | A+C B+D | A+D B+C", start=0)
    event = replace(event, settings=replace(event.settings, system="aga"))
    with pytest.raises(NoPairingError, match="met in round"):
        drawn(event)


@pytest.mark.requirement("A40")
def test_a_higher_group_is_paired_otherwise_when_the_rest_would_be_stuck() -> None:
    # Were A to meet B, C and D would have to meet again.
    scores = {"A": 1.0, "B": 1.0, "C": 0.0, "D": 0.0}
    draw = drawn(field(scores, [("C", "D")]))
    assert frozenset("CD") not in pairs(draw)


def all_pairings(players: list[int]) -> list[list[tuple[int, int]]]:
    if not players:
        return [[]]
    first, *others = players
    return [
        [(first, other), *rest]
        for other in others
        for rest in all_pairings([p for p in others if p != other])
    ]


@pytest.mark.parametrize("seed", range(60))
def test_the_best_of_all_pairings_is_taken_in_small_groups_and_nearly_so_in_the_settled_way(
    seed: int,
) -> None:
    rng = np.random.default_rng(seed)
    n = int(rng.choice([2, 4, 6, 8]))
    allowed = np.triu(rng.random((n, n)) < 0.6, 1)
    allowed = allowed | allowed.T
    area = NOBODY_RELATED[:n, :n]
    valid = [p for p in all_pairings(list(range(n))) if all(allowed[pair] for pair in p)]
    found, settled = best_pairing(allowed, area), _settled(allowed, area)
    if not valid:
        assert found is None
        assert settled is None
        return
    assert found is not None
    assert settled is not None
    assert rank(found, area) == min(rank(pairing, area) for pairing in valid)
    # The way of large groups agrees on switches.
    assert rank(settled, area)[:2] == rank(found, area)[:2]


def test_exchanges_are_counted_as_a_player_would() -> None:
    none = NOBODY_RELATED
    assert rank([(0, 4), (1, 5), (2, 6), (3, 7)], none)[1:3] == (0, 0)
    assert rank([(0, 4), (1, 5), (2, 7), (3, 6)], none)[1:3] == (0, 1)
    assert rank([(0, 5), (1, 4), (2, 7), (3, 6)], none)[1:3] == (0, 2)
    assert rank([(0, 1), (4, 5), (2, 6), (3, 7)], none)[1:3] == (1, 0)
    assert rank([(0, 5), (1, 6), (2, 4), (3, 7)], none)[1:3] == (0, 2)


def test_a_large_group_is_paired_quickly_and_split_and_shifted() -> None:
    event = field({f"P{i:03}": 0.0 for i in range(120)})
    draw = drawn(event)
    assert pairs(draw) == {frozenset((f"P{i:03}", f"P{i + 60:03}")) for i in range(60)}
