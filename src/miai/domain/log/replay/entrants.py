"""What events change about the tournament itself, its players and its teams."""

from collections.abc import Iterable
from dataclasses import fields, replace

from miai.domain.log import events
from miai.domain.log.replay.apply_events import TOGETHER, change
from miai.domain.log.replay.forgetting import wishes_without, without_mentions
from miai.domain.people.congress import NO_CONGRESS
from miai.domain.people.phones import DEFAULT_PHONES, FIRST_LEADER, NO_SIGN_UP
from miai.domain.people.player import PlayerId
from miai.domain.people.team import Team
from miai.domain.people.withdrawal import rounds_after_leaving
from miai.domain.problems import demand_none, team_problems
from miai.domain.rounds.director_constraints import NO_WISHES
from miai.domain.stage_view import following
from miai.domain.starting_bands import with_bands_of_entries
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.messages import Message


@change.register
def _(event: events.TournamentCreated, tournament: Tournament) -> Tournament:
    if tournament != Tournament():
        raise InputError(Message("the tournament exists already"))
    # Written out, so that an old log does not start from the defaults of today.
    return Tournament(
        **{field.name: getattr(event, field.name) for field in fields(event)},
        players=(),
        rounds=(),
        published_places=(),
        wishes=NO_WISHES,
        tables_shown=(),
        clocks=(),
        teams=(),
        final=None,
        corrections=(),
        stages=(),
        congress=NO_CONGRESS,
        sign_up=NO_SIGN_UP,
        phones=DEFAULT_PHONES,
        leader=FIRST_LEADER,
        around=None,
    )


@change.register
def _(event: events.DetailsChanged, tournament: Tournament) -> Tournament:
    return replace(tournament, **{field.name: getattr(event, field.name) for field in fields(event)})


@change.register
def _(event: events.SettingsChanged, tournament: Tournament) -> Tournament:
    stages = tuple(
        replace(stage, own=following(stage.own, tournament.settings, event.settings))
        for stage in tournament.stages
    )
    return replace(tournament, settings=event.settings, stages=stages)


@change.register
def _(event: events.PlayerRegistered, tournament: Tournament) -> Tournament:
    if any(player.id == event.player.id for player in tournament.players):
        raise _registered_before(event.player.id)
    return replace(tournament, players=(*tournament.players, event.player))


def _registered(tournament: Tournament, run: Iterable[events.PlayerRegistered]) -> Tournament:
    players = {player.id: player for player in tournament.players}
    for event in run:
        if event.player.id in players:
            raise _registered_before(event.player.id)
        players[event.player.id] = event.player
    entered = replace(tournament, players=tuple(players.values()), published_places=())
    return with_bands_of_entries(entered)


@change.register
def _(event: events.PlayerChanged, tournament: Tournament) -> Tournament:
    tournament.player(event.player.id)
    players = tuple(event.player if old.id == event.player.id else old for old in tournament.players)
    return replace(tournament, players=players)


@change.register
def _(event: events.PlayersChanged, tournament: Tournament) -> Tournament:
    for player in event.players:
        tournament.player(player.id)
    changed = {player.id: player for player in event.players}
    return replace(tournament, players=tuple(changed.get(old.id, old) for old in tournament.players))


@change.register
def _(event: events.PlayerRemoved, tournament: Tournament) -> Tournament:
    leaving = tournament.player(event.player)
    for drawn in (*tournament.rounds, *tournament.shown):
        if drawn.board_of(leaving.id) or drawn.bye_of(leaving.id):
            raise InputError(
                Message(
                    "%(name)s is in the draw of round %(round)s: withdraw them instead",
                    name=leaving.name,
                    round=drawn.number,
                )
            )
    others = tuple(player for player in tournament.players if player is not leaving)
    return without_mentions(replace(tournament, players=others), leaving.id)


@change.register
def _(event: events.PlayerWithdrew, tournament: Tournament) -> Tournament:
    leaving = tournament.player(event.player)
    absent = leaving.absent_rounds | set(rounds_after_leaving(event.from_round, tournament.settings.rounds))
    return change(events.PlayerChanged(player=replace(leaving, absent_rounds=absent)), tournament)


@change.register
def _(event: events.TeamEntered, tournament: Tournament) -> Tournament:
    if any(team.id == event.team.id for team in tournament.teams):
        raise InputError(Message("there is a team '%(id)s' already", id=event.team.id))
    return _with_teams(tournament, (*tournament.teams, event.team))


@change.register
def _(event: events.TeamsChanged, tournament: Tournament) -> Tournament:
    for team in event.teams:
        tournament.team(team.id)
    changed = {team.id: team for team in event.teams}
    return _with_teams(tournament, tuple(changed.get(old.id, old) for old in tournament.teams))


@change.register
def _(event: events.TeamRemoved, tournament: Tournament) -> Tournament:
    leaving = tournament.team(event.team)
    for drawn in (*tournament.rounds, *tournament.shown):
        if any(leaving.id in (match.white, match.black) for match in drawn.matches):
            raise InputError(
                Message(
                    "%(name)s is in the draw of round %(round)s: let the team rest instead",
                    name=leaving.name,
                    round=drawn.number,
                )
            )
    others = tuple(team for team in tournament.teams if team is not leaving)
    return replace(tournament, teams=others, wishes=wishes_without(tournament.wishes, PlayerId(leaving.id)))


def _with_teams(tournament: Tournament, teams: tuple[Team, ...]) -> Tournament:
    demand_none(team_problems(teams, tournament.names))
    return replace(tournament, teams=teams)


def _registered_before(player: PlayerId) -> InputError:
    return InputError(Message("there is a player '%(id)s' already", id=player))


TOGETHER[events.PlayerRegistered] = _registered
