"""Simulated tournaments of the laboratory: entries and schemes as the arrays that `kernel.simulate` plays."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from miai.domain.points import POINT
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.handicaps import head_start, scale_of
from miai.domain.settings.pairing_rules import GroupEnd
from miai.domain.settings.seeding import SeedMethod
from miai.engine.gpu.playing import CPU, final_scores, play_somewhere, plays_on_gpu
from miai.engine.kernel.criteria import AS_IT_IS, OWN_START
from miai.engine.kernel.deviations import NEVER, NO_ZONE
from miai.engine.kernel.event import Field, PlayedRounds, Prices, Standing, Terms
from miai.engine.pairing.byes import BYE_RULES, lowest_order
from miai.engine.pairing.draw_plan import ByeOrder
from miai.engine.pairing.grades_in_question import expected_shares
from miai.engine.pairing.pricing.kaniuk import Kaniuk
from miai.engine.pairing.pricing.price_matrix import SimulatedPricing
from miai.engine.pairing.protocol import Flags, Floats, Ints, Rule, SmallInts
from miai.engine.pairing.rules.colour import ColourBalance
from miai.engine.pairing.rules.float_place import ENDS
from miai.engine.pairing.rules.floats import Floats as FloatRule
from miai.engine.pairing.rules.geography import Geography
from miai.engine.pairing.rules.grading import GradingInformation
from miai.engine.pairing.rules.score import EqualScore
from miai.engine.pairing.rules.seeding import METHODS, Seeding
from miai.engine.rating.win_models import FittedToGames, WinModel, stone_worth, table

# Above every grade.
_NO_GRADE = 10_000

LAB_RULES: tuple[Rule, ...] = (EqualScore(), Geography(), FloatRule(), ColourBalance(), Seeding())
"""The rules that the laboratory weighs against each other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedField:
    """Those who enter a simulated tournament: grades are declared, strengths are true; both from shodan at 0.

    Without ratings players are seeded by grade; a code below 0 is an unknown country or club.
    """

    grades: tuple[int, ...]
    strengths: tuple[float, ...] = ()
    ratings: tuple[float, ...] = ()
    countries: tuple[int, ...] = ()
    clubs: tuple[int, ...] = ()

    def __len__(self) -> int:
        return len(self.grades)

    @property
    def true_strengths(self) -> tuple[float, ...]:
        """The strengths, or the grades where nothing else is known."""
        return self.strengths or tuple(float(grade) for grade in self.grades)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scheme:
    """How a tournament of the laboratory is run; without a bar it is a Swiss.

    Only `LAB_RULES` are kept to, and players are seeded by rating alone. Weights that name no rule pair at
    random. Stones go by the score: one for every point of difference but `stones_less`, none from a score on
    that is a grade's. `head_starts` are what handicaps of one stone and more are worth to Black, in grades;
    without any, stones change no result.
    """

    rounds: int
    bar: int | None = None
    floor: int | None = None
    pricing: SimulatedPricing = field(default_factory=Kaniuk)
    rules: tuple[Rule, ...] = LAB_RULES
    bye_order: ByeOrder = lowest_order
    first_seeding: SeedMethod = SeedMethod.SLIP
    later_seeding: SeedMethod = SeedMethod.FOLD
    first_seeding_rounds: int = 2
    bye_points: int = POINT
    absent_points: int = 0
    round_down: bool = True
    no_stones_from: int | None = None
    stones_less: int = 1
    most_stones: int = 9
    head_starts: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulation:
    """A tournament as arrays, ready to be played many times, from the start or from a standing."""

    field: Field
    prices: Prices
    terms: Terms
    standing: Standing | None = None

    def play(
        self, *, seed: int, count: int, first: int = 0, threads: int = 1, device: str = CPU
    ) -> PlayedRounds:
        """Play it `count` times; the seed and a tournament's number, from `first` on, decide it alone.

        On the device "gpu", or on "auto" where there is a GPU and it pays, the numbers are the same.
        """
        return play_somewhere(
            self.field,
            self.prices,
            self.terms,
            seed=seed,
            count=count,
            first=first,
            threads=threads,
            standing=self.standing,
            device=device,
        )

    def final_scores(
        self, *, seed: int, count: int, first: int = 0, threads: int = 1, device: str = CPU
    ) -> SmallInts:
        """Play it `count` times and tell the final scores alone, in quarters, by tournament and player."""
        return final_scores(
            self.field,
            self.prices,
            self.terms,
            seed=seed,
            count=count,
            first=first,
            threads=threads,
            standing=self.standing,
            device=device,
        )

    def plays_on_gpu(self, *, count: int, device: str) -> bool:
        """Whether so many tournaments would be played on a GPU."""
        return plays_on_gpu(self.field, self.prices, self.terms, self.standing, count=count, device=device)


RANDOM = Kaniuk(weights=())
"""Nothing weighs anything: everybody meets anybody, but nobody twice."""

BY_SCORE = Kaniuk(psi="sech", weights=(("score", 1_000.0, 0.1),))
"""Document 5, equation (5): the score alone."""


def starts_of(grades: Sequence[int], *, bar: int | None, floor: int | None = None) -> Ints:
    """Starting scores in quarters, counted from shodan; everybody starts level in a Swiss."""
    if bar is None:
        return np.zeros(len(grades), np.int64)
    raised = np.maximum(np.array(grades, np.int64), floor if floor is not None else min(grades, default=0))
    return np.minimum(raised, bar) * POINT


