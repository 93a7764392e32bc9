"""What happened in one event of a league, as arrays: drawn as a director draws, or by the simulation."""

from dataclasses import dataclass

import numpy as np

from miai.domain.points import POINT
from miai.domain.tournament import Tournament
from miai.engine.forecast.places import placing_keys, ranking
from miai.engine.judging.record import above_bar, codes_of, record_of, seeding_method
from miai.engine.kernel.arrays import Flags, Floats, Ints
from miai.engine.kernel.event import AWAY, BYE, PlayedRounds
from miai.engine.kernel.qualities import Entrants, Games
from miai.engine.pairing.event_replay import replayed
from miai.engine.pairing.event_simulation import EventNow
from miai.engine.pairing.registry import abilities_of, schedule_of
from miai.engine.pairing.schedules import placing
from miai.engine.pairing.simulation import Simulation
from miai.engine.scoring import standings


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedEvent:
    """The games of those who ever sat down, by round and player, and final places by player of the event.

    `who` are the numbers in the event of those who sat; a place is not a number for who was never in.
    """

    games: Games
    entrants: Entrants
    who: Ints
    won: Flags
    places: Floats

    @property
    def met(self) -> Flags:
        """Who had a game, by round and player."""
        return np.asarray(self.games.opponents >= 0)

    def wins(self, player: int) -> int:
        """How many games a player of the event won."""
        at = np.flatnonzero(self.who == player)
        return int((self.won & self.met)[:, at].sum())

    def first_beaten(self, player: int) -> int | None:
        """Whom a player of the event beat in the first round, if anybody."""
        at = np.flatnonzero(self.who == player)
        if not len(at) or not (self.met & self.won)[0, at[0]]:
            return None
        return int(self.who[self.games.opponents[0, at[0]]])


def drawn_event(tournament: Tournament) -> PlayedEvent:
    """A played tournament, whose players' ids are their numbers in the event."""
    record = record_of(tournament)
    return PlayedEvent(
        games=record.games,
        entrants=record.entrants,
        who=np.array([int(player.id) for player in record.players], np.int64),
        won=record.points >= POINT,
        places=places_of(tournament),
    )


def simulated_event(now: EventNow, simulation: Simulation, rest: PlayedRounds) -> PlayedEvent:
    """The first tournament that the simulation played of an event before its first round."""
    settings, players = now.settings, now.view.players
    numbers = np.array([int(player.id) for player in players], np.int64)
    all_games = Games(*(getattr(rest, name)[0] for name in Games._fields))
    opponents = all_games.opponents
    sat = np.flatnonzero(((opponents >= 0) | (opponents == BYE)).any(axis=0))
    at = np.full(len(players), -1, np.int64)
    at[sat] = np.arange(len(sat))
    seated = Games(*(np.ascontiguousarray(each[..., sat]) for each in all_games))
    met = seated.opponents >= 0
    free = settings.scoring.bye_wins * (seated.opponents == BYE)
    free = free + settings.scoring.absent_wins * (seated.opponents == AWAY)
    games = seated._replace(
        opponents=np.where(met, at[np.maximum(seated.opponents, 0)], seated.opponents),
        # The simulation counts games only.
        wins=seated.wins + free.sum(axis=0),
    )
    before = np.concatenate((games.before, games.final[None]))
    starts = np.zeros(len(sat), np.int64) if settings.by_wins else now.view.starts[sat]
    # No game is open, so that the seed changes nothing.
    again = replayed(now, simulation, rest, placing_keys(now), rounds=len(opponents), seed=0)
    ranks = ranking(now, again)[0]
    places = np.empty(len(players))
    places[numbers] = 1 + (ranks[None, :] > ranks[:, None]).sum(axis=1)
    return PlayedEvent(
        games=games,
        entrants=Entrants(
            grades=now.view.grades[sat],
            starts=starts,
            above_bar=above_bar(settings, starts),
            countries=codes_of(players[i].country for i in sat),
            clubs=codes_of(players[i].club for i in sat),
            seeding_methods=np.array([seeding_method(settings, r + 1) for r in range(len(opponents))]),
        ),
        who=numbers[sat],
        won=np.asarray(met & (np.diff(before, axis=0) >= POINT)),
        places=places,
    )


def places_of(tournament: Tournament) -> Floats:
    """Everybody's final place, not a number for who was never in."""
    places = np.full(len(tournament.players), np.nan)
    system = tournament.settings.system
    if abilities_of(system).plans_rounds:
        bracket = schedule_of(system).bracket(tournament, after=len(tournament.rounds), seed=0)
        for place, tied in enumerate(placing(bracket)):
            places[[int(player.id) for player in tied]] = place
    else:
        for row in standings(tournament).rows:
            places[int(row.player.id)] = row.place
    return places
