"""Tells which events can move what was played, so that nothing is compared for the usual ones."""

from dataclasses import replace

from miai.domain.log import events
from miai.domain.log.history import History
from miai.domain.money import NO_MONEY
from miai.domain.people.player import Player, Registration
from miai.domain.stages import MAIN
from miai.domain.tournament import Tournament
from miai.engine.scoring.withdrawals import leavers
from miai.errors import InputError
from miai.features.consequences.played import is_past, last_begun
from miai.features.stages.published_criteria import by_published_criteria

# These can move anything: rules, removed players, teams, and what decides who enters a stage.
_ALWAYS = (
    events.SettingsChanged,
    events.PlayerRemoved,
    events.TeamsChanged,
    events.TeamRemoved,
    events.StageChanged,
)


def can_move_past(event: events.Event, tournament: Tournament, history: History) -> bool:
    """True if an event may move a round that was played or a table that was published.

    A new result, a new entrant, a draw and a publication move none, but for the result of a player who has
    left a round robin; the answer is quick for them.
    """
    change, part = _in_part(event, tournament)
    match change:
        case None:
            return False
        case events.Undone(entry=number) | events.Redone(entry=number):
            return _turned_back(number, tournament, history)
        case events.ResultEntered(round=number) | events.ResultClaimed(round=number):
            corrects = _corrects(change, part) and _is_settled(event, number, tournament)
            return corrects or _of_leaver(change, part)
        case events.BonusGiven(round=number):
            return _is_settled(event, number, tournament)
        case events.StandingsPublished(after_round=number):
            return _other_criteria(number, part)
    return _of_people(change, part) or _of_draw(change, part)


def _in_part(event: events.Event, tournament: Tournament) -> tuple[events.Event | None, Tournament]:
    """What happened, and the main event or the stage in which it did; nothing if the stage is gone."""
    if not isinstance(event, events.InStage):
        return event, tournament
    part = next((each.event for each in tournament.stages if each.id == event.stage), None)
    return (event.change, part) if part else (None, tournament)


def _is_settled(event: events.Event, number: int, tournament: Tournament) -> bool:
    """True if a round is past, or if a stage is filled from the places of the part it belongs to."""
    part = _in_part(event, tournament)[1]
    stage = event.stage if isinstance(event, events.InStage) else MAIN
    return is_past(part, number) or any(
        each.event.players and any(source.stage == stage for source in each.plan.sources)
        for each in tournament.stages
    )


def _turned_back(number: int, tournament: Tournament, history: History) -> bool:
    """True if an entry may move the past when it no longer counts, or counts again."""
    try:
        event = history.change(number).event
    except InputError:
        return False
    change, part = _in_part(event, tournament)
    match change:
        case events.StandingsPublished() | events.RoundPublished():
            # Undoing it hides what players see, which is asked about on its own page.
            return False
        case (
            events.PlayerRegistered()
            | events.TeamEntered()
            | events.PlayerChanged()
            | events.PlayersChanged()
        ):
            # The player is as the entry says, so only a comparison tells what was there before.
            return bool(last_begun(part))
        case events.RoundDrawn(round=drawn) if part.round(drawn.number).shown:
            # What was published after it was the draw of this entry.
            return True
        case events.DrawChanged(round=number) | events.BoardChanged(round=number) if part.round(number).shown:
            return True
        case events.ResultEntered(round=drawn) | events.ResultClaimed(round=drawn):
            return _is_settled(event, drawn, tournament)
    return can_move_past(event, tournament, history)


def _corrects(event: events.ResultEntered | events.ResultClaimed, part: Tournament) -> bool:
    """True if a game has another result already."""
    board = part.round(event.round).board_at(event.table)
    return board is not None and board.result.known and board.result is not event.result


def _of_leaver(event: events.ResultEntered | events.ResultClaimed, part: Tournament) -> bool:
    """True if a player of the game has left a round robin, so that it may decide about the others."""
    if not part.settings.settles_withdrawals:
        return False
    board = part.round(event.round).board_at(event.table)
    gone = {player.id for player in leavers(part)}
    return board is not None and not gone.isdisjoint((board.white, board.black))


def _other_criteria(number: int, tournament: Tournament) -> bool:
    """True if players see the table by other criteria, so that it moves when it is published again."""
    now = tournament.settings.criteria, tournament.settings.teams.criteria
    if tournament.stages and tournament.tables_shown and by_published_criteria(tournament) != tournament:
        return True
    return any(
        (table.criteria, table.team_criteria) != now
        for table in tournament.tables_shown
        if table.after_round == number
    )


def _of_people(event: events.Event, tournament: Tournament) -> bool:
    """True if an event changes players in a way that may move the past."""
    if isinstance(event, _ALWAYS):
        return True
    match event:
        case events.PlayerChanged(player=player):
            return _moves_player(player, tournament)
        case events.PlayersChanged(players=players):
            return any(_moves_player(player, tournament) for player in players)
        case events.PlayerWithdrew(from_round=number):
            begun = last_begun(tournament)
            return number <= begun or bool(tournament.stages) or _is_round_robin(begun, tournament)
    return False


def _is_round_robin(begun: int, tournament: Tournament) -> bool:
    """True if players meet everybody, so that a withdrawal moves games that were played."""
    return bool(begun) and tournament.settings.system == "round_robin"


def _moves_player(player: Player, tournament: Tournament) -> bool:
    """True if something is new about a player but a payment, or that they have arrived."""
    old = next((each for each in tournament.players if each.id == player.id), None)
    if old is None:
        return True
    here = Registration.FINAL if player.registration is Registration.FINAL else old.registration
    same = replace(old, fee=None, paid=NO_MONEY, registration=here)
    return same != replace(player, fee=None, paid=NO_MONEY)


def _of_draw(event: events.Event, tournament: Tournament) -> bool:
    """True if an event changes the games or the points of a round that is past."""
    match event:
        case events.RoundDrawn(round=drawn, again=True):
            return is_past(tournament, drawn.number)
        case events.RoundDeleted(round=number) | events.ByesChanged(round=number):
            return number < tournament.rounds_played
        case events.BoardChanged(round=number) | events.DrawChanged(round=number):
            return is_past(tournament, number)
    return False
