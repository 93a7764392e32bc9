"""The picture of a plan: its stages as boxes from left to right, with lines between them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from miai.domain.stages import MAIN
from miai.domain.tournament import Stage, Tournament
from miai.engine.pairing.schedules.bracket import Bracket, Match, Side
from miai.features.draw.bracket import bracket_of
from miai.features.stages.page.stage_words import seat_code
from miai.features.stages.planned import planned_event
from miai.server.words import gettext as _
from miai.server.words import ngettext, pgettext

# A column of games that is higher than this is one box.
_MOST_GAMES = 8
# More groups than these are not drawn one by one.
_MOST_GROUPS = 10
_STEP, _GAP = 40, 36
_TALL, _LOW = 34, 28


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """A box with a title and a smaller line below it."""

    x: int
    y: float
    width: int
    height: int
    title: str
    note: str = ""

    @property
    def middle(self) -> float:
        """The height at which lines end."""
        return self.y + self.height / 2

    @property
    def right(self) -> int:
        """The side from which lines go on."""
        return self.x + self.width


@dataclass(slots=True)
class Picture:
    """Boxes, and lines as paths; `text` says the same to readers who do not see it."""

    boxes: list[Box] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    dashed: list[str] = field(default_factory=list)
    text: str = ""

    @property
    def width(self) -> int:
        """The width that all boxes need."""
        return max((box.right for box in self.boxes), default=0) + 4

    @property
    def height(self) -> float:
        """The height that all boxes need."""
        return max((box.y + box.height for box in self.boxes), default=0) + 4


def plan_picture(event: Tournament) -> Picture:
    """The picture of an event whose stages are those of a plan."""
    picture = Picture(text="; ".join(stage.event.name for stage in event.stages))
    cup = event.stages[-1]
    bracket = bracket_of(planned_event(event, cup, lambda seat: seat_code(event, seat)))
    rounds = [
        [match for match in bracket.of_round(number) if match.side is not Side.THIRD_PLACE]
        for number in range(1, bracket.rounds + 1)
    ]
    sources = list(_sources(event, cup))
    height = max(len(sources), min(_MOST_GAMES, len(rounds[0]) if rounds else 1)) * _STEP
    before = _column(picture, sources, x=4, width=150, height=height)
    before = _column(
        picture, [_entering(cup)], x=before[0].right + _GAP + 34, width=136, height=height, after=before
    )
    for games in rounds:
        left = bracket.rounds - games[0].round
        shown = [_game(match, left) for match in games] if len(games) <= _MOST_GAMES else [_games(games)]
        before = _column(picture, shown, x=before[0].right + _GAP, width=116, height=height, after=before)
    _third_place(picture, bracket, before)
    if cup.joins_main:
        _main_below(picture, event)
    return picture


def _sources(event: Tournament, cup: Stage) -> Iterator[tuple[str, str]]:
    """The boxes at the left: groups, or the event itself."""
    if cup.joins_main:
        yield _("All players"), _("by rating")
        return
    stages = [source.stage for source in cup.plan.sources]
    for each in stages[:_MOST_GROUPS]:
        inside = event if each == MAIN else event.stage(each).event
        name = _("Main event") if each == MAIN else inside.name
        rounds = ngettext("%(num)s round", "%(num)s rounds", inside.settings.rounds)
        players = ngettext("%(num)s player", "%(num)s players", len(inside.players))
        yield name, f"{players}, {rounds}" if inside.players else rounds
    if len(stages) > _MOST_GROUPS:
        more = len(stages) - _MOST_GROUPS
        yield ngettext("and %(num)s more", "and %(num)s more", more), ""


def _entering(cup: Stage) -> tuple[str, str]:
    """The box with how many enter the cup."""
    each = cup.plan.sources[0].last
    wanted = sum(source.last - source.first + 1 for source in cup.plan.sources)
    players = ngettext("%(num)s player", "%(num)s players", wanted)
    if len(cup.plan.sources) > 1:
        return players, ngettext("%(num)s from each group", "%(num)s from each group", each)
    return players, _("places 1 to %(last)s", last=each)


def _game(match: Match, left: int) -> tuple[str, str]:
    """The box of a game: both players while these come from a stage, else the name of the round."""
    if match.pair and left:
        return " – ".join(player.name for player in match.pair), ""
    if len(match.players) == 1 and match.ending:
        return match.players[0].name, _("free")
    names = {0: pgettext("game", "Final"), 1: _("Semi-final"), 2: _("Quarter-final")}
    return names.get(left, _("Round %(number)s", number=match.round)), _pair_note(match)


def _pair_note(match: Match) -> str:
    return " – ".join(player.name for player in match.pair) if match.pair else ""


def _games(games: Sequence[Match]) -> tuple[str, str]:
    playing = sum(match.pair is not None or match.ending is None for match in games)
    return (
        _("Round %(number)s", number=games[0].round),
        ngettext("%(num)s game", "%(num)s games", playing),
    )


def _column(
    picture: Picture,
    shown: Sequence[tuple[str, str]],
    *,
    x: int,
    width: int,
    height: float,
    after: Sequence[Box] = (),
) -> list[Box]:
    """Boxes one below the other, spread over the height, with lines from those before."""
    step = height / len(shown)
    boxes = []
    for at, (title, note) in enumerate(shown):
        tall = _TALL if note else _LOW
        y = 6 + step * at + (step - tall) / 2
        boxes.append(Box(x=x, y=y, width=width, height=tall, title=title, note=note))
    picture.boxes += boxes
    _connect(picture, after, boxes)
    return boxes


def _connect(picture: Picture, before: Sequence[Box], after: Sequence[Box]) -> None:
    if not before:
        return
    if len(before) == 2 * len(after) and len(before) > 2:
        for at, box in enumerate(after):
            _connect(picture, before[2 * at : 2 * at + 2], [box])
        return
    turn = (before[0].right + after[0].x) / 2
    ends = [box.middle for box in (*before, *after)]
    picture.lines += [f"M{box.right} {box.middle:g}H{turn:g}" for box in before]
    picture.lines += [f"M{turn:g} {box.middle:g}H{box.x}" for box in after]
    picture.lines.append(f"M{turn:g} {min(ends):g}V{max(ends):g}")


def _third_place(picture: Picture, bracket: Bracket, last: Sequence[Box]) -> None:
    """The game of the losers below the final, on a broken line."""
    if not any(match.side is Side.THIRD_PLACE for match in bracket.matches):
        return
    final = last[0]
    y = final.y + final.height + 16
    box = Box(x=final.x, y=y, width=final.width, height=_LOW, title=_("Third place"))
    turn = final.x - _GAP / 2
    picture.boxes.append(box)
    picture.dashed.append(f"M{turn:g} {final.middle:g}V{box.middle:g}H{box.x}")


def _main_below(picture: Picture, event: Tournament) -> None:
    """The main event below its cup: losers come down into it."""
    y, first, width = picture.height + 14, picture.boxes[0], picture.width - 8
    rounds = ngettext("%(num)s round", "%(num)s rounds", event.settings.rounds)
    columns = sorted({box.x for box in picture.boxes if box.x > picture.boxes[1].x})
    for x, following in pairwise((*columns, 0)):
        lowest = max(box.y + box.height for box in picture.boxes if box.x == x)
        if following or len(columns) == 1:
            picture.dashed.append(f"M{x + 58} {lowest:g}V{y:g}")
    title = _("Main event, %(rounds)s", rounds=rounds)
    note = _("who loses in the cup goes on here")
    picture.boxes.append(Box(x=first.x, y=y, width=width, height=_TALL, title=title, note=note))
