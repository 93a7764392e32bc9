"""The AGA's bands: groups by strength, and how far they start apart."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from miai.domain.grade import Grade
from miai.domain.player import BarSide, Player, PlayerId
from miai.domain.points import quarters
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.messages import Message

DEFAULT_FACTOR = 0.75


@dataclass(frozen=True, slots=True, kw_only=True)
class Band:
    """Players of neighbouring grades who start with the same score."""

    players: tuple[PlayerId, ...]
    strongest: Grade
    weakest: Grade
    separation: int = 0
    score: int = 0


def separation(size: int, rounds: int, factor: float = DEFAULT_FACTOR) -> int:
    """S = int(D·P/R), from 1 to a third of the rounds, rounded up."""
    return max(1, min(-(-rounds // 3), int(factor * size / rounds)))


def scores(
    sizes: Sequence[int],
    rounds: int,
    *,
    factor: float = DEFAULT_FACTOR,
    top_separation_is_one: bool = False,
    zero_at_bottom: bool = False,
) -> list[int]:
    """The starting score of each band, the top one first; the separation follows the lower band's size."""
    if rounds < 1 or factor <= 0:
        raise InputError(Message("bands need at least one round and a factor above 0"))
    result = [0]
    for number, size in enumerate(sizes[1:], start=1):
        step = 1 if number == 1 and top_separation_is_one else separation(size, rounds, factor)
        result.append(result[-1] - step)
    return [score - result[-1] for score in result] if zero_at_bottom else result


def build_bands(tournament: Tournament, *, smallest: int | None = None) -> list[Band]:
    """The top band from the bar up, then grade by grade, each joined with the next until it is large enough.

    `smallest` is the number of rounds by default; the last band may be smaller only if it is the only one.
    """
    rounds = tournament.settings.rounds
    least = rounds if smallest is None else smallest
    bar = tournament.settings.scoring.bar.number
    ordered = sorted(tournament.players, key=lambda p: (-_level(p, bar), -p.grade.number))
    top = [player for player in ordered if _level(player, bar) >= bar]
    groups = [top] if top else []
    current: list[Player] = []
    for grade in sorted({_level(p, bar) for p in ordered if p not in top}, reverse=True):
        current += [player for player in ordered if player not in top and _level(player, bar) == grade]
        if len(current) >= least:
            groups.append(current)
            current = []
    if current:
        # Too few for a band of their own: they join the one above, but never the top.
        if len(groups) > 1 and len(current) < least:
            groups[-1] = groups[-1] + current
        else:
            groups.append(current)
    return [_band(group) for group in groups]


def merge(bands: Sequence[Band], first: int) -> list[Band]:
    """Join a band with the next lower one; bands are counted from 0 at the top."""
    if not 0 <= first < len(bands) - 1:
        raise InputError(Message("there is no band below band %(band)s to join it with", band=first + 1))
    upper, lower = bands[first], bands[first + 1]
    joined = Band(players=(*upper.players, *lower.players), strongest=upper.strongest, weakest=lower.weakest)
    return [*bands[:first], joined, *bands[first + 2 :]]


def move(bands: Sequence[Band], player: PlayerId, to: int) -> list[Band]:
    """Put one player into another band."""
    if not 0 <= to < len(bands):
        raise InputError(Message("there is no band %(band)s", band=to + 1))
    if all(player not in band.players for band in bands):
        raise InputError(Message("'%(player)s' is in no band", player=player))
    moved = []
    for number, band in enumerate(bands):
        others = tuple(each for each in band.players if each != player)
        moved.append(replace(band, players=(*others, player) if number == to else others))
    return [band for band in moved if band.players]


def with_scores(
    bands: Sequence[Band],
    rounds: int,
    *,
    factor: float = DEFAULT_FACTOR,
    top_separation_is_one: bool = False,
    zero_at_bottom: bool = False,
) -> list[Band]:
    """The bands with their separations and starting scores."""
    starts = scores(
        [len(band.players) for band in bands],
        rounds,
        factor=factor,
        top_separation_is_one=top_separation_is_one,
        zero_at_bottom=zero_at_bottom,
    )
    above = [starts[0], *starts[:-1]] if starts else []
    return [
        replace(band, score=score, separation=upper - score)
        for band, score, upper in zip(bands, starts, above, strict=True)
    ]


def apply_bands(tournament: Tournament, bands: Sequence[Band]) -> Tournament:
    """The tournament with every player starting at the score of their band."""
    start = {player: quarters(band.score) for band in bands for player in band.players}
    players = tuple(
        replace(player, start=start.get(player.id, player.start)) for player in tournament.players
    )
    return replace(tournament, players=players)


def _level(player: Player, bar: int) -> int:
    if player.bar_side is BarSide.ABOVE:
        return bar
    return (
        min(player.grade.number, bar - 1)
        if player.bar_side is BarSide.BELOW
        else min(player.grade.number, bar)
    )


def _band(players: Sequence[Player]) -> Band:
    grades = [player.grade for player in players]
    return Band(players=tuple(p.id for p in players), strongest=max(grades), weakest=min(grades))
