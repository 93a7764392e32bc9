"""The games of players who no longer play in their round, and what to do about them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from miai.domain.people.player import PlayerId, Registration
from miai.domain.tournament import Tournament
from miai.messages import Clauses, Message

# More games of a round than this are counted and not named.
_NAMED = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftGame:
    """A game without a result whose player no longer plays in its round; `published` if players see it."""

    round: int
    table: int
    name: str
    published: bool


def left_games(before: Tournament, after: Tournament) -> Iterator[LeftGame]:
    """The drawn or published games of players who play in their rounds before a change, and not after it."""
    names = after.names
    for drawn in after.rounds:
        away = _playing(before, drawn.number) & {each.id for each in after.players}
        away -= _playing(after, drawn.number)
        if not away:
            continue
        away -= {seat for board in drawn.boards if board.result.known for seat in (board.white, board.black)}
        shown = drawn.shown.boards if drawn.shown else ()
        for board in shown or drawn.boards:
            for player in (board.white, board.black):
                if player in away:
                    yield LeftGame(
                        round=drawn.number, table=board.table, name=names[player], published=bool(shown)
                    )


def _playing(tournament: Tournament, number: int) -> set[PlayerId]:
    """The players who are here and play in a round."""
    return {
        player.id
        for player in tournament.players
        if player.attends(number) and player.registration is Registration.FINAL
    }


def left_in_rounds(games: Sequence[LeftGame]) -> Iterator[tuple[int, Message]]:
    """Each round with such games, and what to do about them."""
    for number in dict.fromkeys(each.round for each in games):
        yield number, _left([each for each in games if each.round == number])


def left_messages(before: Tournament, after: Tournament) -> Iterator[Message]:
    """The same as sentences that name the round, for the answer to a change."""
    for number, what in left_in_rounds(tuple(left_games(before, after))):
        yield Message("Round %(number)s: %(what)s", number=number, what=what)


def _left(games: Sequence[LeftGame]) -> Message:
    seats = tuple(
        Message("%(name)s at table %(table)s", name=each.name, table=each.table) for each in games[:_NAMED]
    )
    more = len(games) - len(seats)
    if more:
        seats = (*seats, Message("%(count)s more", count=more))
    if games[0].published:
        return Message(
            "players still see %(games)s; change the draw and publish it again, or enter a result",
            games=Clauses(seats, ", "),
        )
    return Message("the draw still has %(games)s; draw again before publishing", games=Clauses(seats, ", "))
