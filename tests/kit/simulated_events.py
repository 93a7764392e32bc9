"""Random events, played by the simulation and drawn again round by round as `pairing` draws them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest

from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.points import HALF, NOTHING, POINT
from miai.domain.rounds.game import Board, Result
from miai.domain.rounds.round import Bye, Round
from miai.domain.settings.event_settings import ClubsGroup, Settings
from miai.domain.settings.gotha_weights import Weights
from miai.domain.settings.handicap_rules import Handicapping
from miai.domain.settings.handicaps import terms_of, usual_handicap_table
from miai.domain.settings.pairing_rules import ColourRule, GroupEnd, PairingRules
from miai.domain.settings.scoring_rules import Rulebook, Scoring, Unplayed
from miai.domain.settings.seeding import SeedingChoice, SeedMethod
from miai.domain.tournament import Tournament
from miai.engine.kernel.chance import key_of, mixed
from miai.engine.kernel.colours import BY_LOT, white_side
from miai.engine.kernel.deviations import CHANCE_SIDES
from miai.engine.kernel.event import BYE, UNPAIRED, PlayedRounds
from miai.engine.kernel.jit import compiled, in_python
from miai.engine.kernel.pair_costs import GOTHA_LOT, GOTHA_SEEDING_LOT, PAIR_LOT, pair_lot
from miai.engine.kernel.simulate import LOTS, LOTS_OF_PAIRS
from miai.engine.pairing.colouring import by_nigiri
from miai.engine.pairing.constraints import constraints_of
from miai.engine.pairing.draw_plan import Plan, Solved
from miai.engine.pairing.event_simulation import event_now, event_simulation, why_not_simulated
from miai.engine.pairing.handicapping import handicap_matrix, levels
from miai.engine.pairing.presets import plan_for, seeding_for
from miai.engine.pairing.protocol import Ints, RoundView
from miai.engine.pairing.rules.chance import Chance
from miai.engine.pairing.solving import solve_round
from miai.engine.pairing.view import build_view
from miai.engine.rating.win_models import KaniukErf
from miai.errors import NoPairingError

MODEL = KaniukErf()
PRESETS = ("miai", "gotha", "kaniuk", "aga")
CRITERIA = (
    ("mms", "sosm-1", "sosm-2"),
    ("nbw", "sosw-2", "sosw-1"),
    ("mms", "ext", "exr"),
    ("cps", "mms"),
    ("mms", "sodoms", "soms"),
    ("mms", "sosm", "sososm"),
    ("mms", "sodosm", "cussm"),
    ("nbw", "sosw", "sososw"),
    ("nbw", "cussw", "sodosw"),
    ("cat", "mms", "rank"),
    ("mms", "draw"),
)
_white_side = in_python(white_side)


def pick(dice: np.random.Generator, choices: Sequence[Any]) -> Any:
    """One of some things."""
    return choices[int(dice.integers(len(choices)))]


def coin(dice: np.random.Generator, chance: float = 0.5) -> bool:
    """Whether something happens."""
    return bool(dice.random() < chance)


def random_settings(dice: np.random.Generator, preset: str) -> Settings:
    """Rules of which each is as likely to matter."""
    methods = list(SeedMethod)
    return Settings(
        system="mcmahon" if coin(dice, 0.7) else "swiss",
        preset=preset,
        rounds=int(dice.integers(4, 8)),
        criteria=pick(dice, CRITERIA),
        scoring=Scoring(
            bar=Grade.of_number(int(dice.integers(-3, 4))),
            floor=Grade.of_number(int(dice.integers(-14, -4))),
            zero=Grade.of_number(int(dice.integers(-30, -8))),
            bye_points=pick(dice, (POINT, HALF)),
            absent_points=pick(dice, (NOTHING, HALF)),
            absent_wins=pick(dice, (NOTHING, HALF)),
            round_down=coin(dice),
            unplayed=pick(dice, list(Unplayed)),
            unplayed_is_half_for_opponents=coin(dice, 0.2),
            rulebook=pick(dice, list(Rulebook)),
        ),
        handicapping=Handicapping(
            by_score=coin(dice),
            correction=int(dice.integers(0, 3)),
            ceiling=pick(dice, (0, 3, 9)),
            none_from=Grade.of_number(int(dice.integers(-4, 5))),
            none_above_bar=coin(dice, 0.3),
            komi_per_grade=pick(dice, (0.0, 0.0, 4.0)),
            table=pick(dice, ((), (), usual_handicap_table(13)[2:])),
        ),
        pairing=PairingRules(
            first_seeding=SeedingChoice(method=pick(dice, methods), by=pick(dice, ("rating", "rank", None))),
            later_seeding=SeedingChoice(
                method=pick(dice, methods),
                by=None,
                criteria=pick(dice, ((), ("sosw", "mms"))),
                by_standings=coin(dice),
            ),
            first_seeding_rounds=int(dice.integers(0, 4)),
            float_down_from=pick(dice, list(GroupEnd)),
            float_up_from=pick(dice, list(GroupEnd)),
            compensate_floats=coin(dice),
            same_country=int(dice.integers(0, 2)),
            same_state=int(dice.integers(0, 3)),
            same_city=int(dice.integers(0, 3)),
            same_clubs_group=int(dice.integers(0, 4)),
            same_club=int(dice.integers(0, 5)),
            exempt_at_bar=coin(dice),
            exempt_half_won=coin(dice, 0.3),
            exempt_from=pick(dice, (None, Grade.of_number(0), Grade.of_number(-5))),
            exempt_last_half=coin(dice, 0.2),
            relief_for_large_clubs=coin(dice, 0.3),
            family_apart=coin(dice, 0.8),
            colours=ColourRule.NIGIRI if coin(dice, 0.2) else ColourRule.BALANCE,
            keep_categories_apart=coin(dice, 0.8),
            grading_information=coin(dice, 0.3),
            small_handicaps=coin(dice, 0.3),
            far_time_zones=pick(dice, (0, 0, 1, 3)),
            hours_in_reach=int(dice.integers(2, 10)),
            weights=Weights(random=pick(dice, (0, 1_000)), handicap=pick(dice, (0, 50_000))),
        ),
        category_limits=pick(dice, ((), (), (Grade.of_number(-4),))),
        clubs_groups=(ClubsGroup(name="north", clubs=("club 0", "club 1")),) if coin(dice) else (),
    )


def random_players(dice: np.random.Generator, rounds: int, size: int | None = None) -> tuple[Player, ...]:
    """A field, a small one if no size is given, in which everything that a rule looks at differs."""
    size = int(dice.integers(7, 18)) if size is None else size
    numbers = dice.integers(-12, 5, size)
    return tuple(
        Player(
            id=PlayerId(f"p{i}"),
            surname=f"P{i:02d}",
            grade=Grade.of_number(int(numbers[i])),
            # Nobody has the same rating as somebody else: lots would decide in an order of their own.
            rating=2100 + 100 * float(numbers[i]) + i,
            country=pick(dice, ("FR", "DE", "")),
            state=pick(dice, ("north", "south", "")),
            city=pick(dice, ("Ulm", "Lund", "")),
            club=pick(dice, ("club 0", "club 1", "other club", "other place", "")),
            time_zone=pick(dice, ("", "UTC+9", "America/New_York", "Europe/Paris", "UTC-11:30")),
            family="Kim" if coin(dice, 0.1) else "",
            correction=pick(dice, (NOTHING,) * 9 + (HALF,)),
            absent_rounds=frozenset(int(r) for r in range(1, rounds + 1) if coin(dice, 0.06)),
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
        """The lots of all pairs of a view."""
        out = np.zeros((len(self.numbers), len(self.numbers)), np.int64)
        _fill_lots(_round_key(self.seed, view.round), kind, sides, out)
        at = self.at(view)
        return out[np.ix_(at, at)]

    def at(self, view: RoundView) -> list[int]:
        """Where the simulation has the players of a view."""
        return [self.numbers[player.id] for player in view.players]


@dataclass(frozen=True, kw_only=True)
class _SimulatedChance(Chance):
    """The rule of chance with the simulation's lots."""

    lots: _Lots

    def deviation(self, view: RoundView) -> Ints:
        matrix = self.lots.of_pairs(view, PAIR_LOT, CHANCE_SIDES)
        np.fill_diagonal(matrix, 0)
        return matrix


