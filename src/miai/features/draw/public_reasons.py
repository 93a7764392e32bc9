"""Why players meet, for the players: what the rules say of the draw as it was published, without wishes."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from miai.desk.live_state import Desk
from miai.domain.people.player import PlayerId
from miai.engine.pairing.evaluation import BoardEvaluation, ByeEvaluation
from miai.engine.pairing.private_reasons import is_personal
from miai.engine.pairing.protocol import Reason
from miai.engine.scoring.teams.entrants import entrants_of
from miai.errors import InputError
from miai.features.draw.evaluation import analysis_of
from miai.features.draw.proof import publication_of
from miai.messages import Message

# Rules whose reasons are about people and not about the event.
_PERSONAL_RULES = ("director", "family", "forbidden")


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicReason:
    """What one rule says of a board or bye; with `ideal` there is nothing against it."""

    title: Message
    text: Message
    ideal: bool = True


_WISH = PublicReason(
    title=Message("Wish"), text=Message("a wish of the director was respected; what it is stays private")
)
_BY_DIRECTOR = PublicReason(
    title=Message("Decision of the director"),
    text=Message("the system itself would have drawn this otherwise"),
    ideal=False,
)
_BROKEN = Message("Rule that could not be kept")


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainedSeats:
    """A board, or a bye with one player only, and its reasons; in a team event the players are teams."""

    table: int | None
    players: tuple[PlayerId, ...]
    names: tuple[str, ...]
    reasons: tuple[PublicReason, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicReasons:
    """The reasons of a published round."""

    round: int
    seats: tuple[ExplainedSeats, ...]

    def of(self, player: str) -> ExplainedSeats | None:
        """The board or bye of a player or team."""
        return next((each for each in self.seats if player in each.players), None)


def public_reasons(desk: Desk, tournament_id: str, *, round: int) -> PublicReasons:
    """The reasons of all boards and byes of a round, as the director could read them at its publication."""
    entry = publication_of(desk.state(tournament_id), round)
    if entry is None:
        raise InputError(Message("the pairings of round %(round)s are not published", round=round))
    then = desk.state_at(tournament_id, entry.number)
    drawn = entrants_of(then.tournament, round).drawn_round(round)
    evaluation = analysis_of(then, round).explain(drawn)
    boards = tuple(_of_board(board) for board in evaluation.boards)
    return PublicReasons(round=round, seats=(*boards, *(_of_bye(bye) for bye in evaluation.byes)))


def without_wishes(reasons: Iterable[Reason]) -> Iterator[PublicReason]:
    """The reasons that everybody may read; of wishes, once, that there was one.

    Chance is left out: it decides only between what is equally good.
    """
    found = [reason for reason in reasons if reason.rule != "chance"]
    if any(_is_private(reason) for reason in found):
        yield _WISH
    for reason in found:
        if reason.rule == "not_drawn":
            yield _BY_DIRECTOR
        elif not _is_private(reason):
            yield PublicReason(title=reason.title, text=reason.text, ideal=reason.ideal)


def _is_private(reason: Reason) -> bool:
    if reason.rule == "not_drawn":
        return False
    return reason.rule in _PERSONAL_RULES or is_personal(reason.text)


def _of_board(found: BoardEvaluation) -> ExplainedSeats:
    broken = [
        Reason(rule=breach.rule, title=_BROKEN, deviation=1, text=breach.text) for breach in found.forbidden
    ]
    return ExplainedSeats(
        table=found.board.table,
        players=(found.board.white, found.board.black),
        names=(found.white.name, found.black.name),
        reasons=tuple(without_wishes([*broken, *found.reasons])),
    )


def _of_bye(found: ByeEvaluation) -> ExplainedSeats:
    return ExplainedSeats(
        table=None,
        players=(found.player.id,),
        names=(found.player.name,),
        reasons=tuple(without_wishes(found.reasons)),
    )
