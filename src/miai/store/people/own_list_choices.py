"""What was chosen for the own list of players: whether it is used, and who is not to be on it.

The list itself is never stored: it is made from the tournaments. The choices are kept beside the database,
and hold no name: who was taken off the list is known by a hash.
"""

import json
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from miai.store.folder import made_folder

FILE_NAME = "own-list.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnListChoices:
    """Whether the list is used, from which moment on tournaments count, and hashes of those taken off."""

    used: bool = True
    since: str = ""
    taken_off: tuple[str, ...] = ()

    def without(self, key: str) -> "OwnListChoices":
        """The choices with one more person taken off."""
        return replace(self, taken_off=(*self.taken_off, hash_of(key)))

    def emptied(self) -> "OwnListChoices":
        """The choices by which only tournaments created from now on count."""
        return replace(self, since=datetime.now(UTC).isoformat(), taken_off=())


def hash_of(key: str) -> str:
    """What is kept of a person who was taken off."""
    return sha256(key.encode()).hexdigest()


def read_choices(folder: Path) -> OwnListChoices:
    """The choices kept in a folder; the usual ones where there are none or they cannot be read."""
    try:
        held = json.loads((folder / FILE_NAME).read_text(encoding="utf-8"))
        return OwnListChoices(
            used=bool(held["used"]), since=str(held["since"]), taken_off=tuple(map(str, held["taken_off"]))
        )
    except FileNotFoundError:
        return OwnListChoices()
    except (OSError, ValueError, KeyError, TypeError):
        # Whoever switched the list off must not find it on again because a file is damaged.
        return OwnListChoices(used=False)


def write_choices(folder: Path, choices: OwnListChoices) -> None:
    """Keep the choices in a folder; the file is complete or absent."""
    path = made_folder(folder) / FILE_NAME
    beside = path.with_suffix(".new")
    beside.write_text(json.dumps(asdict(choices)), encoding="utf-8")
    beside.replace(path)