@dataclass(frozen=True, kw_only=True)
class Compared:
    """What became of a comparison: the rounds, and in how many other settings draw another total."""

    rounds: int
    differing: int


def compare_event(
    tournament: Tournament, seed: int, monkeypatch: pytest.MonkeyPatch, *, otherwise: Tournament | None = None
) -> Compared:
    """Play an event by the simulation and draw each of its rounds for real: they must agree on every round.

    They agree if the simulated pairs cost what the best ones cost, the same player sits out, and colours and
    handicaps are the same. Half-way through, the rest is played again from how the event stands then.
    `otherwise` is the same event with other settings.
    """
    settings = tournament.settings
    assert why_not_simulated(tournament, settings.rounds) is None
    now = event_now(tournament)
    played = event_simulation(now, rounds=settings.rounds, model=MODEL).play(seed=seed, count=1)
    lots = _Lots(seed, {player.id: i for i, player in enumerate(now.view.players)})

    def gotha_chance(view: RoundView, seed: int, sides: int) -> Ints:
        return lots.of_pairs(view, GOTHA_LOT if seed else GOTHA_SEEDING_LOT, sides)

    monkeypatch.setattr("miai.engine.pairing.pricing.gotha._pseudo_random", gotha_chance)
    differing = 0
    for number in range(1, settings.rounds + 1):
        if number == 1 + seed % settings.rounds:
            _demand_same_rest(tournament, played, number - 1, seed)
        view, plan = _view_and_plan(tournament, number, lots)
        try:
            solved = solve_round(view, plan)
        except NoPairingError:
            assert (played.opponents[0, number - 1] == UNPAIRED).any()
            return Compared(rounds=number - 1, differing=differing)
        _demand_same_draw(view, solved, played, number, lots)
        if otherwise is not None:
            other = replace(otherwise, rounds=tournament.rounds)
            differing += _total_of(other, number, lots) != int(played.totals[0, number - 1])
        drawn = round_of(played, number, now.view.players, settings)
        tournament = replace(tournament, rounds=(*tournament.rounds, drawn))
    return Compared(rounds=settings.rounds, differing=differing)


