"""The simulation plays what `pairing` would draw, and depends on its seed alone."""

from dataclasses import replace

import numpy as np
import pytest

from miai.domain.game import Board, Result
from miai.domain.grade import Grade
from miai.domain.player import Player, PlayerId
from miai.domain.round import Bye, Round
from miai.domain.settings import Handicapping, PairingRules, Scoring, SeedingChoice, SeedMethod, Settings
from miai.domain.tournament import Tournament
from miai.errors import NoPairingError
from miai.kernel.simulate import AWAY, BYE, POINT, UNPAIRED, Played, Standing
from miai.pairing.byes import lowest_order
from miai.pairing.plan import Plan
from miai.pairing.pricing.kaniuk import Kaniuk
from miai.pairing.rules.colour import Colour
from miai.pairing.rules.floats import Floats
from miai.pairing.rules.geography import Geography
from miai.pairing.rules.score import Score
from miai.pairing.rules.seeding import Seeding
from miai.pairing.simulation import BY_SCORE, RANDOM, Entry, Scheme, simulate
from miai.pairing.solving import solve_round
from miai.pairing.view import Seeding as SeedingOrder
from miai.pairing.view import build_view
from miai.rating.win_models import KaniukErf

MODEL = KaniukErf()


def _weights(dice: np.random.Generator) -> Kaniuk:
    keys = ("score", "floats", "geography", "colour", "seeding")
    return Kaniuk(
        psi=str(dice.choice(["quadratic", "gaussian", "sech"])),
        weights=tuple(
            (key, float(10 ** dice.uniform(-1, 3)), float(10 ** dice.uniform(-1, 0))) for key in keys
        ),
    )


def _settings(dice: np.random.Generator) -> Settings:
    methods = list(SeedMethod)
    by_rating = SeedingChoice(by="rating")
    system = "mcmahon" if dice.random() < 0.7 else "swiss"
    # A Swiss gives stones by grade, which is not simulated.
    ceiling = 9 if system == "mcmahon" else 0
    return Settings(
        system=system,
        rounds=int(dice.integers(3, 7)),
        scoring=Scoring(bar=Grade.of_number(int(dice.integers(-3, 4))), floor=Grade.of_number(-12)),
        handicapping=Handicapping(ceiling=ceiling, none_from=Grade.of_number(int(dice.integers(-4, 4)))),
        pairing=PairingRules(
            first_seeding=replace(by_rating, method=methods[dice.integers(len(methods))]),
            later_seeding=replace(by_rating, method=methods[dice.integers(len(methods))]),
            exempt_from=None,
        ),
    )


def _players(dice: np.random.Generator, rounds: int) -> tuple[Player, ...]:
    size = int(dice.integers(8, 31))
    numbers = dice.integers(-15, 5, size)
    tenths = dice.permutation(size)
    return tuple(
        Player(
            id=PlayerId(f"p{i}"),
            surname=f"P{i}",
            grade=Grade.of_number(int(numbers[i])),
            rating=2100 + 100 * float(numbers[i]) + float(tenths[i]),
            country="FR" if dice.random() < 0.5 else "DE",
            club=f"club {dice.integers(4)}",
            absent_rounds=frozenset(int(r) for r in range(1, rounds + 1) if dice.random() < 0.06),
        )
        for i in range(size)
    )


def _entry(players: tuple[Player, ...]) -> Entry:
    clubs = sorted({player.club for player in players})
    return Entry(
        grades=tuple(player.grade.number for player in players),
        ratings=tuple(player.rating or 0.0 for player in players),
        countries=tuple(int(player.country == "FR") for player in players),
        clubs=tuple(clubs.index(player.club) for player in players),
    )


