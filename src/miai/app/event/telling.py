"""Entries of the history as sentences with names."""

from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from miai.app.event.sentences import result_sentence
from miai.app.lookup import in_words
from miai.domain import events
from miai.domain.player import Player, PlayerId, Registration
from miai.domain.round import HandChange
from miai.domain.settings import Settings
from miai.domain.wishes import Wishes

_HAND = {
    HandChange.SWAPPED: "{} changed places",
    HandChange.UNPAIRED: "{} unpaired",
    HandChange.PAIRED: "{} paired by hand",
    HandChange.LOCKED: "Board of {} locked",
    HandChange.UNLOCKED: "Board of {} unlocked",
    HandChange.COLOURS: "Colours changed: {}",
    HandChange.TERMS: "Handicap or komi changed: {}",
    HandChange.TABLE: "{} moved to another table",
    HandChange.BYE: "Bye for {}",
    HandChange.LATE: "{} came late and was paired",
}
_FIXED: dict[type[events.Change], str] = {
    events.RoundDeleted: "Taken back whole",
    events.RoundPublished: "Pairings published",
    events.TablePublished: "Result table read",
}


class Teller:
    """Follows a history entry by entry, so that every sentence has the names of its time."""

    def __init__(self) -> None:
        self._players: dict[PlayerId, Player] = {}
        self._seats: dict[tuple[int, int], tuple[PlayerId, PlayerId]] = {}
        self._settings = Settings()
        self._wishes = Wishes()
        self._drawn: set[int] = set()

    def follow(self, event: events.Change) -> None:
        """Take note of an entry that counts."""
        match event:
            case events.PlayerRegistered(player=player) | events.PlayerChanged(player=player):
                self._players[player.id] = player
            case events.RoundDrawn(round=drawn):
                self._drawn.add(drawn.number)
                self._seats |= {(drawn.number, b.table): (b.white, b.black) for b in drawn.boards}
            case events.DrawChanged(round=number, boards=boards):
                self._seats |= {(number, b.table): (b.white, b.black) for b in boards}
            case events.BoardChanged(round=number, board=board):
                self._seats[number, board.table] = (board.white, board.black)
            case events.TournamentCreated(settings=settings) | events.SettingsChanged(settings=settings):
                self._settings = settings
            case events.WishesChanged(wishes=wishes):
                self._wishes = wishes

    def where(self, event: events.Change) -> str:
        """The place of an entry: "Round 3, table 22", "Players"."""
        match event:
            case events.RoundDrawn(round=drawn):
                return f"Round {drawn.number}"
            case events.ClockSet(clock=clock):
                return f"Round {clock.round}"
            case events.StandingsPublished(after_round=number):
                return f"Round {number}"
            case events.ResultEntered() | events.ResultClaimed():
                return f"Round {event.round}, table {event.table}"
            case events.BoardChanged(round=number, board=board):
                return f"Round {number}, table {board.table}"
            case events.DrawChanged(round=number, boards=boards) if len(boards) == 1:
                return f"Round {number}, table {boards[0].table}"
            case (
                events.PlayerRegistered()
                | events.PlayerChanged()
                | events.PlayerRemoved()
                | events.PlayerWithdrew()
            ):
                return "Players"
        return f"Round {event.round}" if hasattr(event, "round") else "Tournament"

    def what(self, event: events.Change) -> str:
        """What happened, in a sentence."""
        match event:
            case events.ResultEntered() | events.ResultClaimed():
                return self._result(event)
            case events.RoundDrawn(round=drawn, again=again):
                noun = "board" if len(drawn.boards) == 1 else "boards"
                return f"Drawn{' again' if again else ''}: {len(drawn.boards)} {noun}"
            case events.DrawChanged(how=how, players=players):
                return _HAND[how].format(in_words([self._name(player) for player in players]))
            case (
                events.PlayerRegistered()
                | events.PlayerChanged()
                | events.PlayerRemoved()
                | events.PlayerWithdrew()
            ):
                return self._about_player(event)
            case events.SettingsChanged(settings=settings):
                return f"Settings changed: {', '.join(_changed(self._settings, settings)) or 'none'}"
            case events.WishesChanged(wishes=wishes):
                return self._wish(wishes)
        return self._other(event)

    def _result(self, event: events.ResultEntered | events.ResultClaimed) -> str:
        white, black = self._seats.get((event.round, event.table), (PlayerId("?"), PlayerId("?")))
        if isinstance(event, events.ResultClaimed):
            said = result_sentence(event.result, self._name(white), self._name(black))
            return f"{self._name(event.claimed_by)} reports: {said}"
        white, black = event.white or white, event.black or black
        if not event.result.known:
            return f"Result taken back: {self._name(white)} against {self._name(black)}"
        told = result_sentence(event.result, self._name(white), self._name(black))
        return told[0].upper() + told[1:] if told.startswith("jigo") else told

    def _about_player(
        self,
        event: events.PlayerRegistered | events.PlayerChanged | events.PlayerRemoved | events.PlayerWithdrew,
    ) -> str:
        match event:
            case events.PlayerRegistered(player=player):
                return f"{'Late entry' if self._drawn else 'Entered'}: {player.name} {player.grade}"
            case events.PlayerChanged(player=player):
                return _player_change(self._players.get(player.id, player), player)
            case events.PlayerRemoved(player=player_id):
                return f"Taken off the list: {self._name(player_id)}"
            case events.PlayerWithdrew(player=player_id, from_round=number):
                return f"{self._name(player_id)} leaves before round {number}"

    def _other(self, event: events.Change) -> str:
        match event:
            case events.TournamentCreated(name=name):
                return f"Created: {name}"
            case events.DetailsChanged(name=name):
                return f"Details changed: {name}"
            case events.StandingsPublished(final=final):
                return "Final standings published" if final else "Standings published"
            case events.ClockSet(clock=clock):
                return "Clock paused" if clock.paused_at else "Clock set" if clock.starts_at else "Clock off"
            case events.BoardChanged(board=board):
                return f"Board changed: {self._name(board.white)} and {self._name(board.black)}"
            case events.ByesChanged(byes=byes):
                return f"Byes: {in_words([self._name(bye.player) for bye in byes])}"
            case events.BonusGiven(bonus=bonus):
                return f"Bonus for {self._name(bonus.player)}"
        return _FIXED[type(event)]

    def _wish(self, wishes: Wishes) -> str:
        told = []
        for now, before, text in (
            (wishes, self._wishes, "{}"),
            (self._wishes, wishes, "No longer: {}"),
        ):
            told += [text.format(wish) for wish in _new_wishes(before, now, self._players)]
        return "; ".join(told) or "Wishes changed"

    def _name(self, player: PlayerId) -> str:
        known = self._players.get(player)
        return known.name if known else player


