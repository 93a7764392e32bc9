"""The versions of the log's format: an entry of an older version is upgraded one version at a time, as JSON.

A new field, a renamed class or a changed meaning needs a new version: write a module like `version_1` with
what the old version did not say, add it to the steps, raise VERSION, and keep a document of the old version
among the golden ones. A new default needs nothing, because every entry holds all its fields.
"""

from collections.abc import Callable, Mapping
from typing import Any

from miai.domain.version_1 import as_version_2
from miai.domain.version_2 import as_version_3
from miai.domain.version_3 import as_version_4
from miai.domain.version_4 import as_version_5
from miai.domain.version_5 import as_version_6
from miai.errors import InputError
from miai.messages import Message

Json = Any
VERSION = 6
# The first version whose documents carry the chain of hashes.
CHAINED_SINCE = 5
STEPS: Mapping[int, Callable[[Mapping[str, Json]], dict[str, Json]]] = {
    1: as_version_2,
    2: as_version_3,
    3: as_version_4,
    4: as_version_5,
    5: as_version_6,
}


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


def upgraded(entry: Mapping[str, Json], version: int) -> Mapping[str, Json]:
    """An entry as the present version writes it."""
    for number in range(demand_readable(version), VERSION):
        entry = STEPS[number](entry)
    return entry
