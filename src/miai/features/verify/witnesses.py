"""Messages about the heads that witnesses kept: who agrees with a log, and what was changed in it."""

from collections.abc import Iterable
from datetime import UTC, datetime, tzinfo

from miai.engine.verify.heads import Head, HeadsCompared, Judged, Witness
from miai.messages import Message, counted, literal


def witness_messages(found: HeadsCompared, *, zone: tzinfo | None = None) -> list[Message]:
    """One message for each finding, the worst first; empty if no head was given.

    Only heads are checked: that a head was kept by phones or a second laptop is stated by the line with it.
    """
    messages = []
    if head := found.changed:
        since = found.unchanged
        messages.append(
            Message(
                "an entry between %(since)s and %(time)s was changed",
                since=_time(since, zone),
                time=_time(head, zone),
            )
            if since
            else Message("an entry before %(time)s was changed", time=_time(head, zone))
        )
        messages.append(Message("seen by %(witnesses)s", witnesses=_witnesses(found.of(Judged.CHANGED))))
    if later := found.of(Judged.LATER):
        messages.append(
            Message(
                "a head of %(time)s has %(entries)s entries, more than this log: it is an older copy, or"
                " entries are gone",
                time=_time(later[-1], zone),
                entries=later[-1].entries,
            )
        )
    if foreign := found.of(Judged.FOREIGN):
        messages.append(
            counted(
                "%(num)s head belongs to a different event",
                "%(num)s heads belong to a different event",
                len(foreign),
            )
        )
    agree = found.of(Judged.AGREES)
    for last in _last_of_each_kind(agree):
        messages.append(_agrees(last, [each for each in agree if each.witness is last.witness], zone))
    return messages


def _agrees(last: Head, all_of_kind: list[Head], zone: tzinfo | None) -> Message:
    time = _time(last, zone)
    match last.witness:
        case Witness.LAPTOP:
            return Message("seen by the second laptop at %(time)s and unchanged since", time=time)
        case Witness.PHONES:
            phones = max(each.count for each in all_of_kind)
            return counted(
                "%(num)s phone agrees (%(time)s)", "%(num)s phones agree (%(time)s)", phones, time=time
            )
    return Message("the log is unchanged up to the head of %(time)s", time=time)


def _last_of_each_kind(heads: Iterable[Head]) -> list[Head]:
    last = {head.witness: head for head in heads}
    return [last[kind] for kind in (Witness.LAPTOP, Witness.PHONES, Witness.OTHER) if kind in last]


def _witnesses(heads: Iterable[Head]) -> tuple[Message, ...]:
    """The kinds of witnesses, each once."""
    found: dict[Witness, Message] = {}
    for head in heads:
        match head.witness:
            case Witness.LAPTOP:
                found[head.witness] = Message("the second laptop")
            case Witness.PHONES:
                found[head.witness] = counted("%(num)s phone", "%(num)s phones", head.count)
            case _:
                found[head.witness] = Message("a head that was kept")
    return tuple(found.values())


def _time(head: Head, zone: tzinfo | None) -> Message:
    """The time of a head by the clocks of the event; without one, its number of entries."""
    try:
        moment = datetime.fromisoformat(head.at)
    except ValueError:
        return Message("entry %(number)s", number=head.entries)
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return literal(f"{moment.astimezone(zone):%Y-%m-%d %H:%M}")
