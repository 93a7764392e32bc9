"""A file format: a roster with one player a line, such as "3d Example, Anna"."""

import miai
from miai.extend import Format, Message, Reading, Tournament

HEAD = "roster: "


def read(data: bytes) -> Reading:
    """The players of a roster."""
    head, *lines = data.decode().splitlines()
    rows = [line.replace(",", "").split(maxsplit=2) for line in lines]
    players = [miai.player(first, surname, grade=grade) for grade, surname, first in rows]
    return Reading(tournament=miai.tournament(head.removeprefix(HEAD), players=players), format="roster")


def write(tournament: Tournament) -> bytes:
    """The roster of a tournament."""
    rows = [f"{each.grade} {each.surname}, {each.first_name}\n" for each in tournament.players]
    return "".join([f"{HEAD}{tournament.name}\n", *rows]).encode()


ROSTER = Format(
    key="roster", title=Message("Roster of players"), extension=".roster", largest=1_000_000,
    sniff=lambda text: text.startswith(HEAD), read=read, writer=write,
)  # fmt: skip
