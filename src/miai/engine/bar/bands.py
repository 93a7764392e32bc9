"""The AGA's bands: groups by strength, and how far they start apart.

Bands are numbered from 0 at the top. A tournament stores them in its settings, so that late entrants find
theirs.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from miai.domain.people.grade import STRONGEST, Grade
from miai.domain.people.player import BarSide, Player
from miai.domain.points import NOTHING, POINT, Quarters
from miai.domain.settings.scoring_rules import StartBand
from miai.domain.tournament import Tournament
from miai.engine.scoring.scores import band_of
from miai.errors import InputError
from miai.messages import Message

DEFAULT_FACTOR = 0.75

Bands = tuple[StartBand, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BandPlan:
    """How bands are built: the AGA's D, the fewest players of a band, and where the scores begin.

    `smallest` is the number of rounds by default. Without `lowest`, the score of the lowest band, the top
    band starts at 0.
    """

    factor: float = DEFAULT_FACTOR
    smallest: int | None = None
    top_separation_is_one: bool = False
    lowest: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BandRow:
    """One band with its players; `suggested` is the separation by the AGA's formula.

    `strongest` and `weakest` are the grades of its players, none where it is empty. `by_hand` are those whom
    the director put there.
    """

    band: StartBand
    players: tuple[Player, ...]
    by_hand: tuple[Player, ...]
    separation: Quarters
    suggested: int

    @property
    def strongest(self) -> Grade | None:
        """The strongest grade in the band."""
        return max((player.grade for player in self.players), default=None)

    @property
    def weakest(self) -> Grade | None:
        """The weakest grade in the band."""
        return min((player.grade for player in self.players), default=None)


def separation(size: int, rounds: int, factor: float = DEFAULT_FACTOR) -> int:
    """S = int(D·P/R), from 1 to a third of the rounds, rounded up."""
    return max(1, min(-(-rounds // 3), int(factor * size / rounds)))


def scores(
    sizes: Sequence[int],
    rounds: int,
    *,
    factor: float = DEFAULT_FACTOR,
    top_separation_is_one: bool = False,
    lowest: int | None = None,
) -> list[int]:
    """The starting score of each band, the top one first; the separation follows the lower band's size."""
    if rounds < 1 or factor <= 0:
        raise InputError(Message("bands need at least one round and a factor above 0"))
    result = [0]
    for number, size in enumerate(sizes[1:], start=1):
        step = 1 if number == 1 and top_separation_is_one else separation(size, rounds, factor)
        result.append(result[-1] - step)
    return result if lowest is None else [score - result[-1] + lowest for score in result]


def build_bands(tournament: Tournament, plan: BandPlan | None = None) -> Bands:
    """The top band from the bar up, then grade by grade, each joined with the next until it is large enough.

    The last band may be too small only if it is the only one below the top.
    """
    plan = plan or BandPlan()
    rounds = tournament.settings.rounds
    least = rounds if plan.smallest is None else plan.smallest
    bar = tournament.settings.scoring.bar
    levels = [_level(player, bar.number) for player in tournament.players]
    top = sum(level >= bar.number for level in levels)
    groups = [(bar, top)] if top else []
    count = 0
    for level in sorted({level for level in levels if level < bar.number}, reverse=True):
        count += levels.count(level)
        if count >= least:
            groups.append((Grade.of_number(level), count))
            count = 0
    if count:
        weakest = Grade.of_number(min(levels))
        # Too few for a band of their own: they join the one above, but never the top.
        if len(groups) > 1 and count < least:
            groups[-1] = weakest, groups[-1][1] + count
        else:
            groups.append((weakest, count))
    starts = scores(
        [size for _, size in groups],
        rounds,
        factor=plan.factor,
        top_separation_is_one=plan.top_separation_is_one,
        lowest=plan.lowest,
    )
    return tuple(
        StartBand(weakest=weakest, score=Quarters(POINT * start))
        for (weakest, _), start in zip(groups, starts, strict=False)
    )


def band_rows(tournament: Tournament, bands: Bands) -> list[BandRow]:
    """Every band with its players, the strongest first; who starts by hand is in none."""
    there: list[list[Player]] = [[] for _ in bands]
    for player in sorted(tournament.players, key=lambda player: (-player.grade.number, player.name)):
        number = band_of(player, bands)
        if number is not None and player.start is None:
            there[number].append(player)
    rounds = max(1, tournament.settings.rounds)
    return [
        BandRow(
            band=band,
            players=tuple(players),
            by_hand=tuple(player for player in players if player.id in band.members),
            separation=step,
            suggested=separation(len(players), rounds) if number else 0,
        )
        for number, (band, players, step) in enumerate(zip(bands, there, _separations(bands), strict=True))
    ]


