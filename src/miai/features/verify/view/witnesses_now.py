"""Phones and second laptops as witnesses of the log, as the director sees them."""

from dataclasses import dataclass, replace

from miai.engine.verify.heads import Head, Judged, Witness, judge_head
from miai.features.verify.log_head import ShownHead, hashes_at
from miai.features.verify.phone_reports import Against
from miai.follow.witness import LaptopHead, laptop_heads
from miai.server.request_context import Visit


@dataclass(frozen=True, slots=True, kw_only=True)
class Witnesses:
    """The head of the last publication, how many phones keep it, and what contradicts the log.

    `signed` are the last heads of second laptops that agree, one for each laptop.
    """

    shown: ShownHead
    agreeing: int
    against: tuple[Against, ...]
    signed: tuple[LaptopHead, ...]
    laptops_against: tuple[LaptopHead, ...]

    @property
    def first(self) -> Head | None:
        """The head of a phone with the fewest entries that contradicts the log."""
        return self.against[0].head if self.against else None

    @property
    def phones_against(self) -> int:
        """The number of phones that saw something else; one phone sends only its last head."""
        return sum(each.phones for each in self.against)

    @property
    def contradicted(self) -> bool:
        """True if any witness saw another history."""
        return bool(self.against or self.laptops_against)


def witnesses_of(visit: Visit) -> Witnesses | None:
    """The witnesses of the event; None before anything is published."""
    shown, state = visit.log_head, visit.event_state
    if shown is None:
        return None
    reports, identity = visit.app_state.phone_reports, state.history.identity
    hashes = tuple(hashes_at(visit.desk, state, range(1, state.last_entry + 1)).values())
    laptops = [(each, judge_head(each.head, identity=identity, hashes=hashes)) for each in _laptops(visit)]
    against = [each for each, judged in laptops if judged in (Judged.CHANGED, Judged.LATER)]
    return Witnesses(
        shown=shown,
        agreeing=reports.agreeing(visit.event_id, shown.head),
        against=reports.against(visit.event_id, identity=identity, hashes=hashes),
        signed=tuple({each.name: each for each, judged in laptops if judged is Judged.AGREES}.values()),
        laptops_against=tuple({each.name: each for each in reversed(against)}.values()),
    )


def kept_lines(visit: Visit, shown: ShownHead) -> list[str]:
    """All heads that witnesses kept, as lines of a public file, in which laptops have no names."""
    heads = [replace(each.head, witness=Witness.LAPTOP, name="") for each in _laptops(visit)]
    reports = visit.app_state.phone_reports
    counted = [(each.head, each.phones) for each in reports.kept_against(visit.event_id)]
    counted.append((shown.head, reports.agreeing(visit.event_id, shown.head)))
    heads += [replace(head, witness=Witness.PHONES, count=count) for head, count in counted if count]
    lines = dict.fromkeys(head.line for head in heads)
    return list(lines) if any(shown.text in line for line in lines) else [shown.text, *lines]


def _laptops(visit: Visit) -> tuple[LaptopHead, ...]:
    hall = visit.app_state.hall
    return laptop_heads(hall, visit.event_id) if hall else ()
