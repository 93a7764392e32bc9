"""The federations' rating lists on this machine: their age, and looking players up."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from miai.domain.people.rating_list_entry import ListedPlayer
from miai.store.folder import data_folder
from miai.store.people.player_lists import FILE_NAME, ListInfo, PlayerLists

# In so many days the rating of a regular player may change by a grade.
_OLD = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptList:
    """An imported list; `age` in days, unknown where the list has no date."""

    info: ListInfo
    age: int | None

    @property
    def old(self) -> bool:
        """Whether it is time for a newer one."""
        return self.age is not None and self.age > _OLD


@contextmanager
def opened_lists(folder: Path | None) -> Iterator[PlayerLists | None]:
    """The lists in the application's folder, or nothing where none was imported."""
    place = data_folder(folder)
    if not (place / FILE_NAME).exists():
        yield None
        return
    with PlayerLists(place) as lists:
        yield lists


def kept_lists(folder: Path | None) -> tuple[KeptList, ...]:
    """All imported lists with their ages."""
    with opened_lists(folder) as lists:
        return tuple(KeptList(info=info, age=_age(info.date)) for info in lists.lists()) if lists else ()


def stamp(folder: Path | None) -> int:
    """A number that changes when a list is imported."""
    file = data_folder(folder) / FILE_NAME
    return file.stat().st_mtime_ns if file.exists() else 0


def look_up(folder: Path | None, key: dict[str, str]) -> ListedPlayer | None:
    """The player that a search has shown, found again by what `key_of` says of them."""
    with opened_lists(folder) as lists:
        if lists is None:
            return None
        number = key.get("number", "")
        found = lists.with_number(number) if number else lists.named(key["surname"], key["first_name"])
    return next((listed for listed in found if key_of(listed) == key), None)


def key_of(listed: ListedPlayer) -> dict[str, str]:
    """What identifies a listed player."""
    return {
        "source": listed.source.value,
        "number": listed.number,
        "surname": listed.surname,
        "first_name": listed.first_name,
    }


def _age(day: date | None) -> int | None:
    return None if day is None else (date.today() - day).days
