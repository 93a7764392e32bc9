"""Stages as parts of their event: people, details and games that are the event's hold in every stage.

Nothing here is stored. Replay derives the tournament of each stage from what happened in it and from the
event around it.
"""

from collections.abc import Mapping
from dataclasses import fields, replace

from miai.domain.draw_seeds import lot_of_stage
from miai.domain.event_games import entrants_of, parts_of
from miai.domain.people.player import Player, PlayerId
from miai.domain.people.withdrawal import is_withdrawn, rounds_after_leaving
from miai.domain.rounds.round import Round
from miai.domain.settings.event_settings import Settings
from miai.domain.stages import MAIN
from miai.domain.tournament import EventAround, Stage, Tournament

# What a stage knows of a player by itself: all else is what the event says of them.
OWN_OF_PLAYER = frozenset(
    ("id", "registration", "absent_rounds", "start", "correction", "team", "fee", "paid", "extras")
)
SHARED_OF_PLAYER = tuple(field.name for field in fields(Player) if field.name not in OWN_OF_PLAYER)
# Details that exist once for an event and its stages; each stage has a name of its own.
SHARED_DETAILS = ("short_name", "place", "country", "director", "begin", "end")
# Settings in which a stage follows its event as long as it has set nothing else.
SHARED_SETTINGS = (
    "clock",
    "komi",
    "ruleset",
    "internet",
    "board_size",
    "time_zone",
    "ratings_frozen_after",
)


def with_stages_in_view(event: Tournament) -> Tournament:
    """The event with all its stages derived from it."""
    if not event.stages:
        return event
    people = {player.id: player for player in event.players}
    around = EventAround(
        stage=MAIN, phase=0, name=event.name, parts=parts_of(event), players=entrants_of(event)
    )
    stages = tuple(replace(each, event=_in_event(event, each, people, around)) for each in event.stages)
    return replace(event, stages=stages)


def with_stage_changed(event: Tournament, changed: Stage) -> Tournament:
    """The event in which what happened in a stage is that of another value of it."""
    stages = tuple(changed if each.id == changed.id else each for each in event.stages)
    return with_stages_in_view(replace(event, stages=stages))


def following(stage: Tournament, before: Settings, after: Settings) -> Tournament:
    """A stage after a change of the rules of its event: it follows where it had the value of the event."""
    changed = {
        name: getattr(after, name)
        for name in SHARED_SETTINGS
        if getattr(stage.settings, name) == getattr(before, name) != getattr(after, name)
    }
    return replace(stage, settings=replace(stage.settings, **changed)) if changed else stage


def name_in_event(tournament: Tournament) -> str:
    """The name of a stage with that of its event, "Winter Open – Group A"; of an event its name."""
    around = tournament.around
    return f"{around.name} – {tournament.name}" if around and around.name else tournament.name


def _in_event(
    event: Tournament, stage: Stage, people: Mapping[PlayerId, Player], around: EventAround
) -> Tournament:
    own = stage.own
    players = tuple(_seen(each, people.get(each.id), own) for each in own.players)
    return replace(
        own,
        **{name: getattr(event, name) for name in SHARED_DETAILS},
        players=players,
        lot=lot_of_stage(event.lot, stage.id),
        around=replace(around, stage=stage.id, phase=stage.phase),
    )


def _seen(inside: Player, known: Player | None, own: Tournament) -> Player:
    """A player of a stage with what the event says of them."""
    if known is None:
        return inside
    changed = {
        name: getattr(known, name)
        for name in SHARED_OF_PLAYER
        if getattr(known, name) != getattr(inside, name)
    }
    if is_withdrawn(known):
        first = _last_played(inside.id, own.rounds) + 1
        absent = inside.absent_rounds.union(rounds_after_leaving(first, own.settings.rounds))
        if absent != inside.absent_rounds:
            changed["absent_rounds"] = absent
    return replace(inside, **changed) if changed else inside


def _last_played(player: PlayerId, rounds: tuple[Round, ...]) -> int:
    """The last round in which a player has a result, or sits out while others have one; 0 before the first.

    A game that is drawn without a result does not count: drawn again, the round is without the player.
    """
    return max((each.number for each in rounds if _has_played(player, each)), default=0)


def _has_played(player: PlayerId, drawn: Round) -> bool:
    board = drawn.board_of(player)
    if board:
        return board.result.known
    return player in drawn.free and any(each.result.known for each in drawn.boards)
