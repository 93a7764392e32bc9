"""Every real file is claimed by exactly one of the readers."""

from pathlib import Path

import pytest

from kit.shared_data import files, paths
from miai.errors import InputError
from miai.formats.lists.registry import LISTS, PAIRGOTH, recognise_list
from miai.formats.registry import FORMATS, claims, recognise

TOURNAMENTS = (
    ("opengotha", "opengotha", "*.xml"),
    ("opengotha", "gotha-weights", "*.xml"),
    ("opengotha", "teams", "*.xml"),
    ("h9", "h9", "*.h9"),
    ("tou", "interop/tou", "*.tou"),
    ("macmahon", "interop/macmahon", "*.xml"),
    ("pairgoth", "interop/pairgoth", "*.tour"),
    ("aga", "interop/aga", "*.txt"),
    ("tde", "interop/tde", "*.tde"),
)
EVENTS = [each for key, folder, pattern in TOURNAMENTS for each in files(folder, pattern, kind=key)]
CLAIMED = {path for _, folder, pattern in TOURNAMENTS for path in paths(folder, pattern)}


@pytest.mark.parametrize(("key", "path"), EVENTS)
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
    assert [each for each in (PAIRGOTH, *LISTS.values()) if each.sniff(text)] == [found]
    assert claims(data) == []


# All other files: what is expected of the files above, weights of pairs, and descriptions.
NEITHER = [path for path in paths("", "**/*") if path.is_file() and path not in CLAIMED]
LISTED = set(paths("rating-lists", "*"))


def test_no_reader_claims_a_file_that_is_neither() -> None:
    if not NEITHER:
        pytest.skip("no data beside the project")
    for path in NEITHER:
        data = path.read_bytes()
        assert claims(data) == [], path
        if path not in LISTED:
            with pytest.raises(InputError):
                recognise_list(data)
