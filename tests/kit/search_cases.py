"""A search small enough for a test."""

from dataclasses import replace
from pathlib import Path

from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.tournament import Tournament
from miai.formats.registry import FORMATS

TINY_SEARCH = """
seed = 3
held_out_seed = 4
points = 10
cloud = 10
psi = ["sech", "gaussian"]

[weights.score]
W = 1000
lambda = [0.1, 1]

[weights.geography]
W = [1, 1000]
lambda = 0.3

[weights.seeding]
W = [1, 100]
lambda = 0.3

[[kinds]]
name = "school"
players = [8, 10]
rounds = 2
weakest = "20k"
strongest = "5k"
mean = "12k"
spread = 4
fields = 2
plays = 3
held_out = 4

[[stages]]
keep = 2
near = 1
times = 2

[priorities.balanced]
even = 1
area = 1

[priorities."clubs apart"]
area = 1
"""


def small_event(name: str, club: str, size: int = 12) -> Tournament:
    """An event whose players are all of one club, with grades from 12 kyu up."""
    players = tuple(
        Player(
            id=PlayerId(f"p{number}"),
            surname=f"{name}{number}",
            first_name="",
            grade=Grade.of_number(-12 + number),
            rating=float(900 + 100 * number + 10),
            country="FR",
            club=club,
        )
        for number in range(size)
    )
    return replace(Tournament(name=name), players=players)


def write_events(folder: Path, count: int = 4) -> None:
    """Events in files, each of a club of its own."""
    folder.mkdir()
    for number in range(count):
        event = small_event(f"Event {number}", f"Club {number}")
        (folder / f"event-{number}.xml").write_bytes(FORMATS["opengotha"].write(event))
