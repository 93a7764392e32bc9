"""Let players see pairings and standings; what they see changes only when published again."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from miai.app.desk import Desk, Saved, State
from miai.app.lookup import drawn_round, names_of
from miai.domain import events
from miai.domain.player import PlayerId
from miai.domain.reporting import as_shown
from miai.domain.round import Round
from miai.domain.tournament import Tournament
from miai.errors import InputError


class Shown(Enum):
    """What players can see of a round."""

    NOTHING = "nothing"
    EARLIER = "an earlier draw"
    CURRENT = "the draw"


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """A player whose game is another one than players can see now."""

    player: PlayerId
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Publication:
    """What players can see of a round, and for whom publishing again would change something."""

    shown: Shown
    moved: tuple[Moved, ...] = ()


def publication(tournament: Tournament, number: int) -> Publication:
    """Compare the draw of a round with what players can see."""
    drawn = tournament.round(number)
    seen = next((each for each in tournament.shown if each.number == number), None)
    if seen is None:
        return Publication(shown=Shown.NOTHING)
    if seen == as_shown(drawn):
        return Publication(shown=Shown.CURRENT)
    return Publication(shown=Shown.EARLIER, moved=tuple(_moved(tournament, seen, drawn)))


def publish_round(desk: Desk, tournament_id: str, *, round: int, by: str) -> Saved:
    """Let players see the pairings of a round as they are now."""

    def decide(state: State) -> list[events.Event]:
        drawn_round(state.tournament, round)
        current = publication(state.tournament, round).shown is Shown.CURRENT
        return [] if current else [events.RoundPublished(round=round)]

    saved = desk.change(tournament_id, decide, by=by)
    desk.back_up("publication")
    return saved


def publish_standings(desk: Desk, tournament_id: str, *, after: int, by: str, final: bool = False) -> Saved:
    """Let players see the standings after a round; final ones wait for every result."""

    def decide(state: State) -> list[events.Event]:
        tournament = state.tournament
        if not 0 <= after <= tournament.rounds_played:
            raise InputError(f"there is no round {after}: {tournament.rounds_played} have been drawn")
        open_boards = [
            board
            for drawn in tournament.rounds
            if drawn.number <= after
            for board in drawn.boards
            if not board.result.known
        ]
        if final and open_boards:
            missing = "1 result is" if len(open_boards) == 1 else f"{len(open_boards)} results are"
            raise InputError(f"{missing} missing: these standings are not final")
        return [events.StandingsPublished(after_round=after, final=final)]

    saved = desk.change(tournament_id, decide, by=by)
    desk.back_up("publication")
    return saved


def public_round(tournament: Tournament, number: int) -> Round | None:
    """The round as players can see it: the pairings published last, with the results since."""
    seen = next((each for each in tournament.shown if each.number == number), None)
    if seen is None:
        return None
    now = {(board.table, board.white, board.black): board for board in tournament.round(number).boards}
    boards = tuple(now.get((board.table, board.white, board.black), board) for board in seen.boards)
    return Round(number=number, boards=boards, byes=seen.byes)


def _moved(tournament: Tournament, seen: Round, drawn: Round) -> Iterator[Moved]:
    names = names_of(tournament)
    before, after = _games(seen, names), _games(drawn, names)
    for player in tournament.players:
        was, now = before.get(player.id, "not paired"), after.get(player.id, "not paired")
        if was != now:
            yield Moved(player=player.id, text=f"{player.name}: {was}, now {now}")


def _games(drawn: Round, names: dict[PlayerId, str]) -> dict[PlayerId, str]:
    """Everybody's game in a few words."""
    told = {bye.player: "bye" for bye in drawn.byes}
    for board in drawn.boards:
        for seat in (board.white, board.black):
            opponent = names.get(board.opponent_of(seat), "")
            told[seat] = f"table {board.table}, {board.colour_of(seat).value} against {opponent}"
    return told
