"""What happened, in a sentence with names."""

from dataclasses import dataclass
from functools import singledispatch
from typing import Any

from miai.app.desk import State
from miai.domain import events
from miai.domain.game import Board, Result
from miai.domain.history import Entry
from miai.domain.player import PlayerId
from miai.domain.round import HandChange
from miai.domain.tournament import Tournament
from miai.web.words import gettext as _
from miai.web.words import ngettext


@dataclass(frozen=True, slots=True, kw_only=True)
class Happening:
    """An entry for people: where it was, what happened, and the winner's colour if somebody won.

    `kind` is one of players, draw, results, published, settings, undo.
    """

    kind: str
    sentence: str
    round: int | None = None
    table: int | None = None
    colour: str = ""


def told(entry: Entry, state: State) -> dict[str, Any]:
    """An entry as the live stream sends it."""
    happened = happening(entry.event, state)
    return {
        "number": entry.number,
        "kind": happened.kind,
        "round": happened.round,
        "table": happened.table,
        "who": entry.by,
        "at": entry.at,
        "sentence": happened.sentence,
    }


@singledispatch
def happening(event: object, state: State) -> Happening:
    """What an event means to people."""
    del event, state
    return Happening(kind="settings", sentence=_("Something changed"))


@happening.register
def _created(event: events.TournamentCreated, state: State) -> Happening:
    del state
    return Happening(kind="settings", sentence=_("Tournament opened: %(name)s", name=event.name))


@happening.register
def _details(event: events.DetailsChanged, state: State) -> Happening:
    del event, state
    return Happening(kind="settings", sentence=_("Name, place or dates changed"))


@happening.register
def _settings(event: events.SettingsChanged, state: State) -> Happening:
    del event, state
    return Happening(kind="settings", sentence=_("Rules changed"))


@happening.register
def _registered(event: events.PlayerRegistered, state: State) -> Happening:
    del state
    sentence = _("Entered: %(name)s %(grade)s", name=event.player.name, grade=event.player.grade)
    return Happening(kind="players", sentence=sentence)


@happening.register
def _changed(event: events.PlayerChanged, state: State) -> Happening:
    del state
    return Happening(kind="players", sentence=_("Changed: %(name)s", name=event.player.name))


@happening.register
def _removed(event: events.PlayerRemoved, state: State) -> Happening:
    return Happening(kind="players", sentence=_("Removed: %(name)s", name=_name(state, event.player)))


@happening.register
def _withdrew(event: events.PlayerWithdrew, state: State) -> Happening:
    sentence = _(
        "%(name)s leaves before round %(round)s", name=_name(state, event.player), round=event.from_round
    )
    return Happening(kind="players", sentence=sentence)


@happening.register
def _drawn(event: events.RoundDrawn, state: State) -> Happening:
    del state
    count = len(event.round.boards)
    sentence = (
        ngettext("Drawn again: %(num)s board", "Drawn again: %(num)s boards", count)
        if event.again
        else ngettext("Drawn: %(num)s board", "Drawn: %(num)s boards", count)
    )
    return Happening(kind="draw", sentence=sentence, round=event.round.number)


@happening.register
def _taken_back(event: events.RoundDeleted, state: State) -> Happening:
    del state
    return Happening(kind="draw", sentence=_("Draw taken back"), round=event.round)


@happening.register
def _board_changed(event: events.BoardChanged, state: State) -> Happening:
    white, black = _name(state, event.board.white), _name(state, event.board.black)
    sentence = _("Changed by hand: %(white)s and %(black)s", white=white, black=black)
    return Happening(kind="draw", sentence=sentence, round=event.round, table=event.board.table)


@happening.register
def _byes_changed(event: events.ByesChanged, state: State) -> Happening:
    names = ", ".join(_name(state, bye.player) for bye in event.byes)
    told = ngettext("Bye: %(names)s", "Byes: %(names)s", len(event.byes), names=names)
    sentence = told if names else _("Nobody has a bye")
    return Happening(kind="draw", sentence=sentence, round=event.round)


@happening.register
def _draw_changed(event: events.DrawChanged, state: State) -> Happening:
    names = ", ".join(_name(state, player) for player in event.players)
    table = event.boards[0].table if len(event.boards) == 1 else None
    sentence = f"{_hand(event.how)}: {names}" if names else _hand(event.how)
    return Happening(kind="draw", sentence=sentence, round=event.round, table=table)


@happening.register
def _wishes(event: events.WishesChanged, state: State) -> Happening:
    del event, state
    return Happening(kind="draw", sentence=_("Wishes for the draw changed"))


