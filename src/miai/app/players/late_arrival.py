"""Let in a player who arrives when the round is already drawn."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum

from miai.app.desk import Desk, Saved, State
from miai.app.draw.change_draw import draw_change
from miai.app.draw.pair import pair, round_of
from miai.domain import events
from miai.domain.game import Board
from miai.domain.player import Player, PlayerId, Registration
from miai.domain.round import ByeKind, HandChange, Round
from miai.domain.tournament import Tournament
from miai.errors import InputError, NoPairingError
from miai.messages import Message, Score, counted
from miai.pairing.registry import abilities_of
from miai.standings.scores import band_of, scores, start_of

# So many boards are paired again, and twice as many each time that is not enough.
_FEW = 3


class LateChoice(Enum):
    """What to do with a player who arrives late."""

    BYE = "bye"
    BOARDS = "boards"
    NEXT_ROUND = "next round"


@dataclass(frozen=True, slots=True, kw_only=True)
class LateOffer:
    """A way to let a player in late: what is done, what it disturbs, and the round as it would be.

    Without a round the draw stays as it is.
    """

    choice: LateChoice
    title: Message
    effect: Message
    tables: tuple[int, ...] = ()
    round: Round | None = None


def band_message(tournament: Tournament, player: Player) -> Message | None:
    """In which band a player starts, and why; None where the tournament has no bands."""
    scoring = tournament.settings.scoring
    if not scoring.bands or tournament.settings.by_wins:
        return None
    score = Score(start_of(player, scoring))
    if player.start is not None:
        return Message("%(name)s starts at %(score)s, as set by hand", name=player.name, score=score)
    band = band_of(player, scoring.bands)
    grade = str(player.grade)
    if band is None:
        return Message(
            "%(name)s (%(grade)s) is weaker than the lowest band and starts one point below it, at %(score)s",
            name=player.name,
            grade=grade,
            score=score,
        )
    if player.id in scoring.bands[band].members or player.bar_side is not None:
        return Message(
            "%(name)s starts in band %(band)s, at %(score)s, as decided by hand",
            name=player.name,
            band=band + 1,
            score=score,
        )
    return Message(
        "%(name)s starts in band %(band)s, at %(score)s: it holds %(grade)s",
        name=player.name,
        band=band + 1,
        score=score,
        grade=grade,
    )


def late_arrival_offers(
    desk: Desk,
    tournament_id: str,
    player: PlayerId,
    *,
    round: int,
) -> tuple[LateOffer, ...]:
    """What can be done for a player who is not in the draw, the least disturbance first."""
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
    """Let a player in late, in one of the ways that are offered."""

    def decide(state: State) -> list[events.Event]:
        offer = next(
            (each for each in _offers(state.tournament, player, round) if each.choice is choice), None
        )
        if offer is None:
            raise InputError(Message("the draw has changed: this choice is no longer possible"))
        old = state.tournament.player(player)
        absent = old.absent_rounds | {round} if offer.round is None else old.absent_rounds - {round}
        new = replace(old, registration=Registration.FINAL, absent_rounds=absent)
        changes: list[events.Event] = [events.PlayerChanged(player=new)] if new != old else []
        if offer.round is not None:
            drawn = state.tournament.drawn_round(round)
            changes.append(draw_change(drawn, offer.round, HandChange.LATE, [player]))
        return changes

    return desk.change(tournament_id, decide, by=by)


def _offers(tournament: Tournament, player_id: PlayerId, number: int) -> Iterator[LateOffer]:
    player = tournament.player(player_id)
    drawn = tournament.drawn_round(number)
    if drawn.board_of(player.id) or drawn.bye_of(player.id):
        raise InputError(
            Message("%(name)s is in the draw of round %(round)s already", name=player.name, round=number)
        )
    by_bye = _in_place_of_bye(tournament, drawn, player)
    if by_bye:
        yield by_bye
    by_boards = _with_boards(tournament, drawn, player)
    if by_boards:
        yield by_boards
    yield LateOffer(
        choice=LateChoice.NEXT_ROUND,
        title=Message("Start in round %(number)s", number=number + 1),
        effect=Message("Nobody is disturbed."),
    )


def _in_place_of_bye(tournament: Tournament, drawn: Round, player: Player) -> LateOffer | None:
    bye = next((each for each in drawn.byes if each.kind is ByeKind.FORCED), None)
    if bye is None:
        return None
    changed = _paired_again(tournament, drawn, [], [player.id, bye.player])
    if changed is None:
        return None
    board = changed.board_of(player.id)
    if board is None:
        return None
    other = tournament.player(bye.player)
    return LateOffer(
        choice=LateChoice.BYE,
        title=Message("Play against the bye"),
        effect=Message(
            "%(name)s %(grade)s plays at table %(table)s instead of sitting out. No other board changes.",
            name=other.name,
            grade=other.grade,
            table=board.table,
        ),
        round=changed,
    )


def _with_boards(tournament: Tournament, drawn: Round, player: Player) -> LateOffer | None:
    """Pair some of the nearest boards again that have not started, as few as possible."""
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
    byes = tuple(tournament.player(bye.player).name for bye in changed.byes if bye.kind is ByeKind.FORCED)
    return LateOffer(
        choice=LateChoice.BOARDS,
        title=counted(
            "Pair table %(tables)s again", "Pair tables %(tables)s again", len(tables), tables=tables
        ),
        effect=Message("They have not started. %(names)s sits out.", names=byes)
        if byes
        else Message("They have not started; all other boards stay."),
        tables=tables,
        round=changed,
    )


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
    """The round with some players paired again, at the tables they leave and new ones; None if impossible."""
    settings = tournament.settings
    if abilities_of(settings.system).plans_rounds:
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
