"""Rounds that are drawn and published as they should be, with what `miai verify` says of them."""

from kit.memory_store import MemoryStore
from kit.phone_cases import keep_public_log, verify_draw
from miai.desk.live_state import Desk
from miai.domain.log.document import write_history
from miai.domain.log.history import History
from miai.domain.tournament import Tournament
from miai.engine.verify.round_in_log import COMPUTED_SYSTEMS
from miai.engine.verify.verdicts import Why
from miai.errors import InputError, NoPairingError
from miai.features.draw.draw_round import draw_round
from miai.features.draw.proof import proof_of
from miai.features.public_log.public_log import last_public_entry, whole_log
from miai.features.publish.publish_round import publish_round
from miai.features.verify.verify_draw import Conclusion, Verification
from miai.features.verify.verify_draw import verify_draw as of_public_log

HIDDEN = (Why.HIDDEN_PAIRS, Why.HIDDEN_GAMES, Why.HIDDEN_BYE, Why.HIDDEN_FACTS)


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
    """A published round of an event or of its stage, verified with the proof that players get.

    With the public log the verdict has to be the same, or that the proof uses private facts.
    """
    proof = proof_of(desk, f"{known}~{stage}" if stage else known, round=number)
    state = desk.state(known)
    document = write_history(state.history)
    found = verify_draw(document, round=number, stage=stage, proof=proof.file)
    if found.published is None or last_public_entry(state) < found.published.entry:
        # A draft of another part lies before it.
        return found
    log = whole_log(state)
    keep_public_log(log)
    public = of_public_log(log, round=number, stage=stage, proof=proof.file)
    if public.conclusion is not found.conclusion:
        assert public.conclusion is Conclusion.NOT_VERIFIED, (public.conclusion, public.reasons)
        assert uses_private_facts(public), public.reasons
    return found


def uses_private_facts(found: Verification) -> bool:
    """True if a round is not verified because of private facts alone."""
    by_lot = found.known is not None and found.known.system not in COMPUTED_SYSTEMS
    return by_lot or (found.round is not None and {each.why for each in found.round.missing} <= set(HIDDEN))