def _round(played: Played, number: int, players: tuple[Player, ...]) -> Round:
    opponents, colours = played.opponents[0, number - 1], played.colours[0, number - 1]
    after = played.before[0, number] if number < played.opponents.shape[1] else played.final[0]
    boards: list[Board] = []
    for i, j in enumerate(opponents):
        if j >= 0 and colours[i] == 1:
            won = after[i] > played.before[0, number - 1, i]
            boards.append(
                Board(
                    table=len(boards) + 1,
                    white=players[i].id,
                    black=players[j].id,
                    handicap=int(played.stones[0, number - 1, i]),
                    result=Result.WHITE_WINS if won else Result.BLACK_WINS,
                )
            )
    byes = tuple(Bye(player=players[i].id) for i, j in enumerate(opponents) if j == BYE)
    return Round(number=number, boards=tuple(boards), byes=byes)


def test_simulated_rounds_cost_what_the_pairing_of_the_same_state_costs() -> None:
    compared = 0
    for case in range(10_000):
        dice = np.random.default_rng((6, case))
        settings = _settings(dice)
        players = _players(dice, settings.rounds)
        weights = _weights(dice)
        present = np.array([[p.attends(r) for p in players] for r in range(1, settings.rounds + 1)])
        played = simulate(
            _entry(players), Scheme.of_settings(settings, weights), MODEL, seed=case, count=1, present=present
        )
        tournament = Tournament(settings=settings, players=players)
        for number in range(1, settings.rounds + 1):
            view = build_view(tournament, number, seed=0, seeding=SeedingOrder(then=("rating",)))
            choice = settings.pairing.seeding(number)
            rules = (Score(), Floats(), Geography(), Colour(), Seeding(method=choice.method))
            plan = Plan(system="", preset="", seed=0, rules=rules, pricing=weights, bye_order=lowest_order)
            try:
                solved = solve_round(view, plan)
            except NoPairingError:
                assert (played.opponents[0, number - 1] == UNPAIRED).any()
                break
            games = solved.cost - (int(solved.priced.bye_costs[solved.bye]) if solved.bye is not None else 0)
            assert played.costs[0, number - 1] == games, (case, number)
            compared += 1
            tournament = replace(tournament, rounds=(*tournament.rounds, _round(played, number, players)))
        if compared >= 1_000:
            break
    assert compared >= 1_000


def _same(a: Played, b: Played) -> bool:
    return all(np.array_equal(x, y) for x, y in zip(a, b, strict=True))


def test_the_same_seed_gives_the_same_tournaments_on_one_thread_and_on_two() -> None:
    entry = Entry(grades=tuple(range(-8, 5)) * 3)
    scheme = Scheme(rounds=5, bar=2)
    alone = simulate(entry, scheme, MODEL, seed=3, count=40)
    assert _same(alone, simulate(entry, scheme, MODEL, seed=3, count=40, threads=2))
    later = simulate(entry, scheme, MODEL, seed=3, count=10, first=30)
    assert np.array_equal(alone.opponents[30:], later.opponents)
    assert not np.array_equal(alone.opponents, simulate(entry, scheme, MODEL, seed=4, count=40).opponents)


def test_a_game_has_the_same_result_under_every_pairing() -> None:
    entry = Entry(grades=(0,) * 8)
    results: dict[tuple[int, int, int], bool] = {}
    for pricing in (RANDOM, BY_SCORE, Kaniuk()):
        played = simulate(entry, Scheme(rounds=5, pricing=pricing), MODEL, seed=1, count=30)
        after = np.concatenate([played.before[:, 1:], played.final[:, None]], axis=1)
        for t, r, i in np.argwhere(played.opponents >= 0):
            j = played.opponents[t, r, i]
            won = bool(after[t, r, i] > played.before[t, r, i])
            assert results.setdefault((int(t), int(i), int(j)), won) == won
    assert set(results.values()) == {True, False}


