"""The simulation plays what `pairing` would draw, and depends on its seed alone."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest

from miai.domain.game import Board, Result
from miai.domain.grade import Grade
from miai.domain.handicaps import terms_of, usual_handicap_table
from miai.domain.player import Player, PlayerId
from miai.domain.points import HALF, NOTHING
from miai.domain.round import Bye, Round
from miai.domain.settings import (
    ClubsGroup,
    GroupEnd,
    Handicapping,
    PairingRules,
    Rulebook,
    Scoring,
    SeedingChoice,
    SeedMethod,
    Settings,
    Unplayed,
    Weights,
)
from miai.domain.tournament import Tournament
from miai.errors import NoPairingError
from miai.kernel.chance import key_of, mixed
from miai.kernel.deviations import CHANCE_SIDES
from miai.kernel.event import AWAY, BYE, POINT, UNPAIRED, PlayedRounds, Standing
from miai.kernel.jit import compiled
from miai.kernel.pair_costs import GOTHA_LOT, GOTHA_SEEDING_LOT, PAIR_LOT, pair_lot
from miai.kernel.simulate import LOTS, LOTS_OF_PAIRS
from miai.pairing.event_simulation import event_now, event_simulation, why_not_simulated
from miai.pairing.plan import Plan
from miai.pairing.presets import plan_for, seeding_for
from miai.pairing.pricing.kaniuk import Kaniuk
from miai.pairing.protocol import Ints, RoundView
from miai.pairing.rules.chance import Chance
from miai.pairing.simulation import BY_SCORE, RANDOM, Scheme, SimulatedField, simulate
from miai.pairing.solving import solve_round
from miai.pairing.view import build_view
from miai.rating.win_models import KaniukErf

MODEL = KaniukErf()


PRESETS = ("miai", "gotha", "kaniuk", "aga")
MANY = 10_000 if os.environ.get("MIAI_SOAK") else 500
CRITERIA = (
    ("mms", "sosm", "sososm"),
    ("mms", "sodosm", "cussm"),
    ("nbw", "sosw", "sososw"),
    ("nbw", "cussw", "sodosw"),
    ("cat", "mms", "rank"),
    ("mms", "draw"),
)


def _pick(dice: np.random.Generator, choices: Sequence[Any]) -> Any:
    return choices[int(dice.integers(len(choices)))]


def _coin(dice: np.random.Generator, chance: float = 0.5) -> bool:
    return bool(dice.random() < chance)


def _settings(dice: np.random.Generator, preset: str) -> Settings:
    methods = list(SeedMethod)
    unplayed = (Unplayed.START, Unplayed.START, Unplayed.ZERO, Unplayed.OWN, Unplayed.MACMAHON)
    return Settings(
        system="mcmahon" if _coin(dice, 0.7) else "swiss",
        preset=preset,
        rounds=int(dice.integers(4, 8)),
        criteria=_pick(dice, CRITERIA),
        scoring=Scoring(
            bar=Grade.of_number(int(dice.integers(-3, 4))),
            floor=Grade.of_number(int(dice.integers(-14, -4))),
            zero=Grade.of_number(int(dice.integers(-30, -8))),
            bye_points=_pick(dice, (POINT, HALF)),
            absent_points=_pick(dice, (NOTHING, HALF)),
            absent_wins=_pick(dice, (NOTHING, HALF)),
            round_down=_coin(dice),
            unplayed=_pick(dice, unplayed),
            rulebook=_pick(dice, (Rulebook.GOTHA, Rulebook.MIAI)),
        ),
        handicapping=Handicapping(
            by_score=_coin(dice),
            correction=int(dice.integers(0, 3)),
            ceiling=_pick(dice, (0, 3, 9)),
            none_from=Grade.of_number(int(dice.integers(-4, 5))),
            none_above_bar=_coin(dice, 0.3),
            komi_per_grade=_pick(dice, (0.0, 0.0, 4.0)),
            table=_pick(dice, ((), (), usual_handicap_table(13)[2:])),
        ),
        pairing=PairingRules(
            first_seeding=SeedingChoice(
                method=_pick(dice, methods), by=_pick(dice, ("rating", "rank", None))
            ),
            later_seeding=SeedingChoice(
                method=_pick(dice, methods),
                by=None,
                criteria=_pick(dice, ((), ("sosw", "mms"))),
                by_standings=_coin(dice),
            ),
            first_seeding_rounds=int(dice.integers(0, 4)),
            float_down_from=_pick(dice, list(GroupEnd)),
            float_up_from=_pick(dice, list(GroupEnd)),
            compensate_floats=_coin(dice),
            same_country=int(dice.integers(0, 2)),
            same_clubs_group=int(dice.integers(0, 4)),
            same_club=int(dice.integers(0, 5)),
            exempt_at_bar=_coin(dice),
            exempt_half_won=_coin(dice, 0.3),
            exempt_from=_pick(dice, (None, Grade.of_number(0), Grade.of_number(-5))),
            exempt_last_half=_coin(dice, 0.2),
            small_handicaps=_coin(dice, 0.3),
            far_time_zones=_pick(dice, (0, 0, 1, 3)),
            hours_in_reach=int(dice.integers(2, 10)),
            weights=Weights(random=_pick(dice, (0, 1_000)), handicap=_pick(dice, (0, 50_000))),
        ),
        category_limits=_pick(dice, ((), (), (Grade.of_number(-4),))),
        clubs_groups=(ClubsGroup(name="north", clubs=("club 0", "club 1")),) if _coin(dice) else (),
    )


def _players(dice: np.random.Generator, rounds: int) -> tuple[Player, ...]:
    size = int(dice.integers(7, 18))
    numbers = dice.integers(-12, 5, size)
    return tuple(
        Player(
            id=PlayerId(f"p{i}"),
            surname=f"P{i:02d}",
            grade=Grade.of_number(int(numbers[i])),
            # Nobody has the same rating as somebody else: lots would decide in an order of their own.
            rating=2100 + 100 * float(numbers[i]) + i,
            country=_pick(dice, ("FR", "DE", "")),
            club=_pick(dice, ("club 0", "club 1", "other club", "other place", "")),
            time_zone=_pick(dice, ("", "UTC+9", "America/New_York", "Europe/Paris", "UTC-11:30")),
            family="Kim" if _coin(dice, 0.1) else "",
            correction=_pick(dice, (NOTHING,) * 9 + (HALF,)),
            absent_rounds=frozenset(int(r) for r in range(1, rounds + 1) if _coin(dice, 0.06)),
        )
        for i in range(size)
    )


@compiled
def _fill_lots(key: int, kind: int, sides: int, out: Ints) -> None:
    """The numbers that chance gives to pairs in the simulation."""
    for i in range(len(out)):
        for j in range(len(out)):
            out[i, j] = pair_lot(mixed(key, i), mixed(key, j), kind, sides)


@compiled
def _round_key(seed: int, number: int) -> int:
    return mixed(mixed(key_of(seed, LOTS, 0), number - 1), LOTS_OF_PAIRS)


@dataclass(frozen=True)
class _Lots:
    """Chance as the simulation has it, for players in the order of a view."""

    seed: int
    numbers: dict[PlayerId, int]

    def of_pairs(self, view: RoundView, kind: int, sides: int) -> Ints:
        out = np.zeros((len(self.numbers), len(self.numbers)), np.int64)
        _fill_lots(_round_key(self.seed, view.round), kind, sides, out)
        at = self._at(view)
        return out[np.ix_(at, at)]

    def _at(self, view: RoundView) -> list[int]:
        return [self.numbers[player.id] for player in view.players]


@dataclass(frozen=True, kw_only=True)
class _SimulatedChance(Chance):
    """The rule of chance with the simulation's lots."""

    lots: _Lots

    def deviation(self, view: RoundView) -> Ints:
        matrix = self.lots.of_pairs(view, PAIR_LOT, CHANCE_SIDES)
        np.fill_diagonal(matrix, 0)
        return matrix


