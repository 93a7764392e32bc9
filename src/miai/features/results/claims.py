"""The results that players report from their phones, until they are settled."""

from dataclasses import dataclass, replace

from miai.domain.points import POINT
from miai.domain.rounds.game import Board
from miai.domain.rounds.result_reports import claims_on
from miai.domain.rounds.round_in_progress import Claim
from miai.domain.tournament import Tournament
from miai.features.publish.publish_round import screens
from miai.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenClaims:
    """What players report of a game that is not settled; its table is that of the results page."""

    round: int
    board: Board
    claims: tuple[Claim, ...]

    @property
    def provisional(self) -> bool:
        """Whether the result counts because nobody has contradicted the one player who reported it."""
        return all(claim.result is self.board.result for claim in self.claims)

    @property
    def waiting(self) -> bool:
        """True if all that was said is one report by name, which the opponent may still confirm."""
        return not self.board.result.known and len(self.claims) == 1 and self.claims[0].by_name

    @property
    def disagreement(self) -> Message:
        """What does not fit together."""
        if self.waiting:
            return Message("reported by name on a phone, not confirmed yet")
        if self.board.result.known:
            return Message("a player reports another result than the one entered")
        if all(claim.result.points(self.board.colour_of(claim.player)) == POINT for claim in self.claims):
            return Message("both players report a win")
        return Message("the players report different results")


def open_claims(tournament: Tournament) -> tuple[OpenClaims, ...]:
    """Every board whose players have reported a result that is not settled yet."""
    found = []
    for drawn in tournament.rounds:
        if not drawn.claims:
            continue
        number = drawn.number
        shown = screens(tournament, number).desk
        for board in drawn.boards:
            if claims := claims_on(drawn.claims, board):
                seat = shown.board_of(board.white)
                table = seat.table if seat and board.black in (seat.white, seat.black) else board.table
                found.append(OpenClaims(round=number, board=replace(board, table=table), claims=claims))
    return tuple(found)
