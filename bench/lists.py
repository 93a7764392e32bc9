"""A list as long as the EGF's: how long its import takes, and a search in it."""

import gc
import random
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter, thread_time

from miai.formats.lists import recognise_list
from miai.store.people.player_lists import PlayerLists

PLAYERS = 45_000
SEARCHES = 1_000
_HEAD = "<html>\n(22 Feb 2026)\n<pre>\n   PIN          Name          Club     Grade P&D    GoR    NT\n"
_STARTS = (
    "Ba Bel Cor Da Dra Er Fal Gri Ha Hol Is Jan Ka Kel La Lor Ma Mor Ne Nor Ol Pet Ra Ros Sa Ta Ul".split()
)
_MIDDLES = "a e i o u an ar el en er il in or un".split()
_ENDS = (
    "berg den dez ek er feld gard holm ini ka kin land man mer ner nov rup sen ski son stad ton vik".split()
)
_SECOND = ("", "", "", "-Holm", "-Ley", "dal", "son", "wig", "shko", "chev", "berry", "quist", "mond", "zar")
_FIRST = "Ada Bruno Clara Dario Elin Filip Greta Hugo Ines Jakob Leon Mira Nils Olga Pavel Rosa Vera".split()
_CYRILLIC = str.maketrans("abcdefghijklmnopqrstuvwxyz", "абцдефгхийклмнопкрстуввкйз")


def _surname(chance: random.Random) -> str:
    """One of some 120,000 surnames, so that most occur once, as in the EGF's list."""
    return "".join(chance.choice(part) for part in (_STARTS, _MIDDLES, _ENDS, _SECOND))


def _first_name(chance: random.Random) -> str:
    return chance.choice(_FIRST) + chance.choice(["", "", "lind", "mar", "o", "-Marie"])


def big_list(players: int = PLAYERS, seed: int = 1) -> bytes:
    """An invented list in the EGF's layout."""
    chance = random.Random(seed)
    lines = []
    for number in range(players):
        name = f"{_surname(chance)} {_first_name(chance)}"
        rating = chance.randint(100, 2700)
        grade = f"{max(1, (2150 - rating) // 100)}k" if rating < 2050 else f"{(rating - 1950) // 100}d"
        lines.append(
            f" {10_000_000 + number * 7:08}  {name:<37} {'FI':<3} {'Tam':<4}   {grade:>3}   --   {rating:>4}"
            f"{chance.randint(1, 99):>6}  T{chance.randint(0, 25):02}{chance.randint(1, 12):02}"
            f"{chance.randint(1, 28):02}A"
        )
    return (_HEAD + "\n".join(lines) + "\n</pre>\n</html>\n").encode()


def questions(seed: int = 2) -> list[str]:
    """What people type: beginnings in either order, whole names, typos, other letters, a PIN, nonsense."""
    chance = random.Random(seed)
    asked = []
    for number in range(SEARCHES):
        surname, first = _surname(chance), _first_name(chance)
        length = chance.randint(1, 4)
        at = chance.randrange(len(surname))
        mistyped = surname[:at] + chance.choice("abcdefghijklmnopqrstuvwxyz") + surname[at + 1 :]
        shapes = (
            surname[:length],
            f"{surname[:length]} {first[:length]}",
            f"{first[:length]} {surname[:length]}",
            f"{surname} {first}",
            f"{mistyped} {first}",
            f"{first} {mistyped}".replace("-", ""),
            mistyped[: length + 2],
            f"{surname} {first}".lower().translate(_CYRILLIC),
            f"{first} {surname} {first} {mistyped} {first[:2]} {surname}",
            str(10_000_000 + number * 7),
        )
        asked.append(shapes[number % len(shapes)])
    return asked


def main() -> None:
    """Print the time of the import and of the searches."""
    data = big_list()
    print(f"\nA rating list of {PLAYERS:,} players in the EGF's layout")
    with tempfile.TemporaryDirectory() as folder, PlayerLists(Path(folder), create=True) as lists:
        for title in ("import", "import again, in place of the first"):
            begin = perf_counter()
            found = recognise_list(data).read(data)
            lists.replace(found)
            print(f"  {title:36} {perf_counter() - begin:8.2f} s")
        # A server that searches holds no list in memory, which the garbage collector would walk through.
        del found, data
        gc.collect()
        taken = []
        for text in questions():
            # Of the processor, because what else the machine does would decide the worst.
            begin = thread_time()
            lists.search(text, limit=20)
            taken.append((1000 * (thread_time() - begin), text))
    print(f"  {'search, median of ' + str(SEARCHES):36} {median(ms for ms, _ in taken):8.2f} ms")
    worst, text = max(taken)
    print(f"  {'search, the worst':36} {worst:8.2f} ms ({text})")


if __name__ == "__main__":
    main()