def _view_and_plan(tournament: Tournament, number: int, lots: _Lots) -> tuple[RoundView, Plan]:
    settings = tournament.settings
    order = seeding_for(settings, round_number=number, preset=settings.preset)
    attending = [player for player in tournament.players if player.attends(number)]
    constraints = constraints_of(tournament.wishes, number, attending)
    view = build_view(tournament, number, seed=0, seeding=order, constraints=constraints)
    plan = plan_for(settings, round_number=number, preset=settings.preset, seed=0)
    rules = tuple(_SimulatedChance(lots=lots) if isinstance(rule, Chance) else rule for rule in plan.rules)
    return view, replace(plan, rules=rules)


def _total_of(tournament: Tournament, number: int, lots: _Lots) -> int | None:
    view, plan = _view_and_plan(tournament, number, lots)
    try:
        solved = solve_round(view, plan)
    except NoPairingError:
        return None
    return solved.priced.shown_total(solved.cost, len(solved.pairs))


def _demand_same_draw(
    view: RoundView, solved: Solved, played: PlayedRounds, number: int, lots: _Lots
) -> None:
    """The simulated round is one of the best of the round for real."""
    opponents, colours = played.opponents[0, number - 1], played.colours[0, number - 1]
    at = lots.at(view)
    assert view.scores.tolist() == played.before[0, number - 1, at].tolist()
    total = solved.priced.shown_total(solved.cost, len(solved.pairs))
    byes = [i for i in range(len(view)) if opponents[at[i]] == BYE]
    assert byes == ([] if solved.bye is None else [solved.bye])
    assert int(played.totals[0, number - 1]) == total
    index = {where: i for i, where in enumerate(at)}
    pairs = [(index[where], index[int(opponents[where])]) for where in at if where < opponents[where]]
    assert 2 * len(pairs) + len(byes) == len(view)
    cost = sum(int(solved.priced.bye_costs[i]) for i in byes)
    cost += sum(solved.priced.cost_of(i, j) for i, j in pairs)
    assert cost == solved.cost
    handicaps, level = handicap_matrix(view), levels(view)
    for i, j in pairs:
        size = int(handicaps[i, j])
        assert played.handicaps[0, number - 1, at[i]] == size
        side = _white_side(
            size, level[i], level[j], 0,
            view.balances[i], view.balances[j], view.last_colours[i], view.last_colours[j],
        )  # fmt: skip
        if side != BY_LOT and not by_nigiri(view, size):
            assert colours[at[i]] == side


def _demand_same_rest(tournament: Tournament, played: PlayedRounds, gone: int, seed: int) -> None:
    """From how an event stands after some rounds the same follows as when it was played from the start.

    It does so too while the games of the last round are still open: they end as they did.
    """
    for event in (tournament, _with_open_round(tournament)):
        rest = event_simulation(event_now(event), rounds=tournament.settings.rounds, model=MODEL)
        after = rest.play(seed=seed, count=1)
        for name in ("opponents", "colours", "handicaps", "before", "places", "sizes", "totals"):
            assert np.array_equal(getattr(after, name), getattr(played, name)[:, gone:]), (name, gone)
        assert np.array_equal(after.final, played.final)


def _with_open_round(tournament: Tournament) -> Tournament:
    if not tournament.rounds:
        return tournament
    *before, last = tournament.rounds
    boards = tuple(replace(board, result=Result.UNKNOWN) for board in last.boards)
    return replace(tournament, rounds=(*before, replace(last, boards=boards)))


def round_of(played: PlayedRounds, number: int, players: Sequence[Player], settings: Settings) -> Round:
    """A round of the first simulated tournament."""
    opponents, colours = played.opponents[0, number - 1], played.colours[0, number - 1]
    after = played.before[0, number] if number < played.opponents.shape[1] else played.final[0]
    boards: list[Board] = []
    for i, j in enumerate(opponents):
        if j >= 0 and colours[i] == 1:
            won = after[i] > played.before[0, number - 1, i]
            size = int(played.handicaps[0, number - 1, i])
            terms = terms_of(settings, size)
            boards.append(
                Board(
                    table=len(boards) + 1,
                    white=players[i].id,
                    black=players[j].id,
                    handicap=terms.stones,
                    komi=terms.komi,
                    colours_known=size > 0 or settings.pairing.colours is ColourRule.BALANCE,
                    result=Result.WHITE_WINS if won else Result.BLACK_WINS,
                )
            )
    byes = tuple(Bye(player=players[i].id) for i, j in enumerate(opponents) if j == BYE)
    return Round(number=number, boards=tuple(boards), byes=byes)
