"""Search in the real rating lists: names as people type them."""

import random
import re
from collections.abc import Callable

import pytest

from kit.shared_data import files
from miai.domain.people.names import plain_name
from miai.domain.people.rating_list_entry import ListedPlayer
from miai.formats.lists import read_list
from miai.store.people.player_lists import PlayerLists

LISTS = files("rating-lists", "*")
SAMPLE = 500
LETTERS = "abcdefghijklmnopqrstuvwxyz"
# How a Russian would write a foreign name.
CYRILLIC = (
    ("sch", "ш"), ("sh", "ш"), ("ch", "ч"), ("zh", "ж"), ("kh", "х"), ("ts", "ц"), ("ph", "ф"), ("th", "т"),
    ("ya", "я"), ("ja", "я"), ("ia", "ия"), ("yu", "ю"), ("ju", "ю"), ("ck", "к"), ("x", "кс"), ("ce", "се"),
    ("a", "а"), ("b", "б"), ("c", "к"), ("d", "д"), ("e", "е"), ("f", "ф"), ("g", "г"), ("h", "х"),
    ("i", "и"), ("j", "й"), ("k", "к"), ("l", "л"), ("m", "м"), ("n", "н"), ("o", "о"), ("p", "п"),
    ("q", "к"), ("r", "р"), ("s", "с"), ("t", "т"), ("u", "у"), ("v", "в"), ("w", "в"), ("y", "й"),
    ("z", "з"),
)  # fmt: skip
# Two usual spellings of the same sound; the first is replaced by the second, or the second by the first.
VARIANTS = (
    ("ya", "ia"), ("ya", "ja"), ("yu", "iu"), ("yu", "ju"), ("ey", "ei"), ("iy", "y"), ("kh", "h"),
    ("ks", "x"), ("w", "v"), ("sz", "sh"), ("cz", "ch"), ("ts", "c"), ("ph", "f"), ("ck", "k"), ("i", "y"),
    ("j", "y"),
)  # fmt: skip


def with_typo(name: str, dice: random.Random) -> str:
    """One letter of a name missing, doubled by another, wrong, or swapped with the next."""
    places = [i for i, sign in enumerate(name) if sign.isalpha()]
    at = dice.choice(places)
    letter = dice.choice(LETTERS)
    kind = dice.randrange(4)
    if kind == 0:
        return name[:at] + name[at + 1 :]
    if kind == 1:
        return name[:at] + letter + name[at:]
    if kind == 2 or not name[at + 1 : at + 2].isalpha():
        return name[:at] + letter + name[at + 1 :]
    return name[:at] + name[at + 1] + name[at] + name[at + 2 :]


def typo_in_surname(player: ListedPlayer, dice: random.Random) -> str:
    return f"{with_typo(player.surname, dice)} {player.first_name}"


def typo_in_first_name(player: ListedPlayer, dice: random.Random) -> str:
    return f"{player.surname} {with_typo(player.first_name, dice)}"


def without_hyphens_and_accents(player: ListedPlayer, _: random.Random) -> str:
    return plain_name(f"{player.first_name} {player.surname}").replace("-", "")


def in_cyrillic(player: ListedPlayer, _: random.Random) -> str:
    name = plain_name(player.name)
    for latin, cyrillic in CYRILLIC:
        name = name.replace(latin, cyrillic)
    return name.title()


def transliterated_otherwise(player: ListedPlayer, dice: random.Random) -> str:
    name = plain_name(player.name)
    pairs = [pair for pair in (*VARIANTS, *(pair[::-1] for pair in VARIANTS)) if pair[0] in name]
    first, then = dice.choice(pairs) if pairs else ("", "")
    return re.sub(first, then, name, count=1) if first else name


@pytest.fixture(scope="module", params=LISTS)
def real_list(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> object:
    found = read_list(request.param)
    with PlayerLists(tmp_path_factory.mktemp("lists"), create=True) as lists:
        lists.replace(found)
        yield lists, found.players


@pytest.mark.parametrize(
    ("typed", "least"),
    [
        (typo_in_surname, 0.98),
        (typo_in_first_name, 0.98),
        (without_hyphens_and_accents, 0.98),
        (in_cyrillic, 0.95),
        (transliterated_otherwise, 0.95),
    ],
)
def test_names_are_found_as_people_type_them(
    real_list: tuple[PlayerLists, tuple[ListedPlayer, ...]],
    typed: Callable[[ListedPlayer, random.Random], str],
    least: float,
) -> None:
    lists, players = real_list
    dice = random.Random(7)
    full = [player for player in players if player.surname and player.first_name]
    if typed is without_hyphens_and_accents:
        # Those that have something to leave out come first.
        full.sort(key=lambda player: "-" not in player.name and player.name.isascii())
        sample = full[:SAMPLE]
    else:
        sample = dice.sample(full, SAMPLE)
    asked = [(player.name, typed(player, dice)) for player in sample]
    missed = [
        (name, text)
        for name, text in asked
        if name not in {player.name for player in lists.search(text, limit=5)}
    ]
    assert len(missed) <= (1 - least) * SAMPLE, missed