def outside_bands(tournament: Tournament, bands: Bands) -> list[Player]:
    """The players whom no band holds: those weaker than the lowest band, and those who start by hand."""
    return [p for p in tournament.players if p.start is not None or band_of(p, bands) is None]


def with_bands(tournament: Tournament, bands: Bands) -> Tournament:
    """The tournament in which everybody starts by their band."""
    scoring = replace(tournament.settings.scoring, bands=bands)
    return replace(tournament, settings=replace(tournament.settings, scoring=scoring))


def with_separation(bands: Bands, number: int, points: Quarters) -> Bands:
    """Set how far a band starts below the next higher one."""
    _demand_band(bands, number)
    if number == 0:
        raise InputError(Message("the top band has no band above it"))
    if points <= 0:
        raise InputError(Message("a band starts below the one above it: the separation must be above 0"))
    steps = _separations(bands)
    steps[number] = points
    return _spaced(bands, steps, lowest=bands[-1].score)


def merged(bands: Bands, number: int) -> Bands:
    """Join a band with the next lower one; the other separations stay."""
    if not 0 <= number < len(bands) - 1:
        raise InputError(Message("there is no band below band %(band)s to join it with", band=number + 1))
    upper, lower = bands[number], bands[number + 1]
    joined = StartBand(weakest=lower.weakest, score=upper.score, members=(*upper.members, *lower.members))
    steps = _separations(bands)
    del steps[number + 1]
    rest = (*bands[:number], joined, *bands[number + 2 :])
    return _spaced(rest, steps, lowest=bands[-1].score)


def split(bands: Bands, number: int, weakest: Grade, players: Sequence[Player]) -> Bands:
    """Divide a band below a grade; the lower part starts one point below the upper one."""
    _demand_band(bands, number)
    band = bands[number]
    highest = bands[number - 1].weakest.number if number else STRONGEST + 1
    if not band.weakest.number < weakest.number < highest:
        raise InputError(
            Message("band %(band)s cannot be divided at %(grade)s", band=number + 1, grade=str(weakest))
        )
    grades = {player.id: player.grade.number for player in players}
    strong = tuple(each for each in band.members if grades.get(each, weakest.number) >= weakest.number)
    parts = (
        replace(band, weakest=weakest, members=strong),
        replace(band, members=tuple(each for each in band.members if each not in strong)),
    )
    steps = _separations(bands)
    steps.insert(number + 1, POINT)
    rest = (*bands[:number], *parts, *bands[number + 1 :])
    return _spaced(rest, steps, lowest=bands[-1].score)


def limited(bands: Bands, number: int, weakest: Grade) -> Bands:
    """Let a band reach down to another grade."""
    _demand_band(bands, number)
    if number and weakest.number >= bands[number - 1].weakest.number:
        raise InputError(Message("nothing would be left of band %(band)s", band=number + 1))
    if number + 1 < len(bands) and weakest.number <= bands[number + 1].weakest.number:
        raise InputError(Message("nothing would be left of band %(band)s", band=number + 2))
    band = replace(bands[number], weakest=weakest)
    return (*bands[:number], band, *bands[number + 1 :])


def moved(bands: Bands, player: Player, number: int) -> Bands:
    """Put one player into another band, whatever their grade."""
    _demand_band(bands, number)
    if player.start is not None:
        raise InputError(
            Message(
                "%(name)s has a starting score of their own, which counts before any band", name=player.name
            )
        )
    without = tuple(
        replace(band, members=tuple(each for each in band.members if each != player.id)) for band in bands
    )
    if band_of(player, without) == number:
        return without
    there = without[number]
    band = replace(there, members=(*there.members, player.id))
    return (*without[:number], band, *without[number + 1 :])


def _separations(bands: Bands) -> list[Quarters]:
    """How far each band starts below the one above; the top band has none above it."""
    return [NOTHING, *(Quarters(upper.score - lower.score) for upper, lower in pairwise(bands))][: len(bands)]


def _spaced(bands: Bands, steps: Sequence[Quarters], *, lowest: Quarters) -> Bands:
    """Bands at these separations; a top band at 0 stays there, else the lowest band keeps its score."""
    score = bands[0].score if bands[0].score == 0 else Quarters(lowest + sum(steps))
    result = []
    for band, step in zip(bands, steps, strict=True):
        score = Quarters(score - step)
        result.append(replace(band, score=score))
    return tuple(result)


def _demand_band(bands: Bands, number: int) -> None:
    if not 0 <= number < len(bands):
        raise InputError(Message("there is no band %(band)s", band=number + 1))


def _level(player: Player, bar: int) -> int:
    if player.bar_side is BarSide.ABOVE:
        return bar
    return min(player.grade.number, bar - 1 if player.bar_side is BarSide.BELOW else bar)
