"""What is happening, who waits for the director, and what to press next."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from miai.app.draw.draw_round import outstanding
from miai.app.event.publish import Shown, publication
from miai.app.event.sentences import result_sentence
from miai.app.lookup import names_of
from miai.app.results.claim_result import open_claims
from miai.domain.game import Board
from miai.domain.player import PlayerId, Registration
from miai.domain.points import POINT
from miai.domain.round import Round
from miai.domain.running import Claim
from miai.domain.tournament import Tournament
from miai.pairing.schedules import SCHEDULES


class Stage(Enum):
    """How far the tournament has come."""

    EMPTY = "empty"
    CHECK_IN = "check-in"
    DRAFT = "draft"
    PLAYING = "playing"
    READY = "ready"
    FINISHED = "finished"


class NeedKind(Enum):
    """Why the director is needed."""

    CLAIMS = "claims"
    REPUBLISH = "republish"
    UNPAIRED = "unpaired"
    GONE = "gone"
    OUTSTANDING = "outstanding"
    BYE = "bye"
    NOT_HERE = "not here"


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """One thing that waits for the director, and where it is settled."""

    kind: NeedKind
    text: str
    detail: str = ""
    round: int | None = None
    table: int | None = None
    player: PlayerId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Overview:
    """The tournament at a glance; `round` is the last one drawn, 0 before the first."""

    stage: Stage
    round: int
    boards: int
    open_boards: tuple[Board, ...]
    players: int
    here: int
    next_round: int | None
    next_field: int
    needs: tuple[Need, ...]

    @property
    def done(self) -> int:
        """How many results of the round are in."""
        return self.boards - len(self.open_boards)


def overview(tournament: Tournament) -> Overview:
    """Look at everything once."""
    last = max((drawn.number for drawn in tournament.rounds), default=0)
    drawn = tournament.round(last)
    waiting = tuple(board for board in drawn.boards if not board.result.known)
    here = sum(player.registration is Registration.FINAL for player in tournament.players)
    following = last + 1 if last < tournament.settings.rounds else None
    field = _field(tournament, following) if following else 0
    return Overview(
        stage=_stage(tournament, drawn, waiting),
        round=last,
        boards=len(drawn.boards),
        open_boards=waiting,
        players=len(tournament.players),
        here=here,
        next_round=following,
        next_field=field,
        needs=tuple(_needs(tournament, drawn, following, field)),
    )


def _stage(tournament: Tournament, drawn: Round, waiting: tuple[Board, ...]) -> Stage:
    if not tournament.players:
        return Stage.EMPTY
    if drawn.number == 0:
        return Stage.CHECK_IN
    if publication(tournament, drawn.number).shown is Shown.NOTHING and len(waiting) == len(drawn.boards):
        return Stage.DRAFT
    if waiting:
        return Stage.PLAYING
    return Stage.FINISHED if drawn.number >= tournament.settings.rounds else Stage.READY


def _field(tournament: Tournament, number: int) -> int:
    """How many would play in a round."""
    coming = [player for player in tournament.players if player.attends(number)]
    return sum(player.registration is Registration.FINAL for player in coming) or len(coming)


def _needs(tournament: Tournament, drawn: Round, following: int | None, field: int) -> Iterator[Need]:
    yield from _claims(tournament)
    if drawn.number:
        yield from _draw_needs(tournament, drawn)
    for game in outstanding(tournament, before=drawn.number):
        yield Need(
            kind=NeedKind.OUTSTANDING,
            text=f"Round {game.round}, table {game.board.table} has no result",
            detail=f"{game.white.name} against {game.black.name}",
            round=game.round,
            table=game.board.table,
        )
    if following and field % 2 and drawn.number and tournament.settings.system not in SCHEDULES:
        yield Need(
            kind=NeedKind.BYE,
            text=f"{field} players for round {following}: it needs a bye",
            detail="The draw will choose it.",
            round=following,
        )
    missing = [p for p in tournament.players if p.registration is Registration.PRELIMINARY and p.attends(1)]
    if missing and len(missing) < len(tournament.players):
        one = len(missing) == 1
        yield Need(
            kind=NeedKind.NOT_HERE,
            text=f"{missing[0].name} is not here yet" if one else f"{len(missing)} players are not here yet",
            player=missing[0].id if one else None,
        )


def _claims(tournament: Tournament) -> Iterator[Need]:
    names = names_of(tournament)
    for each in open_claims(tournament):
        if each.provisional:
            continue
        board = each.board
        told = [
            f"{names[claim.player]} reports: "
            f"{result_sentence(claim.result, names[board.white], names[board.black])}"
            for claim in each.claims
        ]
        yield Need(
            kind=NeedKind.CLAIMS,
            text=f"Table {board.table}: {_disagreement(board, each.claims)}",
            detail="; ".join(told),
            round=each.round,
            table=board.table,
        )


def _disagreement(board: Board, claims: Sequence[Claim]) -> str:
    if board.result.known:
        return "a player reports another result than the one entered"
    own = all(claim.result.points(board.colour_of(claim.player)) == POINT for claim in claims)
    return "both players say they won" if own else "the players report different results"


def _draw_needs(tournament: Tournament, drawn: Round) -> Iterator[Need]:
    """What has become of a draw since it was made."""
    number = drawn.number
    moved = publication(tournament, number).moved
    if moved:
        noun = "player has" if len(moved) == 1 else "players have"
        yield Need(
            kind=NeedKind.REPUBLISH,
            text=f"Round {number}: {len(moved)} {noun} another game than the one published",
            detail="; ".join(each.text for each in moved[:3]),
            round=number,
        )
    boards = {seat: board for board in drawn.boards for seat in (board.white, board.black)}
    free = {bye.player for bye in drawn.byes}
    for player in tournament.players:
        board = boards.get(player.id)
        if board and not board.result.known and not player.attends(number):
            yield Need(
                kind=NeedKind.GONE,
                text=f"{player.name} is paired at table {board.table} but misses round {number}",
                round=number,
                table=board.table,
                player=player.id,
            )
        here = player.attends(number) and player.registration is Registration.FINAL
        # In a cup most players are there and have no game.
        if here and board is None and player.id not in free and tournament.settings.system not in SCHEDULES:
            yield Need(
                kind=NeedKind.UNPAIRED,
                text=f"{player.name} is here and has no game in round {number}",
                round=number,
                player=player.id,
            )
