"""The versions of the log's format.

A new field needs one word: `Annotated[bool, Added(7, before=False)]` says since which version there is one,
and what older entries mean. From then on entries are written in that version, and those of older versions are
read as they were meant. A new default needs nothing, because every entry holds all its fields. When a version
is published, its documents join the golden ones.
"""

from collections.abc import Mapping
from typing import Any

from miai.domain.field_facts import Added, Renamed, classes_inside, facts
from miai.domain.log.events import Event
from miai.domain.log.version_1 import with_its_defaults
from miai.errors import InputError
from miai.messages import Message

Json = Any
# The first version that wrote all fields.
_WHOLE_SINCE = 2
# The first version whose documents carry the chain of hashes.
CHAINED_SINCE = 5
# The version that is written: the youngest that any field names.
VERSION = max(
    fact.version
    for kind in classes_inside(Event)
    for stated in (facts(kind, Added), facts(kind, Renamed))
    for fact in stated.values()
)


def demand_readable(version: Json) -> int:
    """The version, if this Miai can read it."""
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise InputError(Message("%(version)s is not a version of a Miai document", version=repr(version)))
    if version > VERSION:
        raise InputError(
            Message(
                "the document has version %(version)s and was written by a newer Miai:"
                " this one reads up to version %(newest)s",
                version=version,
                newest=VERSION,
            )
        )
    return version


def whole_entry(entry: Mapping[str, Json], version: int) -> Mapping[str, Json]:
    """An entry with every field that its version knew."""
    return with_its_defaults(entry) if demand_readable(version) < _WHOLE_SINCE else entry
