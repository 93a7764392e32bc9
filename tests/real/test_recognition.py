"""Every real file is claimed by exactly one of the readers."""

from pathlib import Path

import pytest

from miai.errors import InputError
from miai.formats.lists.registry import LISTS, recognise_list
from miai.formats.registry import FORMATS, claims, recognise
from shared_data import files

TOURNAMENTS = {
    "opengotha": [
        *files("opengotha", "*.xml"),
        *files("gotha-weights", "*.xml"),
        *files("teams", "*.xml"),
    ],
    "h9": files("h9", "*.h9"),
    "tou": files("interop/tou", "*.tou"),
    "macmahon": files("interop/macmahon", "*.xml"),
    "pairgoth": files("interop/pairgoth", "*.tour"),
    "aga": files("interop/aga", "*.txt"),
    "tde": files("interop/tde", "*.tde"),
}
EVENTS = [(key, path) for key, paths in TOURNAMENTS.items() for path in paths]


def with_key(key: str, found: object) -> object:
    """A parameter with the format that the file is of."""
    return pytest.param(key, *found.values, id=f"{key}-{found.id}", marks=found.marks)  # type: ignore[attr-defined]


@pytest.mark.parametrize(("key", "path"), [with_key(*each) for each in EVENTS])
def test_one_reader_claims_a_tournament(key: str, path: Path) -> None:
    data = path.read_bytes()
    assert claims(data) == [FORMATS[key]]
    assert recognise(data) is FORMATS[key]
    with pytest.raises(InputError):
        recognise_list(data)


@pytest.mark.parametrize("path", files("rating-lists", "*"))
def test_one_reader_claims_a_rating_list(path: Path) -> None:
    data = path.read_bytes()
    found = recognise_list(data)
    text = data[:65_536].decode("latin-1")
    assert [each for each in LISTS.values() if each.sniff(text)] == [found]
    assert claims(data) == []


NEITHER = [
    each
    for folder in ("opengotha", "h9", "ratings", "teams", "interop/tou", "interop/pairgoth", "interop/aga")
    for each in files(folder, "*.json")
]


@pytest.mark.parametrize("path", [*NEITHER, *files("gotha-weights", "*.txt")])
def test_no_reader_claims_a_file_that_is_neither(path: Path) -> None:
    data = path.read_bytes()
    assert claims(data) == []
    with pytest.raises(InputError):
        recognise_list(data)
