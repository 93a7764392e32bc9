"""Starting bands of the AGA's protocol: who is in which, and how they are built from the entries.

Bands are numbered from 0 at the top. A tournament stores them in its settings, so that late entrants find
theirs. Bands that follow the entries are built again after each change of the entries until a round is drawn.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from miai.domain.people.grade import Grade
from miai.domain.people.player import BarSide, Player
from miai.domain.points import POINT, Quarters
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.scoring_rules import Scoring, StartBand
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.messages import Message

DEFAULT_FACTOR = 0.75

Bands = tuple[StartBand, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BandPlan:
    """How bands are built: the AGA's D, the fewest players of a band, and where the scores begin.

    `smallest` is the number of rounds by default. Without `lowest`, the score of the lowest band, the top
    band starts at 0. With `fills_top` a top band that is too small is joined with the next grades as well.
    """

    factor: float = DEFAULT_FACTOR
    smallest: int | None = None
    top_separation_is_one: bool = False
    lowest: int | None = None
    fills_top: bool = False


def band_of(player: Player, bands: Sequence[StartBand]) -> int | None:
    """The band a player is in, from 0 at the top; None below the lowest band.

    Members put into a band by hand come first, then the side of the bar (the top band is above it), then the
    grade.
    """
    for number, band in enumerate(bands):
        if player.id in band.members:
            return number
    if player.bar_side is BarSide.ABOVE and bands:
        return 0
    first = 1 if player.bar_side is BarSide.BELOW and len(bands) > 1 else 0
    return next((number for number in range(first, len(bands)) if reaches(player.grade, bands[number])), None)


def reaches(grade: Grade, band: StartBand) -> bool:
    """True if players of a grade belong to a band, as far as no band above holds them."""
    return grade.number >= band.weakest.number


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
    is_filled = top and (top >= least or not plan.fills_top)
    groups = [(bar, top)] if is_filled else []
    count = 0 if is_filled else top
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


def _level(player: Player, bar: int) -> int:
    if player.bar_side is BarSide.ABOVE:
        return bar
    return min(player.grade.number, bar - 1 if player.bar_side is BarSide.BELOW else bar)


def follows_entries(tournament: Tournament) -> bool:
    """True if the bands are built again with each change of the entries: no round is drawn yet."""
    return tournament.settings.scoring.bands_from_entries and not any(
        drawn.boards for drawn in tournament.rounds
    )


def with_bands_of_entries(tournament: Tournament) -> Tournament:
    """The tournament with the bands of its entries, if they follow them."""
    if not follows_entries(tournament):
        return tournament
    bands = build_bands(tournament, BandPlan(fills_top=True))
    if bands == tournament.settings.scoring.bands:
        return tournament
    return _with_scoring(tournament, replace(tournament.settings.scoring, bands=bands))


def with_bands(tournament: Tournament, bands: Bands) -> Tournament:
    """The tournament in which everybody starts by these bands, which no longer follow the entries."""
    scoring = replace(tournament.settings.scoring, bands=bands, bands_from_entries=False)
    return _with_scoring(tournament, scoring)


def rules_to_log(tournament: Tournament, settings: Settings) -> Settings:
    """New rules as the log has them: bands that follow the entries are left out, those chosen stay.

    Bands that are chosen follow the entries no longer.
    """
    scoring, before = settings.scoring, tournament.settings.scoring
    if not scoring.bands_from_entries or not follows_entries(replace(tournament, settings=settings)):
        return settings
    if before.bands_from_entries and scoring.bands != before.bands:
        return replace(settings, scoring=replace(scoring, bands_from_entries=False))
    return replace(settings, scoring=replace(scoring, bands=()))


def _with_scoring(tournament: Tournament, scoring: Scoring) -> Tournament:
    return replace(tournament, settings=replace(tournament.settings, scoring=scoring))
