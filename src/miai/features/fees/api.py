"""Operations about fees and payments."""

from typing import Annotated

from pydantic import Field
from starlette.responses import Response

from miai.domain.money import Cents
from miai.features.congress.congress_state import whole_congress
from miai.features.congress.money import money_of, owed, record_congress_payment
from miai.features.congress.money import receive_payment as receive
from miai.features.fees.answer import FEES
from miai.features.fees.charge_fees import record_payment as record
from miai.features.players.view.written_players import WRITTEN_PLAYERS, written_players
from miai.features.programs.tokens import Scope
from miai.server.api.operations import Body, Here, Operations

operations = Operations("fees", "Fees, payments and prize money.")


class Payment(Body):
    """What somebody has paid altogether, in cents; without an amount it is what they owe."""

    paid: Annotated[int | None, Field(ge=0, le=1_000_000_000)] = None


class Received(Body):
    """An amount that was received, in cents; without one it is all that was open."""

    received: Annotated[int | None, Field(ge=1, le=1_000_000_000)] = None


@operations.get("/tournaments/{id}/fees", FEES, scope=Scope.DIRECT, whole=True)
def list_fees(call: Here) -> Response:
    """List what everybody owes, has paid and wins; of a congress over all its events."""
    return call.answer(FEES.json(money_of(call.desk, call.state)))


@operations.put("/tournaments/{id}/players/{player}/payment", WRITTEN_PLAYERS, whole=True)
def record_payment(call: Here, player: str, payment: Payment) -> Response:
    """Record what somebody has paid altogether."""
    known = call.player(player)
    if call.tournament.is_congress:
        due = owed(whole_congress(call.desk, call.state.id), known)
        paid = due if payment.paid is None else Cents(payment.paid)
        return written_players(
            call, record_congress_payment(call.desk, call.state.id, known.id, paid, by=call.by)
        )
    due = call.tournament.settings.fees.owed_by(known)
    paid = due if payment.paid is None else Cents(payment.paid)
    return written_players(call, record(call.desk, call.state.id, known.id, paid, by=call.by))


@operations.post(
    "/tournaments/{id}/players/{player}/payment", WRITTEN_PLAYERS, scope=Scope.RESULTS, whole=True
)
def receive_payment(call: Here, player: str, payment: Received) -> Response:
    """Record an amount that somebody paid at the desk of a congress."""
    known = call.player(player)
    amount = None if payment.received is None else Cents(payment.received)
    return written_players(call, receive(call.desk, call.state.id, known.id, amount, by=call.by))
