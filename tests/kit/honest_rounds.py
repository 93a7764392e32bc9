"""Rounds that are drawn and published as they should be, with what `miai verify` says of them."""

from kit.memory_store import MemoryStore
from kit.phone_cases import verify_draw
from miai.desk.live_state import Desk
from miai.domain.log.document import write_history
from miai.domain.log.history import History
from miai.domain.tournament import Tournament
from miai.errors import InputError, NoPairingError
from miai.features.draw.draw_round import draw_round
from miai.features.draw.proof import proof_of
from miai.features.publish.publish_round import publish_round
from miai.features.verify.verify_draw import Verification


def verified_next_round(event: Tournament) -> Verification | None:
    """The next round of an event, drawn, published and verified; None if it cannot be drawn."""
    number = event.rounds_played + 1
    desk = Desk(MemoryStore())
    known = desk.create(History.of_tournament(event)).id
    if not publish_drawn(desk, known, number):
        return None
    return verified(desk, known, number)


def publish_drawn(desk: Desk, known: str, number: int) -> bool:
    """Draw a round, the nearest one if none keeps all rules, and publish it; false if it cannot be drawn."""
    try:
        draw_round(desk, known, round=number, by="director")
    except NoPairingError:
        draw_round(desk, known, round=number, by="director", nearest=True)
    except InputError:
        return False
    publish_round(desk, known, round=number, by="director")
    return True


def verified(desk: Desk, known: str, number: int, stage: str = "") -> Verification:
    """A published round of an event or of its stage, verified with the proof that players get."""
    proof = proof_of(desk, f"{known}~{stage}" if stage else known, round=number)
    document = write_history(desk.state(known).history)
    return verify_draw(document, round=number, stage=stage, proof=proof.file)