@happening.register
def _pairings_published(event: events.RoundPublished, state: State) -> Happening:
    del state
    return Happening(kind="published", sentence=_("Pairings published"), round=event.round)


@happening.register
def _table_published(event: events.StandingsPublished, state: State) -> Happening:
    del state
    sentence = _("Final standings published") if event.final else _("Standings published")
    return Happening(kind="published", sentence=sentence, round=event.after_round)


@happening.register
def _clock(event: events.ClockSet, state: State) -> Happening:
    del state
    sentence = _("Clock paused") if event.clock.paused_at else _("Clock set")
    return Happening(kind="settings", sentence=sentence, round=event.clock.round)


@happening.register
def _result(event: events.ResultEntered, state: State) -> Happening:
    board = _board(state.tournament, event.round, event.table)
    white = event.white or (board.white if board else None)
    black = event.black or (board.black if board else None)
    return Happening(
        kind="results",
        sentence=result_sentence(event.result, _name(state, white), _name(state, black)),
        round=event.round,
        table=event.table,
        colour=winner_colour(event.result),
    )


@happening.register
def _claimed(event: events.ResultClaimed, state: State) -> Happening:
    board = _board(state.tournament, event.round, event.table)
    white, black = (_name(state, board.white), _name(state, board.black)) if board else ("?", "?")
    sentence = _(
        "%(name)s reports: %(result)s",
        name=_name(state, event.claimed_by),
        result=result_sentence(event.result, white, black),
    )
    return Happening(kind="results", sentence=sentence, round=event.round, table=event.table)


@happening.register
def _bonus(event: events.BonusGiven, state: State) -> Happening:
    sentence = _("Bonus for %(name)s", name=_name(state, event.bonus.player))
    return Happening(kind="results", sentence=sentence, round=event.round)


@happening.register
def _places(event: events.TablePublished, state: State) -> Happening:
    del event, state
    return Happening(kind="published", sentence=_("Places taken over from a result table"))


@happening.register
def _undone(event: events.Undone, state: State) -> Happening:
    return _again(event.entry, state, _("Entry %(number)s undone", number=event.entry))


@happening.register
def _redone(event: events.Redone, state: State) -> Happening:
    return _again(event.entry, state, _("Entry %(number)s counts again", number=event.entry))


def result_sentence(result: Result, white: str, black: str) -> str:
    """How a game ended, with names."""
    names = {"white": white, "black": black}
    sentence = {
        Result.UNKNOWN: _("No result yet: %(white)s and %(black)s", **names),
        Result.WHITE_WINS: _("%(winner)s beat %(loser)s", winner=white, loser=black),
        Result.BLACK_WINS: _("%(winner)s beat %(loser)s", winner=black, loser=white),
        Result.JIGO: _("Jigo: %(white)s and %(black)s", **names),
        Result.BOTH_LOSE: _("Both lose: %(white)s and %(black)s", **names),
        Result.BOTH_WIN: _("Both win: %(white)s and %(black)s", **names),
    }[result.played]
    return _("%(sentence)s, by default", sentence=sentence) if result.by_default else sentence


def winner_colour(result: Result) -> str:
    """The colour that won: "w", "b", or none."""
    return {Result.WHITE_WINS: "w", Result.BLACK_WINS: "b"}.get(result.played, "")


def _again(number: int, state: State, sentence: str) -> Happening:
    """An undo happens where the entry happened that it undoes."""
    entry = next((each for each in state.history.entries if each.number == number), None)
    if entry is None:
        return Happening(kind="undo", sentence=sentence)
    where = happening(entry.event, state)
    return Happening(kind="undo", sentence=sentence, round=where.round, table=where.table)


def _name(state: State, player: PlayerId | None) -> str:
    """A player's name; one who was removed since has only an id."""
    return next((each.name for each in state.tournament.players if each.id == player), player or "?")


def _board(event: Tournament, number: int, table: int) -> Board | None:
    return next((board for board in event.round(number).boards if board.table == table), None)


def _hand(how: HandChange) -> str:
    return {
        HandChange.SWAPPED: _("Swapped"),
        HandChange.UNPAIRED: _("Unpaired"),
        HandChange.PAIRED: _("Paired by hand"),
        HandChange.LOCKED: _("Locked"),
        HandChange.UNLOCKED: _("Unlocked"),
        HandChange.COLOURS: _("Colours changed"),
        HandChange.TERMS: _("Handicap or komi changed"),
        HandChange.TABLE: _("Table changed"),
        HandChange.BYE: _("Bye given"),
        HandChange.LATE: _("Late arrival seated"),
    }[how]
