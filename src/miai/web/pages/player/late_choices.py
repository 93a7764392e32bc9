"""What can be done for somebody who comes when the round is drawn."""

from dataclasses import dataclass

from miai.app.desk import Desk, State
from miai.app.players.late_arrival import LateChoice, LateOffer, late_arrival_offers
from miai.domain.player import Player
from miai.domain.round import Round
from miai.domain.tournament import Tournament
from miai.web.words import gettext as _
from miai.web.words import ngettext
from miai.web.words.formatting import joined


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A way to let somebody in late: what is done, and what it disturbs."""

    key: str
    what: str
    disturbs: str


def late_choices(desk: Desk, state: State, player: Player, number: int) -> list[Choice]:
    """What is offered, the least disturbance first, in the reader's words."""
    event = state.tournament

    def told(offer: LateOffer) -> tuple[str, str]:
        match offer.choice:
            case LateChoice.BYE:
                return _("Play against the bye"), _against(event, offer.round, player)
            case LateChoice.BOARDS:
                tables = [str(table) for table in offer.tables]
                what = ngettext(
                    "Pair table %(tables)s again",
                    "Pair tables %(tables)s again",
                    len(tables),
                    tables=joined(tables),
                )
                return what, _with_bye(event, offer.round)
        return _("Start in round %(number)s", number=number + 1), _("Nobody is disturbed.")

    return [
        Choice(key=offer.choice.value, what=what, disturbs=disturbs)
        for offer in late_arrival_offers(desk, state.id, player.id, round=number)
        for what, disturbs in [told(offer)]
    ]


def _against(event: Tournament, drawn: Round | None, player: Player) -> str:
    board = drawn.board_of(player.id) if drawn else None
    if board is None:
        return _("No other board changes.")
    other = event.player(board.opponent_of(player.id))
    return _(
        "%(name)s %(grade)s plays at table %(table)s instead of sitting out. No other board changes.",
        name=other.name,
        grade=other.grade,
        table=board.table,
    )


def _with_bye(event: Tournament, drawn: Round | None) -> str:
    byes = [event.player(bye.player).name for bye in drawn.byes] if drawn else []
    if byes:
        return _("They have not started. %(names)s sits out.", names=joined(byes))
    return _("They have not started; all other boards stay.")


def seated(event: Tournament, player: Player, number: int) -> str:
    """What became of somebody who was let in late."""
    board = event.round(number).board_of(player.id)
    if board is None:
        return _("%(name)s starts in round %(number)s", name=player.name, number=number + 1)
    return _(
        "%(name)s plays at table %(table)s against %(opponent)s",
        name=player.name,
        table=board.table,
        opponent=event.player(board.opponent_of(player.id)).name,
    )
