"""The mark of a draft: a draw is published, undone or changed as it was on the screen, or not at all."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from miai.desk.live_state import Desk, State
from miai.desk.seen import Difference, Mark, SeenChanged
from miai.domain.people.player import PlayerId
from miai.domain.rounds.game import Board
from miai.domain.rounds.round import Bye, Round
from miai.domain.tournament import Tournament
from miai.messages import Message, literal


def draft_mark(desk: Desk, state: State, number: int) -> Mark:
    """The mark of a round: its tables, colours, handicaps and byes, but no results and no locks."""
    return desk.recall(state, ("mark of the draft", number), lambda: mark_of_round(state, number))


def mark_of_round(state: State, number: int) -> Mark:
    """The mark of a round in a state that may be an earlier one."""
    return Mark.of(state, _parts(state.tournament.round(number)))


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftSeen:
    """A round as it was on the screen; `before` is None if the log no longer has that moment.

    `players` and `table` are those that a change by hand is about: other games may have changed.
    """

    number: int
    mark: Mark
    before: Round | None
    people: Tournament
    players: frozenset[PlayerId] = frozenset()
    table: int | None = None

    def demand(self, state: State) -> None:
        """Raise SeenChanged if the round is different now."""
        now = state.tournament.round(self.number)
        mark = Mark.of(state, _parts(now))
        if mark.content == self.mark.content or self._same_games(now):
            return
        raise SeenChanged(
            Message(
                "the draw of round %(round)s is different now from the one on this screen", round=self.number
            ),
            mark,
            tuple(_differences(self.before, self.people, now, state.tournament)),
        )

    def _same_games(self, now: Round) -> bool:
        """True if the games that a change by hand is about are as they were."""
        before = self.before
        # A change in a team event names teams, whose games are several.
        if before is None or now.matches or not (self.players or self.table):
            return False
        players = set(self.players)
        for drawn in (before, now):
            if self.table and (board := drawn.board_at(self.table)):
                players |= {board.white, board.black}
        return all(_game(before, each) == _game(now, each) for each in players)


def draft_seen(
    desk: Desk,
    state: State,
    number: int,
    mark: Mark,
    *,
    players: Iterable[PlayerId] = (),
    table: int | None = None,
) -> DraftSeen:
    """The round that a form or a program has seen, by its mark."""
    shown = state
    if draft_mark(desk, state, number).content != mark.content:
        shown = desk.state_at(state.id, min(mark.version, state.version))
    before = shown.tournament.round(number)
    known = mark_of_round(shown, number).content == mark.content
    return DraftSeen(
        number=number,
        mark=mark,
        before=before if known else None,
        people=shown.tournament,
        players=frozenset(players),
        table=table,
    )


def _parts(drawn: Round) -> Iterator[object]:
    for board in sorted(drawn.boards, key=lambda board: board.table):
        yield f"{board.table} {_seats(board)}"
    yield from sorted(f"{bye.player} {bye.kind.value}" for bye in drawn.byes)
    yield from sorted(drawn.resting)


def _seats(board: Board) -> str:
    return f"{board.white} {board.black} {board.handicap} {board.komi}"


def _game(drawn: Round, player: PlayerId) -> object:
    if board := drawn.board_of(player):
        return board.table, _seats(board)
    return _kind(drawn.bye_of(player))


def _kind(bye: Bye | None) -> str:
    return bye.kind.value if bye else ""


def _differences(
    before: Round | None, people: Tournament, now: Round, tournament: Tournament
) -> Iterator[Difference]:
    """The tables, byes and resting teams that are not as they were."""
    if before is None:
        return
    tables = sorted({board.table for drawn in (before, now) for board in drawn.boards})
    for table in tables:
        yield from _different(
            Message("Table %(table)s", table=table),
            _board_message(people, before.board_at(table)),
            _board_message(tournament, now.board_at(table)),
        )
    yield from _different(
        Message("Bye"),
        _names(people.names[bye.player] for bye in before.byes),
        _names(tournament.names[bye.player] for bye in now.byes),
    )
    yield from _different(
        Message("Rests"),
        _names(people.team(each).name for each in before.resting),
        _names(tournament.team(each).name for each in now.resting),
    )


def _different(where: Message, before: Message | None, now: Message | None) -> Iterator[Difference]:
    if before != now:
        yield Difference(where=where, before=before, now=now)


def _board_message(tournament: Tournament, board: Board | None) -> Message | None:
    if board is None:
        return None
    names = tournament.names
    values = {"white": names[board.white], "black": names[board.black]}
    komi = board.komi if board.komi is not None else tournament.settings.komi
    if board.handicap:
        return Message(
            "%(white)s (White) – %(black)s (Black), handicap %(stones)s, komi %(komi)s",
            stones=board.handicap,
            komi=f"{komi:g}",
            **values,
        )
    return Message("%(white)s (White) – %(black)s (Black), komi %(komi)s", komi=f"{komi:g}", **values)


def _names(names: Iterable[str]) -> Message | None:
    found = ", ".join(sorted(names))
    return literal(found) if found else None
