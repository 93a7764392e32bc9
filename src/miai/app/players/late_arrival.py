"""Somebody comes when the round is drawn: three ways out, the least disturbance first."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum

from miai.app.desk import Desk, Saved, State
from miai.app.draw.change_draw import draw_change
from miai.app.draw.pair import pair, round_of
from miai.app.lookup import drawn_round, in_words
from miai.domain import events
from miai.domain.game import Board
from miai.domain.player import Player, PlayerId, Registration
from miai.domain.round import ByeKind, HandChange, Round
from miai.domain.tournament import Tournament
from miai.errors import InputError, NoPairingError
from miai.pairing.schedules import SCHEDULES
from miai.standings.scores import scores

# So many boards are paired again at first, and twice as many where that is not enough.
_FEW = 3


class LateChoice(Enum):
    """What to do with somebody who comes late."""

    BYE = "bye"
    BOARDS = "boards"
    NEXT_ROUND = "next round"


@dataclass(frozen=True, slots=True, kw_only=True)
class LateOffer:
    """A way out: what it disturbs, and the round as it would be; without one the round stays."""

    choice: LateChoice
    text: str
    tables: tuple[int, ...] = ()
    round: Round | None = None


def late_arrival_offers(
    desk: Desk,
    tournament_id: str,
    player: PlayerId,
    *,
    round: int,
) -> tuple[LateOffer, ...]:
    """What can be done for somebody who is not in the draw; the last offer is always there."""
    return tuple(_offers(desk.state(tournament_id).tournament, player, round))


def take_late_arrival(
    desk: Desk,
    tournament_id: str,
    player: PlayerId,
    *,
    round: int,
    choice: LateChoice,
    by: str,
) -> Saved:
    """Let somebody in late, one of the ways that are offered."""

    def decide(state: State) -> list[events.Event]:
        offer = next(
            (each for each in _offers(state.tournament, player, round) if each.choice is choice), None
        )
        if offer is None:
            raise InputError("the draw has changed: this way is no longer open")
        old = state.tournament.player(player)
        absent = old.absent_rounds | {round} if offer.round is None else old.absent_rounds - {round}
        new = replace(old, registration=Registration.FINAL, absent_rounds=absent)
        changes: list[events.Event] = [events.PlayerChanged(player=new)] if new != old else []
        if offer.round is not None:
            drawn = drawn_round(state.tournament, round)
            changes.append(draw_change(drawn, offer.round, HandChange.LATE, [player]))
        return changes

    return desk.change(tournament_id, decide, by=by)


def _offers(tournament: Tournament, player_id: PlayerId, number: int) -> Iterator[LateOffer]:
    player = tournament.player(player_id)
    drawn = drawn_round(tournament, number)
    if drawn.board_of(player.id) or drawn.bye_of(player.id):
        raise InputError(f"{player.name} is in the draw of round {number} already")
    by_bye = _in_place_of_bye(tournament, drawn, player)
    if by_bye:
        yield by_bye
    by_boards = _with_boards(tournament, drawn, player)
    if by_boards:
        yield by_boards
    yield LateOffer(choice=LateChoice.NEXT_ROUND, text=f"Nobody; {player.name} starts in round {number + 1}.")


def _in_place_of_bye(tournament: Tournament, drawn: Round, player: Player) -> LateOffer | None:
    bye = next((each for each in drawn.byes if each.kind is ByeKind.FORCED), None)
    if bye is None:
        return None
    changed = _paired_again(tournament, drawn, [], [player.id, bye.player])
    if changed is None:
        return None
    other = tournament.player(bye.player)
    text = f"The player with the bye, {other.name} {other.grade}. No other board changes."
    return LateOffer(choice=LateChoice.BYE, text=text, round=changed)


def _with_boards(tournament: Tournament, drawn: Round, player: Player) -> LateOffer | None:
    """Pair the nearest boards that have not started again, as few as will do."""
    claimed = {claim.player for claim in tournament.claims if claim.round == drawn.number}
    waiting = [
        board
        for board in drawn.boards
        if not board.locked and not board.result.known and not {board.white, board.black} & claimed
    ]
    nearest = _nearest(tournament, waiting, player, drawn.number)
    free = [bye.player for bye in drawn.byes if bye.kind is ByeKind.FORCED]
    few = _FEW
    while nearest:
        chosen = nearest[:few]
        seats = [seat for board in chosen for seat in (board.white, board.black)]
        changed = _paired_again(tournament, drawn, chosen, [player.id, *free, *seats])
        if changed is not None:
            return _boards_offer(tournament, chosen, changed)
        if few >= len(nearest):
            return None
        few *= 2
    return None


def _boards_offer(tournament: Tournament, chosen: list[Board], changed: Round) -> LateOffer:
    tables = tuple(sorted(board.table for board in chosen))
    noun = "table" if len(tables) == 1 else "tables"
    text = f"Pair {noun} {in_words([str(table) for table in tables])} again, which have not started."
    byes = [tournament.player(bye.player).name for bye in changed.byes if bye.kind is ByeKind.FORCED]
    if byes:
        text += f" {in_words(byes)} would have the bye."
    return LateOffer(choice=LateChoice.BOARDS, text=text, tables=tables, round=changed)


def _nearest(tournament: Tournament, boards: list[Board], player: Player, number: int) -> list[Board]:
    """Boards by how far their scores are from the player's."""
    table = scores(tournament, after=number - 1)
    points = table.wins if tournament.settings.by_wins else table.points
    score = {each.id: value for each, value in zip(tournament.players, points, strict=True)}

    def distance(board: Board) -> tuple[int, int]:
        far = abs(score[board.white] - score[player.id]) + abs(score[board.black] - score[player.id])
        return far, board.table

    return sorted(boards, key=distance)


def _paired_again(
    tournament: Tournament, drawn: Round, again: list[Board], players: list[PlayerId]
) -> Round | None:
    """The round with some players paired anew, at the tables they leave and new ones; or None."""
    settings = tournament.settings
    if settings.system in SCHEDULES:
        return None
    try:
        draw = pair(
            tournament,
            round=drawn.number,
            preset=settings.preset,
            seed=settings.draw_seed,
            only=players,
        )
    except (NoPairingError, InputError):
        return None
    kept = [board for board in drawn.boards if board not in again]
    part = round_of(draw, kept=kept)
    stays = tuple(bye for bye in drawn.byes if bye.player not in players)
    return replace(drawn, boards=part.boards, byes=(*stays, *part.byes))
