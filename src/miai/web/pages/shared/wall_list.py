"""The wall list: places, criteria and the game of every round."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from miai.app.desk import Desk, State
from miai.app.results.bonus import GivenBonus, bonuses
from miai.app.results.standings_view import standings_of
from miai.domain.among import EVERYBODY, Among
from miai.domain.grade import Grade
from miai.domain.player import Player, PlayerId
from miai.domain.points import HALF, NOTHING, POINT, plain
from miai.domain.settings import Settings
from miai.scoring import Standings, StandingsRow
from miai.scoring.direct import Direct
from miai.scoring.places import CRITERIA
from miai.scoring.scores import PlayerRound, scores
from miai.scoring.tiebreaks import Tiebreak
from miai.web.pages.shared.pairings import name_order
from miai.web.words import gettext as _

_KINDS = {POINT: "won", HALF: "jigo", NOTHING: "lost"}


@dataclass(frozen=True, slots=True, kw_only=True)
class WallCell:
    """A round of one player: its short form, how it ended (or "free"), the opponent and their line.

    The line is 0 where the opponent is not in the table, because it shows only some.
    """

    text: str
    kind: str
    opponent: Player | None = None
    number: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class WallLine:
    """One line; others' games refer to its `number`; `tied`: the line above has the same place."""

    number: int
    place: int
    tied: bool
    row: StandingsRow
    start: float
    wins: float
    cells: tuple[WallCell, ...]

    @property
    def player(self) -> Player:
        """The player of the line."""
        return self.row.player


@dataclass(frozen=True, slots=True, kw_only=True)
class WallList:
    """The whole table; starting scores and wins are shown unless a criterion shows them already."""

    after: int
    columns: tuple[Tiebreak | Direct, ...]
    lines: tuple[WallLine, ...]
    shows_start: bool
    shows_wins: bool
    of_some: bool = False
    bonuses: tuple[GivenBonus, ...] = ()

    @property
    def numbered(self) -> bool:
        """Whether the lines need numbers of their own, because places are shared or only some are shown."""
        return any(line.number != line.place for line in self.lines)

    def line_of(self, player: PlayerId | None) -> WallLine | None:
        """A player's own line."""
        return next((line for line in self.lines if line.player.id == player), None)


def wall_list(
    desk: Desk,
    state: State,
    *,
    after: int,
    criteria: Sequence[str] | None = None,
    among: Among = EVERYBODY,
) -> WallList:
    """The table after a round, computed once for each version of the tournament."""
    wanted = None if criteria is None else tuple(criteria)

    def compute() -> WallList:
        return wall_list_of(standings_of(desk, state, after=after, criteria=wanted, among=among))

    if among != EVERYBODY:
        # Each choice of a visitor would be kept otherwise.
        return compute()
    return desk.recall(state, ("wall list", after, wanted), compute)


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
    """The wall list of a table."""
    scored = scores(table.tournament, after=table.after_round)
    index = {player.id: i for i, player in enumerate(scored.players)}
    line_of = {index[row.player.id]: row.line for row in table.rows}
    lines: list[WallLine] = []
    for row in table.rows:
        i = index[row.player.id]
        lines.append(
            WallLine(
                number=row.line,
                place=row.place,
                tied=bool(lines) and lines[-1].place == row.place,
                row=row,
                start=plain(scored.starts[i]),
                wins=plain(scored.wins[i]),
                cells=tuple(
                    _cell(text, each, scored.players, line_of)
                    for text, each in zip(row.results, scored.rounds[i], strict=True)
                ),
            )
        )
    return WallList(
        after=table.after_round,
        columns=tuple(CRITERIA[key] for key in table.criteria),
        lines=tuple(lines),
        shows_start=table.shows_start,
        shows_wins=table.shows_wins,
        of_some=table.of_some,
        bonuses=bonuses(table.tournament, after=table.after_round),
    )


def _cell(text: str, each: PlayerRound, players: Sequence[Player], line_of: dict[int, int]) -> WallCell:
    shown = text.replace("-", "−")
    if not each.played:
        return WallCell(text=shown, kind="free")
    return WallCell(
        text=shown,
        kind=_KINDS[each.points] if each.result.known else "open",
        opponent=players[each.opponent],
        number=line_of.get(each.opponent, 0),
    )
