"""From the words of tournaments to the numbers that `kernel.simulate` plays with."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from miai.domain.points import POINT
from miai.domain.settings import SeedMethod, Settings
from miai.kernel.deviations import WIDEST_SEEDING
from miai.kernel.simulate import Field, Played, Prices, Standing, Terms, play
from miai.pairing.pricing.kaniuk import Kaniuk
from miai.pairing.protocol import Flags, Floats, Ints
from miai.pairing.rules.seeding import METHODS
from miai.rating.win_models import WinModel, table

# A price is looked up by half points; wider gaps than this cost the same.
_HALF_POINTS = 160
# Above every score.
_NEVER = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
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
    """How a simulated tournament is run; without a bar it is a Swiss.

    Weights that name no rule pair at random. Stones go by the score: one for every point of difference but
    `stones_less`, none from a score on that is a grade's. They change no result unless `stones_count`, for
    document 5 leaves them out.
    """

    rounds: int
    bar: int | None = None
    floor: int | None = None
    pricing: Kaniuk = field(default_factory=Kaniuk)
    first_seeding: SeedMethod = SeedMethod.SLIP
    later_seeding: SeedMethod = SeedMethod.FOLD
    first_seeding_rounds: int = 2
    bye_points: int = POINT
    absent_points: int = 0
    round_down: bool = True
    no_stones_from: int | None = None
    stones_less: int = 1
    most_stones: int = 9
    stones_count: bool = False

    @classmethod
    def of_settings(cls, settings: Settings, pricing: Kaniuk) -> "Scheme":
        """The scheme that a real tournament's settings ask for, under given weights."""
        rules, scoring = settings.pairing, settings.scoring
        return cls(
            rounds=settings.rounds,
            bar=None if settings.by_wins else scoring.bar.number,
            floor=None if settings.by_wins else scoring.floor.number,
            pricing=pricing,
            first_seeding=rules.first_seeding.method,
            later_seeding=rules.later_seeding.method,
            first_seeding_rounds=rules.first_seeding_rounds,
            bye_points=scoring.bye_wins if settings.by_wins else scoring.bye_points,
            absent_points=scoring.absent_wins if settings.by_wins else scoring.absent_points,
            round_down=scoring.round_down,
            no_stones_from=settings.handicapping.none_from.number,
            stones_less=settings.handicapping.correction,
            most_stones=0 if settings.by_wins else settings.handicapping.ceiling,
        )


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
    entry: Entry,
    scheme: Scheme,
    model: WinModel,
    *,
    present: Flags | None = None,
    chances: Floats | None = None,
) -> Field:
    """The entry as arrays; `present` says by round and player who is there, everybody unless told."""
    n = len(entry)
    grades = np.array(entry.grades, np.int64)
    ranks = np.rint(100 * np.array(entry.ratings)).astype(np.int64) if entry.ratings else grades
    return Field(
        starts=starts_of(entry.grades, bar=scheme.bar, floor=scheme.floor),
        ranks=ranks,
        countries=np.array(entry.countries or (-1,) * n, np.int64),
        clubs=np.array(entry.clubs or (-1,) * n, np.int64),
        exempt=above_bar(entry, scheme),
        present=np.ones((scheme.rounds, n), np.bool_) if present is None else present,
        chances=table(model, entry.true_strengths) if chances is None else chances,
        with_stones=_with_stones(entry, scheme, model),
    )


def _with_stones(entry: Entry, scheme: Scheme, model: WinModel) -> Floats:
    """White's chances by stones: a stone is worth a grade, but half of the first goes for the komi."""
    if not (scheme.stones_count and scheme.most_stones):
        return np.empty((0, 0, 0))
    strengths = entry.true_strengths
    return np.array(
        [
            [[model.chance(white, black + stones - 0.5) for black in strengths] for white in strengths]
            for stones in range(1, scheme.most_stones + 1)
        ]
    )


def above_bar(entry: Entry, scheme: Scheme) -> Flags:
    """Who starts at the bar; nobody does in a Swiss."""
    if scheme.bar is None:
        return np.zeros(len(entry), np.bool_)
    return np.asarray(np.array(entry.grades, np.int64) >= scheme.bar)


def prices_of(pricing: Kaniuk) -> Prices:
    """What each deviation costs, from the pricing's own formula."""
    return Prices(
        score=pricing.forgone("score", np.arange(_HALF_POINTS, dtype=np.int64) ** 2),
        colour=pricing.forgone("colour", np.arange(5, dtype=np.int64)),
        kinship=pricing.forgone("geography", np.arange(4, dtype=np.int64)),
        floats=pricing.forgone("floats", np.arange(5, dtype=np.int64)),
        seeding=pricing.forgone("seeding", np.arange(WIDEST_SEEDING + 1, dtype=np.int64)),
    )


def terms_of(scheme: Scheme) -> Terms:
    """Seeding by round, points for byes and absences, and stones."""
    methods = [
        METHODS[scheme.first_seeding if number <= scheme.first_seeding_rounds else scheme.later_seeding]
        for number in range(1, scheme.rounds + 1)
    ]
    return Terms(
        seeding=np.array(methods, np.int64),
        bye_points=scheme.bye_points,
        absent_points=scheme.absent_points,
        unit=POINT if scheme.round_down else 1,
        threshold=_NEVER if scheme.no_stones_from is None else scheme.no_stones_from,
        correction=scheme.stones_less,
        ceiling=scheme.most_stones,
    )


def simulate(
    entry: Entry,
    scheme: Scheme,
    model: WinModel,
    *,
    seed: int,
    count: int,
    first: int = 0,
    threads: int = 1,
    present: Flags | None = None,
    standing: Standing | None = None,
) -> Played:
    """Play an entry many times under a scheme; the seed and a tournament's number decide it alone.

    From a standing only what is left is played.
    """
    return play(
        field_of(entry, scheme, model, present=present),
        prices_of(scheme.pricing),
        terms_of(scheme),
        seed=seed,
        count=count,
        first=first,
        threads=threads,
        standing=standing,
    )
