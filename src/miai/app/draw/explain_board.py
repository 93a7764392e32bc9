"""Why a board is as it is, and why two others do not meet."""

from dataclasses import dataclass

from miai.app.desk import Desk
from miai.app.draw.evaluation import judge
from miai.app.lookup import board_at
from miai.domain.player import Player, PlayerId
from miai.errors import InputError
from miai.pairing.explain import WhyNot, why_not
from miai.pairing.protocol import Reason
from miai.pairing.solving import index_of


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardReasons:
    """What every rule says of a board, and what it costs in all."""

    white: Player
    black: Player
    reasons: tuple[Reason, ...]
    forbidden: tuple[str, ...]

    @property
    def total(self) -> int:
        """The price of the board."""
        return sum(reason.cost for reason in self.reasons)


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherDraw:
    """The best draw in which two players meet: what it costs, and the boards that would be other ones."""

    answer: WhyNot
    extra: int
    boards: tuple[tuple[Player, Player], ...]

    @property
    def sentence(self) -> str:
        """Why the two do not meet."""
        told = self.answer.comparison.sentence
        return f"{'; '.join(self.answer.forbidden)}; otherwise {told}" if self.answer.forbidden else told


def explain_board(
    desk: Desk,
    tournament_id: str,
    *,
    round: int,
    table: int,
) -> BoardReasons:
    """The reasons for one board, in the order of the rules."""
    state = desk.state(tournament_id)
    board = board_at(state.tournament, round, table)
    judged = judge(state, round)
    view = judged.view
    i, j = index_of(view, board.white), index_of(view, board.black)
    return BoardReasons(
        white=view.players[i],
        black=view.players[j],
        reasons=tuple(reason for reason in judged.priced.reasons(view, i, j) if reason.rule != "chance"),
        forbidden=tuple(ban.explain(view, i, j) for ban in judged.plan.bans if ban.forbids(view)[i, j]),
    )


def explain_why_not(
    desk: Desk,
    tournament_id: str,
    *,
    round: int,
    a: PlayerId,
    b: PlayerId,
) -> OtherDraw:
    """What it would cost if two players met, the rest paired as well as can be."""
    state = desk.state(tournament_id)
    judged = judge(state, round)
    if judged.best is None:
        raise InputError(f"the system '{state.tournament.settings.system}' does not weigh pairs")
    view = judged.view
    answer = why_not(view, judged.plan, judged.best, index_of(view, a), index_of(view, b))
    before = {frozenset(pair) for pair in judged.best.pairs}
    return OtherDraw(
        answer=answer,
        extra=abs(answer.comparison.total - answer.comparison.best_total),
        boards=tuple(
            (view.players[i], view.players[j])
            for i, j in answer.solved.pairs
            if frozenset((i, j)) not in before
        ),
    )
