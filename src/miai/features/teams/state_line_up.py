"""State who plays for a team in a round, also when the round is drawn: a substitute takes a seat."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from miai.desk.live_state import Desk, Saved, State
from miai.domain.log import events
from miai.domain.people.player import PlayerId
from miai.domain.people.strength import rating_of
from miai.domain.people.team import BoardOrder, LineUp, Match, Team, TeamId
from miai.domain.rounds.game import Board
from miai.domain.rounds.round import HandChange, Round
from miai.domain.tournament import Tournament
from miai.engine.pairing.protocol import Pairing
from miai.engine.pairing.teams.boards import pairs_of, settled
from miai.engine.scoring.teams.fielding import stating
from miai.engine.scoring.teams.line_ups import Seats, line_ups_of
from miai.errors import InputError
from miai.features.draw.entries import draw_change
from miai.features.teams.membership import demand_once, demand_seats
from miai.messages import Message


def state_line_up(
    desk: Desk,
    tournament_id: str,
    team: TeamId,
    *,
    round: int,
    players: Sequence[PlayerId | None],
    by: str,
    outsiders: bool = False,
) -> Saved:
    """State who plays at which board in a round; None is an empty seat.

    Where boards are in the order of ratings, so are the players. Who is no member plays only if `outsiders`
    are allowed. If the round is drawn, the boards whose players change are replaced, unless they have a
    result; where teams are only ranked, no board changes.
    """

    def decide(state: State) -> list[events.Event]:
        tournament, known = state.tournament, state.tournament.team(team)
        seats = _seats(tournament, players)
        _demand_line_up(tournament, known, round, seats, outsiders=outsiders)
        drawn = tournament.round(round)
        match = next((each for each in drawn.matches if known.id in (each.white, each.black)), None)
        new = stating(known, LineUp(round=round, players=seats))
        if new == known:
            return []
        stated = events.TeamsChanged(teams=(new,))
        if match is None or not tournament.settings.by_teams:
            return [stated]
        changed = _with_substitutes(tournament, drawn, match, new)
        return [stated, changed] if changed else [stated]

    return desk.change(tournament_id, decide, by=by)


def clear_line_up(desk: Desk, tournament_id: str, team: TeamId, *, round: int, by: str) -> Saved:
    """Let the rule of the event say again who plays in a round that is not drawn."""

    def decide(state: State) -> list[events.Event]:
        old = state.tournament.team(team)
        if any(drawn.number == round for drawn in state.tournament.rounds):
            raise InputError(Message("round %(round)s is drawn: take it back first", round=round))
        new = replace(old, line_ups=tuple(each for each in old.line_ups if each.round != round))
        return [events.TeamsChanged(teams=(new,))] if new != old else []

    return desk.change(tournament_id, decide, by=by)


def _seats(tournament: Tournament, players: Sequence[PlayerId | None]) -> Seats:
    """The seats in the order that the event wants."""
    if tournament.settings.teams.order is BoardOrder.CAPTAIN:
        return tuple(players)
    people = [tournament.player(seat) for seat in players if seat is not None]
    ordered = sorted(people, key=rating_of, reverse=True)
    return (*(player.id for player in ordered), *[None] * (len(players) - len(people)))


def _demand_line_up(
    tournament: Tournament, team: Team, number: int, seats: Seats, *, outsiders: bool
) -> None:
    size = tournament.settings.teams.size
    if not 1 <= number <= tournament.settings.rounds:
        raise InputError(Message("there is no round %(round)s", round=number))
    if number in team.absent_rounds:
        raise InputError(Message("%(team)s rests in round %(round)s", team=team.name, round=number))
    if len(seats) > size:
        raise InputError(Message("a line-up has %(size)s boards", size=size))
    people = [seat for seat in seats if seat is not None]
    demand_once(tournament.name_of(seat) for seat in people)
    demand_seats(tournament, team, number, people, outsiders=outsiders)
    for other, theirs in line_ups_of(tournament, number).items():
        for seat in people:
            if other != team.id and seat in theirs:
                raise InputError(
                    Message(
                        "%(name)s plays for %(team)s in round %(round)s",
                        name=tournament.name_of(seat),
                        team=tournament.team(other).name,
                        round=number,
                    )
                )


def _demand_no_results(boards: Sequence[Board], number: int) -> None:
    """Raise InputError if a board that would go has a result."""
    for board in boards:
        if board.result.known:
            raise InputError(
                Message(
                    "round %(round)s, table %(table)s has a result: take it back first",
                    round=number,
                    table=board.table,
                )
            )


def _drawn_board(board: Pairing) -> Board:
    return Board(
        table=board.table,
        white=board.white.id,
        black=board.black.id,
        handicap=board.handicap,
        komi=board.komi,
        colours_known=board.colours_known,
    )


def _with_substitutes(
    tournament: Tournament, drawn: Round, match: Match, changed: Team
) -> events.DrawChanged | None:
    """The draw with the boards of a match as its line-ups now have them."""
    teams = tuple(changed if team.id == changed.id else team for team in tournament.teams)
    before = line_ups_of(tournament, drawn.number)
    after = line_ups_of(replace(tournament, teams=teams), drawn.number)
    old = {frozenset(pair) for pair in pairs_of(before[match.white], before[match.black])}
    pairs = {frozenset(pair): pair for pair in pairs_of(after[match.white], after[match.black])}
    gone = [board for board in drawn.boards if _pair(board) in old - pairs.keys()]
    _demand_no_results(gone, drawn.number)
    new = [pair for key, pair in pairs.items() if key not in old]
    left = tuple(board for board in drawn.boards if board not in gone)
    tables = _free_tables(tournament, left, gone)
    seated = settled(
        tournament, drawn.number, {table: pair for pair, table in zip(new, tables, strict=False)}
    )
    boards = (*left, *map(_drawn_board, seated))
    meant = tuple(seat for pair in new for seat in pair)
    ordered = tuple(sorted(boards, key=lambda board: board.table))
    if ordered == drawn.boards:
        return None
    return draw_change(drawn, replace(drawn, boards=ordered), HandChange.LINE_UP, meant)


def _free_tables(tournament: Tournament, left: Sequence[Board], gone: Sequence[Board]) -> Iterator[int]:
    """The tables of the boards that go, then those that nobody uses."""
    emptied = sorted(board.table for board in gone)
    yield from emptied
    yield from tournament.settings.tables.free({board.table for board in (*left, *gone)})


def _pair(board: Board) -> frozenset[PlayerId]:
    return frozenset((board.white, board.black))
