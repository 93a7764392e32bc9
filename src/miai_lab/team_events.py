"""Random team events of every kind, from a seed: the same seed gives the same event on every machine."""

from dataclasses import dataclass, replace

import numpy as np

from miai.domain.people.player import Player, PlayerId
from miai.domain.people.team import BoardOrder, LineUp, Team, TeamId, TeamRules
from miai.domain.points import HALF, NOTHING, POINT, Quarters
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.side_rules import MeanRounding, SideRules
from miai.domain.table_numbers import TableRange, Tables
from miai.domain.tournament import Tournament
from miai_lab.entry_generator import Recipe, entry

_NAMES = ("North", "South", "East", "West", "Hill", "Lake", "Moor", "Dale", "Fen", "Wood", "Bay", "Isle")


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRecipe:
    """What kind of team event is generated; shares are chances from 0 to 1."""

    system: str = "mcmahon"
    fewest: int = 2
    most: int = len(_NAMES)
    largest: int = 10
    rounds: int | None = None
    absent: float = 0.1
    resting: float = 0.05
    stated: float = 0.2
    empty: float = 0.1
    reserves: int = 2


def team_event(recipe: TeamRecipe, seed: int) -> Tournament:
    """The teams and their people before the first round."""
    dice = np.random.default_rng((seed, 2))
    teams = int(dice.integers(recipe.fewest, recipe.most + 1))
    # Small teams are the usual ones.
    size = 2 + int((recipe.largest - 1) * dice.random() ** 2)
    rounds = recipe.rounds or int(dice.integers(1, max(2, min(7, teams))))
    squads = [size + int(dice.integers(-1, recipe.reserves + 1)) for _ in range(teams)]
    number = sum(squads)
    people = Recipe(system=recipe.system, fewest=number, most=number, rounds=rounds, absent=recipe.absent)
    event = entry(people, seed)
    members = iter(event.players)
    settings = replace(
        event.settings,
        teams=_rules(size, dice),
        tables=_tables(size * teams, dice),
        sides=SideRules(rounding=list(MeanRounding)[int(dice.integers(0, 3))]),
    )
    return replace(
        event,
        settings=settings,
        teams=tuple(
            _team(number, [next(members) for _ in range(squad)], settings, recipe, dice)
            for number, squad in enumerate(squads, start=1)
        ),
    )


def _rules(size: int, dice: np.random.Generator) -> TeamRules:
    return TeamRules(
        size=size,
        order=BoardOrder.RATING if dice.random() < 0.4 else BoardOrder.CAPTAIN,
        handicaps=bool(dice.random() < 0.4),
        half_of_all_boards=bool(dice.random() < 0.2),
        empty_seat_loses=bool(dice.random() < 0.7),
        bye_points=(Quarters(2 * POINT), POINT, NOTHING)[int(dice.integers(0, 3))],
        bye_boards=HALF,
    )


def _tables(boards: int, dice: np.random.Generator) -> Tables:
    """All tables from 1, or those from another number on without some."""
    if dice.random() < 0.6:
        return Tables()
    first = int(dice.integers(1, 60))
    return Tables(ranges=(TableRange(first),), left_out=(TableRange(first + 2, first + 2 + boards // 4),))


def _team(
    number: int, players: list[Player], settings: Settings, recipe: TeamRecipe, dice: np.random.Generator
) -> Team:
    size, rounds = settings.teams.size, settings.rounds
    members = [player.id for player in players]
    line_ups = tuple(
        LineUp(round=each, players=_line_up(members, size, recipe, dice))
        for each in range(1, rounds + 1)
        if dice.random() < recipe.stated
    )
    return Team(
        id=TeamId(f"t{number}"),
        name=f"{_NAMES[(number - 1) % len(_NAMES)]} {number}",
        number=number,
        members=tuple(members),
        line_ups=line_ups,
        absent_rounds=frozenset(n for n in range(1, rounds + 1) if dice.random() < recipe.resting),
    )


def _line_up(
    members: list[PlayerId], size: int, recipe: TeamRecipe, dice: np.random.Generator
) -> tuple[PlayerId | None, ...]:
    """Any members in any order; some seats stay empty."""
    chosen = [members[int(i)] for i in dice.permutation(len(members))[:size]]
    return tuple(None if dice.random() < recipe.empty else player for player in chosen)
