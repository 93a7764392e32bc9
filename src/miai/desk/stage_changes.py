"""Changes in an event with stages: as the log has them, so that nothing is said twice or contradicted."""

from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from typing import Any

from miai.domain.log import events
from miai.domain.people.player import Player
from miai.domain.stage_view import SHARED_DETAILS, SHARED_OF_PLAYER
from miai.domain.stages import StageId
from miai.domain.tournament import Stage, Tournament
from miai.errors import InputError
from miai.messages import Message


def with_stages_in_step(tournament: Tournament, chosen: Sequence[events.Event]) -> Sequence[events.Event]:
    """Some events of an event; a player who is removed leaves its stages first."""
    if not tournament.stages:
        return chosen
    return [each for event in chosen for each in _in_step(tournament, event)]


def as_logged(tournament: Tournament, stage: StageId, event: events.Event) -> Iterator[events.Event]:
    """An event of a stage as the log of its event has it.

    What the event says of people, and details that exist once, are changed in the event. Undo, redo
    and reasons name entries of the one log.
    """
    match event:
        case events.Undone() | events.Redone() | events.ReasonGiven():
            yield event
        case (
            events.StageOpened()
            | events.StageChanged()
            | events.StageRemoved()
            | events.EntrantsKept()
            | events.InStage()
        ):
            raise InputError(Message("a stage cannot have stages"))
        case events.SignUpFormChanged() | events.PhoneOptionsChanged() | events.LeaderChanged():
            raise InputError(Message("this is set for the whole event, not for a stage"))
        case events.PlayerRegistered(player=player):
            _demand_entered(tournament, stage, player)
            yield events.InStage(stage=stage, change=event)
        case events.PlayerChanged(player=player):
            yield from _players_changed(tournament, tournament.stage(stage), (player,))
        case events.PlayersChanged(players=players):
            yield from _players_changed(tournament, tournament.stage(stage), players)
        case events.DetailsChanged():
            yield from _details_changed(tournament, tournament.stage(stage), event)
        case change:
            yield events.InStage(stage=stage, change=change)


def _in_step(tournament: Tournament, event: events.Event) -> Iterator[events.Event]:
    if isinstance(event, events.PlayerRemoved):
        for stage in tournament.stages:
            if any(each.id == event.player for each in stage.own.players):
                if stage.own.rounds:
                    raise InputError(
                        Message(
                            "%(name)s plays in %(stage)s: withdraw them instead",
                            name=tournament.name_of(event.player),
                            stage=stage.event.name,
                        )
                    )
                yield events.InStage(stage=stage.id, change=event)
    yield event


def _demand_entered(tournament: Tournament, stage: StageId, player: Player) -> None:
    known = next((each for each in tournament.players if each.id == player.id), None)
    if known is None or known.name != player.name:
        raise InputError(
            Message(
                "enter %(name)s in the event first, then choose them for %(stage)s",
                name=player.name,
                stage=tournament.stage(stage).event.name,
            )
        )


def _players_changed(
    tournament: Tournament, stage: Stage, players: Sequence[Player]
) -> Iterator[events.Event]:
    """What changed of people goes to the event, what is theirs in this stage alone stays in it."""
    entered = {each.id: each for each in tournament.players}
    shared: list[Player] = []
    inside: list[Player] = []
    for player in players:
        seen, own = stage.event.player(player.id), stage.own.player(player.id)
        known = entered.get(player.id)
        changed = {
            name: getattr(player, name)
            for name in SHARED_OF_PLAYER
            if getattr(player, name) != getattr(seen, name)
        }
        if known is not None and changed:
            shared.append(replace(known, **changed))
        said = replace(player, absent_rounds=_own_absences(own, seen, player))
        if known is None or replace(own, **_shared(said)) != said:
            inside.append(said)
    if shared:
        yield _change_of(shared)
    if inside:
        yield events.InStage(stage=stage.id, change=_change_of(inside))


def _shared(player: Player) -> dict[str, Any]:
    return {name: getattr(player, name) for name in SHARED_OF_PLAYER}


def _own_absences(own: Player, seen: Player, player: Player) -> frozenset[int]:
    """The absences of a stage alone; a player who has withdrawn from the event does not play in it."""
    of_event = seen.absent_rounds - own.absent_rounds
    if of_event - player.absent_rounds:
        raise InputError(
            Message(
                "%(name)s has withdrawn from the event: enter them there again first",
                name=player.name,
            )
        )
    return player.absent_rounds - of_event


def _change_of(players: Sequence[Player]) -> events.PlayerChanged | events.PlayersChanged:
    if len(players) == 1:
        return events.PlayerChanged(player=players[0])
    return events.PlayersChanged(players=tuple(players))


def _details_changed(
    tournament: Tournament, stage: Stage, event: events.DetailsChanged
) -> Iterator[events.Event]:
    """The name is that of the stage; all other details are those of the event."""
    changed = {
        name: getattr(event, name)
        for name in SHARED_DETAILS
        if getattr(event, name) != getattr(stage.event, name)
    }
    if changed:
        present = {each.name: getattr(tournament, each.name) for each in fields(events.DetailsChanged)}
        yield events.DetailsChanged(**{**present, **changed})
    if event.name != stage.own.name:
        yield events.InStage(stage=stage.id, change=event)
