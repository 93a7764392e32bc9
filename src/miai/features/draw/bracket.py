"""The plan of a schedule, as far as it has been played."""

from dataclasses import dataclass, replace

from miai.domain.draw_seeds import seed_of_round
from miai.domain.people.player import Player
from miai.domain.tournament import Tournament
from miai.engine.pairing.registry import abilities_of, schedule_of
from miai.engine.pairing.schedules.bracket import Bracket
from miai.engine.pairing.schedules.table_results import missed_matches
from miai.engine.scoring.teams.entrants import entrants_of
from miai.errors import InputError, NoPairingError
from miai.features.draw.pair import pair


@dataclass(frozen=True, slots=True, kw_only=True)
class MissedGame:
    """A game of a table that was not played in its round and can be made up."""

    round: int
    one: Player
    other: Player


def bracket_of(
    tournament: Tournament, *, system: str | None = None, after: int | None = None, seed: int | None = None
) -> Bracket:
    """Every match of a system that plans its rounds; the seed is that of round 1 by default.

    In a team event the matches are between teams.
    """
    key = system or tournament.settings.system
    schedule = schedule_of(key)
    rounds = tournament.rounds_played if after is None else after
    event = entrants_of(replace(tournament, settings=replace(tournament.settings, system=key)), rounds + 1)
    return schedule.bracket(event, after=rounds, seed=seed_of_round(tournament, 1) if seed is None else seed)


def missed_games(tournament: Tournament, *, before: int) -> tuple[MissedGame, ...]:
    """The games of a table that were missed before a round and are not made up in it."""
    if before < 2 or not abilities_of(tournament.settings.system).everybody_plays_on:
        return ()
    try:
        bracket = bracket_of(tournament, after=before)
    except InputError:
        return ()
    return tuple(
        MissedGame(round=match.round, one=match.pair[0], other=match.pair[1])
        for match in missed_matches(bracket)
        if match.pair and match.round < before
    )


def last_round(tournament: Tournament) -> int:
    """The number of the last round there will be: a plan may be over before all rounds are drawn."""
    drawn = max((each.number for each in tournament.rounds), default=0)
    planned = max(tournament.settings.rounds, drawn, 1)
    open_boards = any(not board.result.known for board in tournament.round(drawn).boards)
    abilities = abilities_of(tournament.settings.system)
    if not 0 < drawn < planned or open_boards or not abilities.plans_rounds or abilities.everybody_plays_on:
        return planned
    try:
        return drawn if bracket_of(tournament, after=drawn).over else planned
    except InputError:
        return planned


def byes_to_come(tournament: Tournament, number: int, *, field: int) -> int:
    """How many players will have the bye in a round for which so many are here."""
    if not abilities_of(tournament.settings.system).plans_rounds:
        return field % 2
    try:
        draw = pair(tournament, round=number, seed=seed_of_round(tournament, number))
    except (InputError, NoPairingError):
        return 0
    return len(draw.teams.free if draw.teams else draw.free)
