"""The mark of a table: standings are published and closed as they were on the screen, or not at all."""

from dataclasses import dataclass

from miai.desk.live_state import Desk, State
from miai.desk.seen import Difference, Mark, SeenChanged
from miai.engine.scoring.places import Standings, standings
from miai.engine.scoring.teams.table import team_standings
from miai.features.stages.overall_standings import whole_standings
from miai.features.standings.standings_view import standings_of
from miai.messages import Message

# A line of a table: its place, and what is at this place.
Line = tuple[int, str, str]


def table_mark(desk: Desk, state: State, after: int) -> Mark:
    """The mark of the standings after a round, with the places over all stages."""

    def work_out() -> Mark:
        last = min(after, state.tournament.rounds_played)
        return Mark.of(state, _lines(state, after, standings_of(desk, state, after=last)))

    return desk.recall(state, ("mark of the table", after), work_out)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSeen:
    """The standings as they were on the screen; `before` is None if the log no longer has that moment."""

    after: int
    mark: Mark
    before: tuple[Line, ...] | None

    def demand(self, state: State) -> None:
        """Raise SeenChanged if the standings are different now."""
        lines = _lines(state, self.after)
        mark = Mark.of(state, lines)
        if mark.content == self.mark.content:
            return
        raise SeenChanged(
            Message("the standings are different now from the ones on this screen"),
            mark,
            _differences(self.before, lines) if self.before else (),
        )


def table_seen(desk: Desk, state: State, after: int, mark: Mark) -> TableSeen:
    """The standings that a form or a program has seen, by their mark."""
    if table_mark(desk, state, after).content == mark.content:
        return TableSeen(after=after, mark=mark, before=_lines(state, after))
    lines = _lines(desk.state_at(state.id, min(mark.version, state.version)), after)
    known = Mark.of(state, lines).content == mark.content
    return TableSeen(after=after, mark=mark, before=lines if known else None)


def _lines(state: State, after: int, table: Standings | None = None) -> tuple[Line, ...]:
    """Each line of the standings: of players, of teams, and of all stages together."""
    event = state.tournament
    last = min(after, event.rounds_played)
    rows = (table or standings(event, after=last)).rows
    names = event.names
    lines = [(row.place, names[row.player.id], _text(row.values)) for row in rows]
    if event.teams:
        lines += [
            (row.place, row.team.name, _text(row.values)) for row in team_standings(event, after=last).rows
        ]
    if event.stages:
        lines += [
            (row.place, names.get(row.player.id, row.player.name), row.stage_name)
            for row in whole_standings(event).rows
        ]
    return tuple(lines)


def _text(values: dict[str, float | int]) -> str:
    return ", ".join(f"{value:.10g}" for value in values.values())


def _differences(before: tuple[Line, ...], now: tuple[Line, ...]) -> tuple[Difference, ...]:
    """The lines that are not as they were, in their order."""
    longer = max(len(before), len(now))
    pairs = [(_line_at(before, at), _line_at(now, at)) for at in range(longer)]
    return tuple(
        Difference(
            where=Message("Place %(place)s", place=(new or old or (0, "", ""))[0]),
            before=_message(old),
            now=_message(new),
        )
        for old, new in pairs
        if old != new
    )


def _line_at(lines: tuple[Line, ...], at: int) -> Line | None:
    return lines[at] if at < len(lines) else None


def _message(line: Line | None) -> Message | None:
    return Message("%(name)s (%(values)s)", name=line[1], values=line[2]) if line else None
