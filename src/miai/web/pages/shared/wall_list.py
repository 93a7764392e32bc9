"""The wall list: places, criteria and every round's game, as people read it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from miai.app.desk import Desk, State
from miai.app.results.standings_view import standings_of
from miai.domain.grade import Grade
from miai.domain.player import Player, PlayerId
from miai.domain.points import plain
from miai.domain.settings import Settings
from miai.standings import Row, Standings
from miai.standings.scores import scores
from miai.standings.tiebreaks import TIEBREAKS
from miai.web.pages.shared.pairings import name_order
from miai.web.words import gettext as _
from miai.web.words import language
from miai.web.words.criteria import Criterion, criterion

_GAME = re.compile(r"([1-9]\d*)([-+=?])(.*)")
_KINDS = {"+": "won", "-": "lost", "=": "jigo", "?": "open"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """A round of one player: its short form, how it ended (or "free"), the opponent and their line."""

    text: str
    kind: str
    opponent: Player | None = None
    number: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line; `number` is what others' games refer to, `tied` that the line above has the same place."""

    number: int
    place: int
    tied: bool
    row: Row
    start: float
    wins: float
    category: int
    cells: tuple[Cell, ...]

    @property
    def player(self) -> Player:
        """Whose line it is."""
        return self.row.player


@dataclass(frozen=True, slots=True, kw_only=True)
class WallList:
    """The whole table; starting scores and wins are shown where the criteria do not say them already."""

    after: int
    columns: tuple[Criterion, ...]
    lines: tuple[Line, ...]
    shows_start: bool
    shows_wins: bool

    @property
    def numbered(self) -> bool:
        """Whether the lines need numbers of their own, because places are shared or only some are shown."""
        return any(line.number != line.place for line in self.lines)

    def line_of(self, player: PlayerId | None) -> Line | None:
        """A player's own line."""
        return next((line for line in self.lines if line.player.id == player), None)


def wall_list(desk: Desk, state: State, *, after: int, criteria: Sequence[str] | None = None) -> WallList:
    """The table after a round, worked out once for each version of the tournament."""
    wanted = None if criteria is None else tuple(criteria)

    def work_out() -> WallList:
        return wall_list_of(standings_of(desk, state, after=after, criteria=wanted))

    return desk.recall(state, ("wall list", after, wanted, language()), work_out)


def of_category(table: WallList, category: int) -> WallList:
    """Those of one category, placed among themselves."""
    lines: list[Line] = []
    for line in table.lines:
        if line.category == category:
            tied = bool(lines) and lines[-1].row.place == line.row.place
            place = lines[-1].place if tied else len(lines) + 1
            lines.append(replace(line, place=place, tied=tied))
    return replace(table, lines=tuple(lines))


def by_name(table: WallList) -> WallList:
    """The same lines in the order of names."""
    lines = sorted(table.lines, key=lambda line: name_order(line.player))
    return replace(table, lines=tuple(replace(line, tied=False) for line in lines))


def categories(settings: Settings) -> list[str]:
    """The categories by their grades, the strongest first; none where there is only one."""
    limits = settings.category_limits
    if not limits:
        return []
    middle = [
        _("%(weakest)s to %(strongest)s", weakest=low, strongest=Grade.of_number(high.number - 1))
        for high, low in pairwise(limits)
    ]
    return [_("%(grade)s and up", grade=limits[0]), *middle, _("Under %(grade)s", grade=limits[-1])]


def wall_list_of(table: Standings) -> WallList:
    """A table with everything that the wall list says beside it."""
    scored = scores(table.tournament, after=table.after_round)
    index = {player.id: i for i, player in enumerate(scored.players)}
    groups = TIEBREAKS["cat"].compute(scored)
    players = [row.player for row in table.rows]
    lines: list[Line] = []
    for number, row in enumerate(table.rows, start=1):
        i = index[row.player.id]
        lines.append(
            Line(
                number=number,
                place=row.place,
                tied=bool(lines) and lines[-1].place == row.place,
                row=row,
                start=plain(scored.starts[i]),
                wins=plain(scored.wins[i]),
                category=-int(groups[i]),
                cells=tuple(_cell(text, players) for text in row.results),
            )
        )
    by_wins = table.tournament.settings.by_wins
    return WallList(
        after=table.after_round,
        columns=tuple(criterion(key) for key in table.criteria),
        lines=tuple(lines),
        shows_start=not by_wins,
        shows_wins="nbw" not in table.criteria,
    )


def _cell(text: str, players: Sequence[Player]) -> Cell:
    game = _GAME.fullmatch(text)
    shown = text.replace("-", "−")
    if game is None:
        return Cell(text=shown, kind="free")
    number = int(game[1])
    return Cell(text=shown, kind=_KINDS[game[2]], opponent=players[number - 1], number=number)
