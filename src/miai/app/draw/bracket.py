"""The plan of a schedule, as far as it has been played."""

from dataclasses import replace
from typing import Any

from miai.domain.player import Player
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.pairing.schedules import SCHEDULES
from miai.pairing.schedules.bracket import Bracket
from miai.pairing.schedules.placing import placing


def bracket_of(
    tournament: Tournament, *, system: str | None = None, after: int | None = None, seed: int = 0
) -> Bracket:
    """Every match of a round robin, knock-out or double elimination."""
    key = system or tournament.settings.system
    if key not in SCHEDULES:
        raise InputError(f"the system '{key}' has no bracket: {', '.join(SCHEDULES)} have")
    event = replace(tournament, settings=replace(tournament.settings, system=key))
    rounds = tournament.rounds_played if after is None else after
    return SCHEDULES[key]().bracket(event, after=rounds, seed=seed)


def bracket_data(bracket: Bracket) -> dict[str, Any]:
    """The stable JSON of a bracket."""
    return {
        "title": bracket.title,
        "rounds": bracket.rounds,
        "over": bracket.over,
        "champion": bracket.champion.name if bracket.champion else None,
        "matches": [
            {
                "match": match.id,
                "round": match.round,
                "side": match.side.value,
                "players": [each.name if isinstance(each, Player) else None for each in match.arrivals],
                "winner": match.winner.name if match.winner else None,
            }
            for match in bracket.matches
        ],
        "places": [[player.name for player in group] for group in placing(bracket)],
    }