def _round(played: PlayedRounds, number: int, players: Sequence[Player], settings: Settings) -> Round:
    opponents, colours = played.opponents[0, number - 1], played.colours[0, number - 1]
    after = played.before[0, number] if number < played.opponents.shape[1] else played.final[0]
    boards: list[Board] = []
    for i, j in enumerate(opponents):
        if j >= 0 and colours[i] == 1:
            won = after[i] > played.before[0, number - 1, i]
            terms = terms_of(settings, int(played.handicaps[0, number - 1, i]))
            boards.append(
                Board(
                    table=len(boards) + 1,
                    white=players[i].id,
                    black=players[j].id,
                    handicap=terms.stones,
                    komi=terms.komi,
                    result=Result.WHITE_WINS if won else Result.BLACK_WINS,
                )
            )
    byes = tuple(Bye(player=players[i].id) for i, j in enumerate(opponents) if j == BYE)
    return Round(number=number, boards=tuple(boards), byes=byes)


def _solved(view: RoundView, plan: Plan) -> tuple[int, PlayerId | None]:
    """The total as the preset counts it, and who has the bye."""
    solved = solve_round(view, plan)
    total = solved.priced.shown_total(solved.cost, len(solved.pairs))
    return total, None if solved.bye is None else view.players[solved.bye].id