def _player_change(old: Player, new: Player) -> str:
    if new.registration is not old.registration:
        return f"{new.name} is {'here' if new.registration is Registration.FINAL else 'not here yet'}"
    missed, back = new.absent_rounds - old.absent_rounds, old.absent_rounds - new.absent_rounds
    if missed or back:
        verb, numbers = ("misses", missed) if missed else ("plays in", back)
        noun = "round" if len(numbers) == 1 else "rounds"
        return f"{new.name} {verb} {noun} {in_words([str(number) for number in sorted(numbers)])}"
    if new.bar_side is not old.bar_side:
        side = "where the grade belongs" if new.bar_side is None else f"{new.bar_side.value} the bar"
        return f"{new.name} starts {side}"
    if new.grade != old.grade:
        return f"{new.name} is {new.grade}, was {old.grade}"
    return f"{new.name}: {', '.join(_changed(old, new)) or 'nothing'} changed"


def _changed(old: Any, new: Any) -> list[str]:
    """The names of the fields that differ, those inside fields as well."""
    names = []
    for field in fields(old):
        before, after = getattr(old, field.name), getattr(new, field.name)
        if before == after:
            continue
        inner = _changed(before, after) if is_dataclass(before) and type(before) is type(after) else []
        names += inner or [field.name.replace("_", " ")]
    return names


def _new_wishes(before: Wishes, now: Wishes, players: dict[PlayerId, Player]) -> Sequence[str]:
    def name(player: PlayerId) -> str:
        return players[player].name if player in players else player

    return (
        *(f"never pair {name(a)} and {name(b)}" for a, b in now.apart if (a, b) not in before.apart),
        *(
            f"{name(game.white)} is to meet {name(game.black)} in round {game.round}"
            for game in now.games
            if game not in before.games
        ),
        *(f"table {wish[1]} fixed for {name(wish[0])}" for wish in now.tables if wish not in before.tables),
        *(
            f"{name(wish[0])} never at table {wish[1]}"
            for wish in now.off_tables
            if wish not in before.off_tables
        ),
    )
