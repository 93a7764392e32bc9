"""A tournament from what happened, and what happened from a tournament."""

from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from functools import reduce, singledispatch

from miai.domain import events
from miai.domain.game import Result
from miai.domain.player import PlayerId
from miai.domain.problems import demand_none, round_problems
from miai.domain.round import Round
from miai.domain.tournament import Tournament
from miai.errors import InputError

# A withdrawal lasts longer than any tournament.
LAST_ROUND = 20


def apply(tournament: Tournament, event: events.Change) -> Tournament:
    """The tournament after one more event; one that makes no sense raises and changes nothing."""
    changed = _apply(event, tournament)
    if isinstance(event, events.TablePublished):
        return changed
    return replace(changed, published_places=())


def replay(changes: Iterable[events.Change]) -> Tournament:
    """The tournament that a sequence of events leads to."""
    return reduce(apply, changes, Tournament())


def events_of(tournament: Tournament) -> Iterator[events.Change]:
    """A sequence of events that leads to this very tournament."""
    shared = {field.name for field in fields(events.TournamentCreated)}
    yield events.TournamentCreated(**{name: getattr(tournament, name) for name in sorted(shared)})
    for player in tournament.players:
        yield events.PlayerRegistered(player=player)
    for drawn in tournament.rounds:
        blank = tuple(replace(board, result=Result.UNKNOWN) for board in drawn.boards)
        yield events.RoundDrawn(round=replace(drawn, boards=blank, bonuses=()))
        for board in drawn.boards:
            if board.result.known:
                yield events.ResultEntered(round=drawn.number, table=board.table, result=board.result)
        for bonus in drawn.bonuses:
            yield events.BonusGiven(round=drawn.number, bonus=bonus)
    if tournament.published_places:
        yield events.TablePublished(places=tournament.published_places)


@singledispatch
def _apply(event: object, tournament: Tournament) -> Tournament:
    raise TypeError(f"{type(event).__name__} is not a change of a tournament")


@_apply.register
def _(event: events.TournamentCreated, tournament: Tournament) -> Tournament:
    if tournament != Tournament():
        raise InputError("the tournament exists already")
    return Tournament(**{field.name: getattr(event, field.name) for field in fields(event)})


@_apply.register
def _(event: events.DetailsChanged, tournament: Tournament) -> Tournament:
    return replace(tournament, **{field.name: getattr(event, field.name) for field in fields(event)})


@_apply.register
def _(event: events.SettingsChanged, tournament: Tournament) -> Tournament:
    return replace(tournament, settings=event.settings)


@_apply.register
def _(event: events.PlayerRegistered, tournament: Tournament) -> Tournament:
    if any(player.id == event.player.id for player in tournament.players):
        raise InputError(f"there is a player '{event.player.id}' already")
    return replace(tournament, players=(*tournament.players, event.player))


@_apply.register
def _(event: events.PlayerChanged, tournament: Tournament) -> Tournament:
    tournament.player(event.player.id)
    players = tuple(event.player if old.id == event.player.id else old for old in tournament.players)
    return replace(tournament, players=players)


@_apply.register
def _(event: events.PlayerRemoved, tournament: Tournament) -> Tournament:
    leaving = tournament.player(event.player)
    for drawn in tournament.rounds:
        if drawn.board_of(leaving.id) or drawn.bye_of(leaving.id):
            raise InputError(f"{leaving.name} is in the draw of round {drawn.number}: withdraw them instead")
    return replace(tournament, players=tuple(p for p in tournament.players if p is not leaving))


@_apply.register
def _(event: events.PlayerWithdrew, tournament: Tournament) -> Tournament:
    leaving = tournament.player(event.player)
    last = max(LAST_ROUND, tournament.settings.rounds)
    absent = leaving.absent_rounds | set(range(event.from_round, last + 1))
    return _apply(events.PlayerChanged(player=replace(leaving, absent_rounds=absent)), tournament)


@_apply.register
def _(event: events.RoundDrawn, tournament: Tournament) -> Tournament:
    if any(drawn.number == event.round.number for drawn in tournament.rounds):
        raise InputError(f"round {event.round.number} is drawn already")
    return _with_round(tournament, event.round)


@_apply.register
def _(event: events.RoundDeleted, tournament: Tournament) -> Tournament:
    _drawn(tournament, event.round)
    return replace(tournament, rounds=tuple(r for r in tournament.rounds if r.number != event.round))


@_apply.register
def _(event: events.BoardChanged, tournament: Tournament) -> Tournament:
    drawn = _drawn(tournament, event.round)
    _demand_table(drawn, event.board.table)
    boards = tuple(event.board if old.table == event.board.table else old for old in drawn.boards)
    return _with_round(tournament, replace(drawn, boards=boards))


@_apply.register
def _(event: events.ByesChanged, tournament: Tournament) -> Tournament:
    return _with_round(tournament, replace(_drawn(tournament, event.round), byes=event.byes))


@_apply.register
def _(event: events.ResultEntered, tournament: Tournament) -> Tournament:
    drawn = _drawn(tournament, event.round)
    _demand_table(drawn, event.table)
    boards = tuple(
        replace(board, result=event.result) if board.table == event.table else board for board in drawn.boards
    )
    return _put_round(tournament, replace(drawn, boards=boards))


@_apply.register
def _(event: events.BonusGiven, tournament: Tournament) -> Tournament:
    drawn = _drawn(tournament, event.round)
    return _with_round(tournament, replace(drawn, bonuses=(*drawn.bonuses, event.bonus)))


@_apply.register
def _(event: events.TablePublished, tournament: Tournament) -> Tournament:
    if len(event.places) != len(tournament.players):
        raise InputError(f"{len(event.places)} places for {len(tournament.players)} players")
    return replace(tournament, published_places=event.places)


def _drawn(tournament: Tournament, number: int) -> Round:
    for drawn in tournament.rounds:
        if drawn.number == number:
            return drawn
    raise InputError(f"round {number} is not drawn yet")


def _demand_table(drawn: Round, table: int) -> None:
    if all(board.table != table for board in drawn.boards):
        raise InputError(f"round {drawn.number} has no table {table}")


def _with_round(tournament: Tournament, changed: Round) -> Tournament:
    names: dict[PlayerId, str] = {player.id: player.name for player in tournament.players}
    demand_none(round_problems(changed, names))
    return _put_round(tournament, changed)


def _put_round(tournament: Tournament, changed: Round) -> Tournament:
    others = [drawn for drawn in tournament.rounds if drawn.number != changed.number]
    return replace(tournament, rounds=tuple(sorted([*others, changed], key=lambda drawn: drawn.number)))
