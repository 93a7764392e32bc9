"""Keep the players of stages in step with those of their event."""

from collections.abc import Iterator, Sequence
from dataclasses import fields, replace

from miai.domain.log import events
from miai.domain.people.player import Player, PlayerId
from miai.domain.stages import StageId
from miai.domain.tournament import Stage, Tournament
from miai.errors import InputError
from miai.messages import Message

# What a stage has of its own: everything else about a player is that of the event.
_OWN = frozenset(
    ("id", "registration", "absent_rounds", "start", "correction", "team", "fee", "paid", "extras")
)
_SHARED = tuple(field.name for field in fields(Player) if field.name not in _OWN)


def with_stages_in_step(tournament: Tournament, chosen: Sequence[events.Event]) -> Sequence[events.Event]:
    """Some events of an event, and those that bring its stages in step.

    A name, a grade or a rating that changes goes to the stages in which nothing is drawn yet. Who is removed
    leaves those stages too. Stages are in the time zone of the event, unless they have one of their own.
    """
    if not tournament.stages:
        return chosen
    return [each for event in chosen for each in _in_step(tournament, event)]


def stages_not_followed(tournament: Tournament, player: PlayerId) -> tuple[Stage, ...]:
    """The stages in which a player keeps their old data, because a round is drawn there."""
    known = tournament.player(player)
    return tuple(
        stage
        for stage in tournament.stages
        if stage.event.rounds
        for each in stage.event.players
        if each.id == player and _changed(each, each, known) != each
    )


def demand_of_event(tournament: Tournament, stage: StageId, event: events.Event) -> None:
    """Refuse somebody in a stage who is not entered in its event."""
    match event:
        case events.PlayerRegistered(player=player):
            known = next((each for each in tournament.players if each.id == player.id), None)
            if known is None or known.name != player.name:
                raise InputError(
                    Message(
                        "enter %(name)s in the event first, then choose them for %(stage)s",
                        name=player.name,
                        stage=tournament.stage(stage).event.name,
                    )
                )


def _in_step(tournament: Tournament, event: events.Event) -> Iterator[events.Event]:
    match event:
        case events.PlayerChanged(player=player):
            yield event
            yield from _followed(tournament, (player,))
        case events.PlayersChanged(players=players):
            yield event
            yield from _followed(tournament, players)
        case events.PlayerRemoved(player=player):
            yield from _removed(tournament, player)
            yield event
        case events.SettingsChanged(settings=settings):
            yield event
            yield from _moved_to_zone(tournament, settings.time_zone)
        case _:
            yield event


def _followed(tournament: Tournament, players: Sequence[Player]) -> Iterator[events.Event]:
    before = {player.id: player for player in tournament.players}
    now = {player.id: player for player in players if player.id in before}
    for stage in tournament.stages:
        if stage.event.rounds:
            continue
        changed = [
            (each, _changed(each, before[each.id], now[each.id]))
            for each in stage.event.players
            if each.id in now
        ]
        different = tuple(new for old, new in changed if new != old)
        if different:
            yield events.InStage(stage=stage.id, change=events.PlayersChanged(players=different))


def _changed(inside: Player, old: Player, new: Player) -> Player:
    """A player of a stage with what has changed in the event."""
    values = {name: getattr(new, name) for name in _SHARED if getattr(new, name) != getattr(old, name)}
    return replace(inside, **values) if values else inside


def _moved_to_zone(tournament: Tournament, zone: str) -> Iterator[events.Event]:
    old = tournament.settings.time_zone
    for stage in tournament.stages:
        if zone != old == stage.event.settings.time_zone:
            settings = replace(stage.event.settings, time_zone=zone)
            yield events.InStage(stage=stage.id, change=events.SettingsChanged(settings=settings))


def _removed(tournament: Tournament, player: PlayerId) -> Iterator[events.Event]:
    for stage in tournament.stages:
        if any(each.id == player for each in stage.event.players):
            if stage.event.rounds:
                raise InputError(
                    Message(
                        "%(name)s plays in %(stage)s: withdraw them instead",
                        name=tournament.name_of(player),
                        stage=stage.event.name,
                    )
                )
            yield events.InStage(stage=stage.id, change=events.PlayerRemoved(player=player))