def _compare_event(preset: str, case: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """Play one random event by the simulation, draw each of its rounds for real, and count the rounds."""
    dice = np.random.default_rng((6, PRESETS.index(preset), case))
    settings = _settings(dice, preset)
    tournament = Tournament(settings=settings, players=_players(dice, settings.rounds))
    assert why_not_simulated(tournament, settings.rounds) is None
    now = event_now(tournament)
    played = event_simulation(now, rounds=settings.rounds, model=MODEL).play(seed=case, count=1)
    players = now.view.players
    lots = _Lots(case, {player.id: i for i, player in enumerate(players)})

    def gotha_chance(view: RoundView, seed: int, sides: int) -> Ints:
        return lots.of_pairs(view, GOTHA_LOT if seed else GOTHA_SEEDING_LOT, sides)

    monkeypatch.setattr("miai.pairing.pricing.gotha._pseudo_random", gotha_chance)
    for number in range(1, settings.rounds + 1):
        order = seeding_for(settings, round_number=number, preset=preset)
        view = build_view(tournament, number, seed=0, seeding=order)
        assert sorted(view.scores) == sorted(
            played.before[0, number - 1, played.opponents[0, number - 1] != AWAY]
        )
        plan = plan_for(settings, round_number=number, preset=preset, seed=0)
        rules = tuple(
            _SimulatedChance(lots=lots) if isinstance(rule, Chance) else rule for rule in plan.rules
        )
        plan = replace(plan, rules=rules)
        opponents = played.opponents[0, number - 1]
        try:
            total, bye = _solved(view, plan)
        except NoPairingError:
            assert (opponents == UNPAIRED).any()
            return number - 1
        theirs = next((players[i].id for i in np.flatnonzero(opponents == BYE)), None)
        assert (int(played.totals[0, number - 1]), theirs) == (total, bye), (preset, case, number)
        drawn = _round(played, number, players, settings)
        tournament = replace(tournament, rounds=(*tournament.rounds, drawn))
    return settings.rounds


@pytest.mark.parametrize("preset", PRESETS)
def test_simulation_and_pairing_agree_on_the_total_and_on_the_bye(
    preset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared = case = 0
    while compared < MANY:
        compared += _compare_event(preset, case, monkeypatch)
        case += 1


def _same(a: PlayedRounds, b: PlayedRounds) -> bool:
    return all(np.array_equal(x, y) for x, y in zip(a, b, strict=True))


def test_the_same_seed_gives_the_same_tournaments_on_one_thread_and_on_two() -> None:
    entry = SimulatedField(grades=tuple(range(-8, 5)) * 3)
    scheme = Scheme(rounds=5, bar=2)
    alone = simulate(entry, scheme, MODEL, seed=3, count=40)
    assert _same(alone, simulate(entry, scheme, MODEL, seed=3, count=40, threads=2))
    later = simulate(entry, scheme, MODEL, seed=3, count=10, first=30)
    assert np.array_equal(alone.opponents[30:], later.opponents)
    assert not np.array_equal(alone.opponents, simulate(entry, scheme, MODEL, seed=4, count=40).opponents)


@pytest.mark.requirement("K30")
def test_a_game_has_the_same_result_under_every_pairing() -> None:
    entry = SimulatedField(grades=(0,) * 8)
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
        SimulatedField(grades=(0,) * size), Scheme(rounds=rounds, pricing=RANDOM), MODEL, seed=2, count=200
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


@pytest.mark.requirement("B6")
def test_strong_players_win_as_often_as_the_model_says() -> None:
    entry = SimulatedField(grades=(2, 0))
    played = simulate(entry, Scheme(rounds=1), MODEL, seed=5, count=4_000)
    share = float((played.wins[:, 0] > 0).mean())
    assert share == pytest.approx(MODEL.chance(2, 0), abs=0.03)


def _after(played: PlayedRounds, gone: int) -> Standing:
    """How a tournament that has been simulated stood after some rounds."""
    n = played.final.shape[1]
    opponents, colours = played.opponents[0, :gone], played.colours[0, :gone]
    even = np.where(played.handicaps[0, :gone] == 0, colours, 0)
    groups = played.before[0, :gone] // POINT
    seated = opponents >= 0
    above = np.take_along_axis(groups, np.maximum(opponents, 0), axis=1) - groups
    met = np.zeros((n, n), np.bool_)
    rounds, players = np.nonzero(seated)
    met[players, opponents[rounds, players]] = True
    return Standing(
        gone=gone,
        points=played.before[0, gone],
        wins=np.zeros(n, np.int64),
        free_points=POINT * (opponents == BYE).sum(axis=0) + 2 * (opponents == AWAY).sum(axis=0),
        free_wins=np.zeros(n, np.int64),
        cumulated_points=np.zeros(n, np.int64),
        cumulated_wins=np.zeros(n, np.int64),
        balances=even.sum(axis=0),
        lasts=np.array([next((c for c in column[::-1] if c), 0) for column in even.T], np.int64),
        ups=(seated & (above > 0)).sum(axis=0),
        downs=(seated & (above < 0)).sum(axis=0),
        byes=(opponents == BYE).sum(axis=0),
        met=met,
        opponents=np.zeros((0, n), np.int64),
        stones=np.zeros((0, n), np.int64),
        results=np.zeros((0, n), np.int64),
        pending=np.empty((0, 4), np.int64),
    )


@pytest.mark.parametrize("case", range(20))
def test_going_on_from_a_standing_is_having_played_on(case: int) -> None:
    dice = np.random.default_rng((8, case))
    rounds, size = 6, int(dice.integers(10, 30))
    entry = SimulatedField(grades=tuple(dice.integers(-12, 5, size).tolist()), clubs=tuple(range(size)))
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
    entry = SimulatedField(grades=(0, 0, 0, 0))
    whole = simulate(entry, Scheme(rounds=1), MODEL, seed=9, count=1)
    pending = [(i, int(j), 0, 0) for i, j in enumerate(whole.opponents[0, 0]) if i < j]
    standing = _after(simulate(entry, Scheme(rounds=2), MODEL, seed=9, count=1), 1)
    standing = standing._replace(points=np.zeros(4, np.int64), pending=np.array(pending, np.int64))
    rest = simulate(entry, Scheme(rounds=1), MODEL, seed=9, count=1, standing=standing)
    assert np.array_equal(rest.final, whole.final)
    assert np.array_equal(rest.wins, whole.wins)


def test_macmahons_rules_are_not_simulated() -> None:
    settings = Settings(rounds=3, scoring=Scoring(rulebook=Rulebook.MACMAHON))
    reason = why_not_simulated(Tournament(settings=settings), 3)
    assert str(reason) == "the simulation does not know this rule for rounds that were not played"