@pytest.mark.parametrize("size", [5, 6, 7, 8])
def test_every_round_is_paired_as_fully_as_it_can_be(size: int) -> None:
    rounds = size - 1 + size % 2
    played = simulate(
        Entry(grades=(0,) * size), Scheme(rounds=rounds, pricing=RANDOM), MODEL, seed=2, count=200
    )
    for t in range(200):
        met = np.zeros((size, size), bool)
        for r in range(rounds):
            byes = int((played.opponents[t, r] == BYE).sum())
            assert byes == size % 2
            for i, j in enumerate(played.opponents[t, r]):
                if j >= 0:
                    assert played.opponents[t, r, j] == i
                    assert not met[i, j]
                    met[i, j] = True
    assert ((played.opponents == UNPAIRED).sum(axis=2) % 2 == 0).all()


def test_strong_players_win_as_often_as_the_model_says() -> None:
    entry = Entry(grades=(2, 0))
    played = simulate(entry, Scheme(rounds=1), MODEL, seed=5, count=4_000)
    share = float((played.wins[:, 0] > 0).mean())
    assert share == pytest.approx(MODEL.chance(2, 0), abs=0.03)


def _after(played: Played, gone: int) -> Standing:
    """How a tournament that has been simulated stood after some rounds."""
    n = played.final.shape[1]
    opponents, colours = played.opponents[0, :gone], played.colours[0, :gone]
    even = np.where(played.stones[0, :gone] == 0, colours, 0)
    groups = played.before[0, :gone] // POINT
    seated = opponents >= 0
    above = np.take_along_axis(groups, np.maximum(opponents, 0), axis=1) - groups
    met = np.zeros((n, n), np.bool_)
    rounds, players = np.nonzero(seated)
    met[players, opponents[rounds, players]] = True
    return Standing(
        gone=gone,
        scores=played.before[0, gone],
        free=POINT * (opponents == BYE).sum(axis=0) + 2 * (opponents == AWAY).sum(axis=0),
        balances=even.sum(axis=0),
        lasts=np.array([next((c for c in column[::-1] if c), 0) for column in even.T], np.int64),
        ups=(seated & (above > 0)).sum(axis=0),
        downs=(seated & (above < 0)).sum(axis=0),
        byes=(opponents == BYE).sum(axis=0),
        met=met,
        pending=np.empty((0, 3), np.int64),
    )


@pytest.mark.parametrize("case", range(20))
def test_going_on_from_a_standing_is_having_played_on(case: int) -> None:
    dice = np.random.default_rng((8, case))
    rounds, size = 6, int(dice.integers(10, 30))
    entry = Entry(grades=tuple(dice.integers(-12, 5, size).tolist()), clubs=tuple(range(size)))
    scheme = Scheme(rounds=rounds, bar=2, absent_points=2, no_stones_from=0)
    present = dice.random((rounds, size)) >= 0.1
    whole = simulate(entry, scheme, MODEL, seed=case, count=1, first=case, present=present)
    for gone in range(1, rounds):
        rest = simulate(
            entry,
            scheme,
            MODEL,
            seed=case,
            count=1,
            first=case,
            present=present,
            standing=_after(whole, gone),
        )
        assert np.array_equal(rest.final, whole.final)
        for array, all_rounds in zip(rest, whole, strict=True):
            if array.ndim == 3:
                assert np.array_equal(array, all_rounds[:, gone:])


def test_a_game_that_is_still_open_ends_as_it_would_have_ended() -> None:
    entry = Entry(grades=(0, 0, 0, 0))
    whole = simulate(entry, Scheme(rounds=1), MODEL, seed=9, count=1)
    pending = [(i, int(j), 0) for i, j in enumerate(whole.opponents[0, 0]) if i < j]
    standing = _after(simulate(entry, Scheme(rounds=2), MODEL, seed=9, count=1), 1)
    standing = standing._replace(scores=np.zeros(4, np.int64), pending=np.array(pending, np.int64))
    rest = simulate(entry, Scheme(rounds=1), MODEL, seed=9, count=1, standing=standing)
    assert np.array_equal(rest.final, whole.final)
    assert np.array_equal(rest.wins, whole.wins)
