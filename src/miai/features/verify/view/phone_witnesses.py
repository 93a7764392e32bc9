"""Phones as witnesses of the log, as the director sees them: counts, without who they are."""

from dataclasses import dataclass

from miai.engine.verify.heads import Head
from miai.features.verify.log_head import ShownHead, hashes_at
from miai.features.verify.phone_reports import Against
from miai.server.request_context import Visit


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneWitnesses:
    """The head of the last publication, how many phones keep it, and the heads that contradict the log."""

    shown: ShownHead
    agreeing: int
    against: tuple[Against, ...]

    @property
    def first(self) -> Head | None:
        """The contradicting head with the fewest entries."""
        return self.against[0].head if self.against else None

    @property
    def phones_against(self) -> int:
        """The number of phones that saw something else; one phone sends only its last head."""
        return sum(each.phones for each in self.against)


def phone_witnesses(visit: Visit) -> PhoneWitnesses | None:
    """The phones of the event; None before anything is published."""
    shown, state = visit.log_head, visit.event_state
    if shown is None:
        return None
    reports = visit.app_state.phone_reports
    hashes = tuple(hashes_at(visit.desk, state, range(1, state.last_entry + 1)).values())
    return PhoneWitnesses(
        shown=shown,
        agreeing=reports.agreeing(visit.event_id, shown.head),
        against=reports.against(visit.event_id, identity=state.history.identity, hashes=hashes),
    )
