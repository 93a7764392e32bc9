"""Staged events that were played to the end: groups and a cup, and a cup beside a main event."""

from collections import Counter
from typing import Any

from kit.console import Console
from kit.staged_hall import final_after, groups_of, hall_of, inside, strong_result
from miai.domain.points import Quarters
from miai.domain.rounds.game import Colour
from miai.domain.stages import Losers, StageId
from miai.domain.tournament import Tournament
from miai.features.players.change_player import withdraw
from miai.features.settings.change_settings import change_rules
from miai.features.stages.cup import settle_losers
from miai.features.stages.filling import fill_stage
from miai.features.tournament.change_details import change_details

CUP = StageId("cup")
# Both players with their points, and the stones: enough to find a game again.
Game = tuple[frozenset[tuple[str, Quarters]], int, bool]


def four_groups_and_a_cup(*, players: int = 24) -> Console:
    """Four groups of six; two of each go on to a cup with a game for the third place.

    P24 withdraws after round 2, and in the cup's first round a game is a forfeit.
    """
    hall = groups_of(players, 4)
    letters = ("a", "b", "c", "d")
    for number in range(1, 6):
        for letter in letters:
            group = inside(hall, f"group-{letter}")
            if number == 3 and "P24" in group.event.names.values():
                withdraw(*group.at, group.who("P24"), from_round=3, by="A")
            _play(group, number)
    cup = final_after(hall, *((f"group-{letter}", 1, 2) for letter in letters), name="Cup")
    fill_stage(*hall.at, cup, by="A", as_they_are=True)
    inner = inside(hall, cup)
    change_rules(*inner.at, {"pairing.third_place": True}, by="A")
    for number in range(1, inner.event.settings.rounds + 1):
        _play(inner, number, forfeit=number == 1)
    with_details(hall)
    return hall


def cup_beside_main() -> Console:
    """Twelve players: four in a cup of two rounds, the others in a McMahon that the losers join."""
    hall = hall_of(12, system="mcmahon", rounds=4)
    final_after(hall, ("", 1, 4), name="Cup", phase=1, losers=Losers.JOIN_MAIN)
    fill_stage(*hall.at, CUP, by="A")
    cup = inside(hall, CUP)
    for number in (1, 2):
        _play(hall, number)
        _play(cup, number)
    settle_losers(*hall.at, CUP, round=2, by="A")
    for number in (3, 4):
        _play(hall, number)
    with_details(hall)
    return hall


def with_details(hall: Console, **changes: Any) -> None:
    """Enter the place and the days after everything was played."""
    details = {"name": "Open", "place": "Lyon", "country": "FR", "begin": "2026-10-03", "end": "2026-10-04"}
    change_details(hall.desk, hall.id, by="A", **(details | changes))


def games_of(*tournaments: Tournament) -> Counter[Game]:
    """All games with their results and handicaps, whatever round and table they were at."""
    return Counter(
        (
            frozenset(
                (event.names[player], board.result.points(colour))
                for colour, player in ((Colour.WHITE, board.white), (Colour.BLACK, board.black))
            ),
            board.handicap,
            board.result.by_default,
        )
        for event in tournaments
        for drawn in event.rounds
        for board in drawn.boards
    )


def all_games(event: Tournament) -> Counter[Game]:
    """The games of the main event and of all stages."""
    return games_of(event, *(stage.event for stage in event.stages))


def _play(hall: Console, number: int, *, forfeit: bool = False) -> None:
    for board in hall.draw(number).boards:
        result = strong_result(hall.event, board)
        if forfeit and board.table == 1:
            result = result.defaulted
        hall.result(number, board.table, result)
