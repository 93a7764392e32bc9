"""Changes of an event: its settings, a part of them, its players, and some that let rules act."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from miai.domain.points import HALF
from miai.domain.tournament import Tournament

Change = Callable[[Tournament], Tournament]


def with_settings(**changes: Any) -> Change:
    return lambda event: replace(event, settings=replace(event.settings, **changes))


def with_part(part: str, **changes: Any) -> Change:
    def change(event: Tournament) -> Tournament:
        changed = replace(getattr(event.settings, part), **changes)
        return replace(event, settings=replace(event.settings, **{part: changed}))

    return change


def with_players(**changes: Callable[[int], Any]) -> Change:
    """Give each player what a function of the number says."""

    def change(event: Tournament) -> Tournament:
        players = tuple(
            replace(player, **{name: value(i) for name, value in changes.items()})
            for i, player in enumerate(event.players)
        )
        return replace(event, players=players)

    return change


def in_turn(*changes: Change) -> Change:
    def change(event: Tournament) -> Tournament:
        for each in changes:
            event = each(event)
        return event

    return change


NO_ORIGIN = {
    "same_country": 0, "same_state": 0, "same_city": 0, "same_clubs_group": 0, "same_club": 0,
    "far_time_zones": 0, "exempt_at_bar": False, "exempt_from": None, "exempt_half_won": False,
    "exempt_last_half": False,
}  # fmt: skip
ORIGINS = with_players(
    country=lambda i: "FR" if i % 3 else "DE",
    state=lambda i: ("north", "south")[i // 2 % 2],
    city=lambda i: ("Ulm", "Lund", "Nice")[i // 3 % 3],
    club=lambda i: ("Elms", "Oaks", "Firs")[i // 4 % 3],
)
APART = {"same_country": 2, "same_club": 4}
SWISS, MCMAHON = with_settings(system="swiss"), with_settings(system="mcmahon")


# Somebody is away in most rounds.
UNEVEN = in_turn(
    with_players(absent_rounds=lambda i: frozenset((1 + i % 4, 3 + i % 3)) if i % 2 else frozenset()),
    with_part("scoring", absent_points=HALF, absent_wins=HALF, bye_points=HALF, round_down=False),
)
