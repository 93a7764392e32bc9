"""What the name, the place, the director and the days of a tournament can be."""

from collections.abc import Iterator, Mapping

from miai.domain.bounds import Day
from miai.domain.settings.field_labels import DETAIL_LABELS
from miai.domain.typed_text import at_most
from miai.errors import Problem
from miai.messages import Message

# Longer texts fit on no page and in no file of another program.
LONGEST_DETAILS = {"name": 200, "short_name": 60, "place": 200, "country": 60, "director": 200}
LAST_BEFORE_FIRST = Message("the last day is before the first day")
_DAY = Day()


def detail_problems(details: Mapping[str, str]) -> Iterator[Problem]:
    """What is wrong with some details, by the names of their fields; empty days are good."""
    if "name" in details and not details["name"]:
        yield Problem(what=Message("the tournament needs a name"))
    for name, longest in LONGEST_DETAILS.items():
        if len(details.get(name, "")) > longest:
            yield Problem(what=at_most(longest), where=DETAIL_LABELS[name])
    begin, end = details.get("begin", ""), details.get("end", "")
    # An event of one day has it twice, and is told of it once.
    days = {"begin": begin, "end": end if end != begin else ""}
    faults = {name: fault for name, day in days.items() if day and (fault := _DAY.fault(day))}
    yield from (Problem(what=fault, where=DETAIL_LABELS[name]) for name, fault in faults.items())
    if not faults and end and end < begin:
        yield Problem(what=LAST_BEFORE_FIRST)
