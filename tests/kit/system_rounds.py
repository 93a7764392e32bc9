"""Events of systems without prices, drawn and published round by round, with whatever happens in a hall."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from kit.honest_rounds import publish_drawn
from kit.memory_store import MemoryStore
from miai.desk.live_state import Desk, State
from miai.domain.log import events
from miai.domain.log.history import History
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId, Registration
from miai.domain.rounds.director_constraints import ByeVolunteer, WantedGame, Wishes
from miai.domain.rounds.game import Result
from miai.engine.pairing.system_rules import settings_of_system

_DECIDED = (Result.WHITE_WINS, Result.BLACK_WINS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Happens:
    """What happens in an event beside its games: how likely each is for a player, or for a round."""

    away: float = 0.0
    late: float = 0.0
    leaves: float = 0.0
    jigo: float = 0.0
    default: float = 0.0
    wishes: float = 0.0
    volunteers: float = 0.0


QUIET = Happens()
LIVELY = Happens(away=0.08, late=0.05, leaves=0.03, jigo=0.05, default=0.05)
WITH_WISHES = Happens(wishes=0.7, volunteers=0.5, jigo=0.1)


def _always(changes: Sequence[events.Event], _state: State) -> list[events.Event]:
    return list(changes)


def field_of(players: int, dice: random.Random, *, rounds: int, happens: Happens) -> list[Player]:
    """Players of several clubs and countries, some away from some rounds."""
    return [
        Player(
            id=PlayerId(f"p{at}"),
            surname=f"Player {at}",
            grade=Grade.of_number(grade := dice.randint(-12, 5)),
            rating=dice.choice((None, 2100.0 + 100 * grade + dice.randint(-80, 80))),
            club=dice.choice(("Here", "There", "Away", "")),
            country=dice.choice(("FR", "DE", "DE")),
            family=dice.choice(("Lee", "", "", "", "", "")) if happens.wishes else "",
            absent_rounds=frozenset(
                number for number in range(1, rounds + 1) if dice.random() < happens.away
            ),
        )
        for at in range(players)
    ]


@dataclass
class SystemEvent:
    """An event of a system, and the last round that was published."""

    desk: Desk
    known: str
    dice: random.Random
    happens: Happens
    published: int = 0

    @property
    def at(self) -> tuple[Desk, str]:
        """What use cases ask for."""
        return self.desk, self.known

    def play(self, rounds: int) -> Iterator[int]:
        """Draw and publish round by round, as long as the system draws; results come after each."""
        for number in range(1, rounds + 1):
            self._before(number)
            if not publish_drawn(self.desk, self.known, number):
                return
            self.published = number
            yield number
            self._results(number)

    def _change(self, *changes: events.Event) -> None:
        if changes:
            self.desk.change(self.known, partial(_always, changes), by="Anneke")

    def _before(self, number: int) -> None:
        dice, event = self.dice, self.desk.state(self.known).tournament
        if number > 1 and dice.random() < self.happens.late * len(event.players) / 4:
            late = field_of(1, dice, rounds=0, happens=QUIET)[0]
            missed = frozenset(range(1, number))
            name = f"Late {number}"
            late = replace(late, id=PlayerId(f"late{number}"), surname=name, absent_rounds=missed)
            self._change(events.PlayerRegistered(player=late))
        for player in event.players:
            if number > 1 and dice.random() < self.happens.leaves:
                self._change(events.PlayerWithdrew(player=player.id, from_round=number))
        self._change(*self._wishes(number))

    def _wishes(self, number: int) -> list[events.Event]:
        dice = self.dice
        ids = [player.id for player in self.desk.state(self.known).tournament.players]
        wanted = dice.random() < self.happens.wishes, dice.random() < self.happens.volunteers
        if not any(wanted) or len(ids) < 6:
            return []
        one, other, third, fourth, *_ = dice.sample(ids, 4)
        wishes = Wishes(
            apart=((one, third), (third, fourth)) if wanted[0] else (),
            games=(WantedGame(round=number, white=one, black=other),) if wanted[0] else (),
            tables=((fourth, 2),) if wanted[0] else (),
            off_tables=((one, 1),) if wanted[0] else (),
            volunteers=(ByeVolunteer(round=number, player=third),) if wanted[1] else (),
        )
        return [events.WishesChanged(wishes=wishes)]

    def _results(self, number: int) -> None:
        dice, event = self.dice, self.desk.state(self.known).tournament
        cup = event.settings.system in ("knockout", "double_elimination")
        results = []
        for board in event.round(number).boards:
            result = dice.choice(_DECIDED)
            if not cup and dice.random() < self.happens.jigo:
                result = dice.choice((Result.JIGO, Result.BOTH_LOSE))
            elif dice.random() < self.happens.default:
                result = result.defaulted
            results.append(events.ResultEntered(round=number, table=board.table, result=result))
        self._change(*results)


def system_event(
    system: str, *, players: int, seed: int, rounds: int = 5, happens: Happens = QUIET, **changes: object
) -> SystemEvent:
    """An event by the rules that its system brings, whose seeds follow from its lot."""
    dice = random.Random(f"{system} {players} {seed}")
    settings = replace(settings_of_system(system, rounds=rounds), **changes)  # type: ignore[arg-type]
    field = field_of(players, dice, rounds=rounds, happens=happens)
    if happens.late:
        field[-1] = replace(field[-1], registration=Registration.PRELIMINARY)
    created = events.TournamentCreated(name="Open", settings=settings, lot=f"lot {seed}")
    desk = Desk(MemoryStore())
    history = History.of([created, *(events.PlayerRegistered(player=each) for each in field)])
    return SystemEvent(desk=desk, known=desk.create(history).id, dice=dice, happens=happens)