def field_of(
    entry: SimulatedField, scheme: Scheme, model: WinModel, *, present: Flags | None = None
) -> Field:
    """The entry as arrays; `present` says by round and player who is there, everybody by default."""
    n = len(entry)
    grades = np.array(entry.grades, np.int64)
    ratings = np.rint(100 * np.array(entry.ratings)) if entry.ratings else grades.astype(np.float64)
    unknown = np.full(n, -1, np.int64)
    return Field(
        starts=starts_of(entry.grades, bar=scheme.bar, floor=scheme.floor),
        ratings=ratings,
        grades=grades,
        countries=np.array(entry.countries or (-1,) * n, np.int64),
        clubs=np.array(entry.clubs or (-1,) * n, np.int64),
        clubs_groups=unknown,
        zones=np.full(n, NO_ZONE, np.int64),
        states=unknown,
        cities=unknown,
        families=unknown,
        categories=np.zeros(n, np.int64),
        present=np.ones((scheme.rounds, n), np.bool_) if present is None else present,
        large=np.zeros((0, n), np.bool_),
        expected=expected_of(entry.grades, scheme.rules),
        fixed=ratings[np.newaxis],
        chances=table(model, entry.true_strengths),
        with_handicap=chances_with(model, entry.true_strengths, scheme.head_starts),
    )


def expected_of(grades: Sequence[int], rules: Sequence[Rule]) -> Ints:
    """Games that grades should win against each other, where a rule looks at them."""
    wanted = any(isinstance(rule, GradingInformation) for rule in rules)
    return expected_shares(grades if wanted else ())


def above_bar(entry: SimulatedField, scheme: Scheme) -> Flags:
    """Who starts at the bar; nobody does in a Swiss."""
    if scheme.bar is None:
        return np.zeros(len(entry), np.bool_)
    return np.asarray(np.array(entry.grades, np.int64) >= scheme.bar)


def with_handicap(model: WinModel, strengths: Sequence[float], settings: Settings) -> Floats:
    """White's chances by the size of the handicap; a stone is worth what the model says."""
    sizes, stone = range(1, scale_of(settings.handicapping).most + 1), stone_worth(model)
    return chances_with(model, strengths, [stone * head_start(settings, size) for size in sizes])


def chances_with(model: WinModel, strengths: Sequence[float], head_starts: Sequence[float]) -> Floats:
    """White's chances where Black has a head start of so many grades."""
    if not head_starts:
        return np.empty((0, 0, 0))
    if isinstance(model, FittedToGames):
        white = np.array(strengths, np.float64)
        ahead = white[:, None] - white - np.array(head_starts)[:, None, None]
        return model.strengths.chances(ahead)
    # In a field of whole grades few strengths differ.
    known, which = np.unique(np.array(strengths, np.float64), return_inverse=True)
    levels = known.tolist()
    chances = np.array(
        [
            [[model.chance(white, black + more) for black in levels] for white in levels]
            for more in head_starts
        ]
    ).reshape(len(head_starts), len(levels), len(levels))
    return np.ascontiguousarray(chances[:, which][:, :, which])


def prices_of(scheme: Scheme) -> Prices:
    """What each deviation costs, by the scheme's own pricing."""
    return scheme.pricing.tables(Settings(), scheme.rules)


def terms_of(scheme: Scheme) -> Terms:
    """Seeding by round, points for byes and absences, and stones."""
    rounds = scheme.rounds
    methods = [
        METHODS[scheme.first_seeding if number <= scheme.first_seeding_rounds else scheme.later_seeding]
        for number in range(1, rounds + 1)
    ]
    exempt_from = NEVER if scheme.bar is None else POINT * scheme.bar
    return Terms(
        seeding=np.array(methods, np.int64),
        criteria=np.zeros((rounds, 1), np.int64),
        stand_in=OWN_START,
        seen=AS_IT_IS,
        by_wins=0,
        zero=0,
        bye_points=scheme.bye_points,
        absent_points=scheme.absent_points,
        unpaired_points=0,
        bye_wins=0,
        absent_wins=0,
        unit=POINT if scheme.round_down else 1,
        levels_by_score=1,
        even_from=NEVER,
        threshold=_NO_GRADE if scheme.no_stones_from is None else scheme.no_stones_from,
        correction=scheme.stones_less,
        least=1,
        placed=np.arange(scheme.most_stones + 1, dtype=np.int64),
        compensate=1,
        down_from=ENDS[GroupEnd.MIDDLE],
        up_from=ENDS[GroupEnd.MIDDLE],
        kinship=Geography().prices,
        far_zones=0,
        in_reach=0,
        exempt=np.tile(np.array([exempt_from, NEVER, NEVER], np.int64), (rounds, 1)),
        exempt_by_grade=0,
        categories=1,
        spans=np.ones(rounds, np.int64),
        handicap_spans=np.ones(rounds, np.int64),
        handicap_tops=np.zeros(rounds, np.int64),
        bye_rule=BYE_RULES[scheme.bye_order],
        rematches=0,
        nigiri=0,
    )


def simulation_of(
    entry: SimulatedField,
    scheme: Scheme,
    model: WinModel,
    *,
    present: Flags | None = None,
    standing: Standing | None = None,
) -> Simulation:
    """An entry under a scheme, ready to be played; from a standing only what is left is played."""
    return Simulation(
        field=field_of(entry, scheme, model, present=present),
        prices=prices_of(scheme),
        terms=terms_of(scheme),
        standing=standing,
    )


def simulate(
    entry: SimulatedField,
    scheme: Scheme,
    model: WinModel,
    *,
    seed: int,
    count: int,
    first: int = 0,
    threads: int = 1,
    present: Flags | None = None,
    standing: Standing | None = None,
    device: str = CPU,
) -> PlayedRounds:
    """Play an entry many times under a scheme; the seed and a tournament's number decide it alone.

    From a standing only what is left is played.
    """
    simulation = simulation_of(entry, scheme, model, present=present, standing=standing)
    return simulation.play(seed=seed, count=count, first=first, threads=threads, device=device)
