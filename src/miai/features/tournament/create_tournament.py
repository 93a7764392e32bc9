"""Create, copy and delete tournaments; a new one has the rules that its system brings."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from miai.desk.handed_out import begin_record
from miai.desk.live_state import Desk, State
from miai.domain.draw_seeds import new_lot
from miai.domain.log import events
from miai.domain.log.history import Entry, History
from miai.domain.log.replay.forgetting import settings_without
from miai.domain.money import NO_MONEY
from miai.domain.people.player import Registration
from miai.domain.people.team import TeamRules
from miai.domain.problems import demand_none
from miai.domain.settings.clock import Clock
from miai.domain.settings.event_details import detail_problems
from miai.domain.settings.event_settings import DEFAULT_PRESET, Settings
from miai.domain.settings.field_labels import DETAIL_LABELS
from miai.domain.settings.handicap_rules import Handicapping
from miai.domain.settings.side_rules import SideRules
from miai.engine.pairing.registry import rules_of
from miai.engine.pairing.system_rules import settings_of_system, with_usual_table
from miai.features.settings.change_settings import demand_good_settings
from miai.store.times import current_time


def usual_criteria(system: str) -> tuple[str, ...]:
    """The criteria for places that a system brings."""
    return rules_of(system).criteria


def new_settings(
    system: str,
    *,
    rounds: int | None = None,
    preset: str = DEFAULT_PRESET,
    clock: Clock | None = None,
    komi: float = 6.5,
    handicapping: Handicapping | None = None,
    board_size: int = 19,
    people: int = 1,
    team_size: int = 0,
) -> Settings:
    """The rules of a new tournament: those that its system brings, unless others are given.

    Players of a new event see the standings with the next draw.
    """
    brought = settings_of_system(system, rounds=rounds, board_size=board_size)
    given = handicapping or brought.handicapping
    return replace(
        brought,
        preset=preset,
        clock=clock or Clock(),
        komi=komi,
        handicapping=with_usual_table(given, board_size),
        sides=SideRules(people=people),
        teams=TeamRules(size=team_size),
        standings_with_draw=True,
    )


def create_tournament(desk: Desk, *, by: str, **about: Any) -> State:
    """A new tournament with no players yet, about which `new_tournament` says all."""
    return stored(desk, document_of([new_tournament(**about)], by=by))


def new_tournament(
    *,
    name: str,
    begin: str = "",
    end: str = "",
    place: str = "",
    country: str = "",
    director: str = "",
    rounds: int | None = None,
    system: str = "mcmahon",
    preset: str = DEFAULT_PRESET,
    clock: Clock | None = None,
    komi: float = 6.5,
    handicapping: Handicapping | None = None,
    board_size: int = 19,
    people: int = 1,
    team_size: int = 0,
) -> events.TournamentCreated:
    """The first entry of a tournament; its system brings the rules, unless others are given.

    A small board has its usual table of handicaps, unless all games are to be even. With a `team_size` teams
    of so many boards play each other.
    """
    settings = new_settings(
        system,
        rounds=rounds,
        preset=preset,
        clock=clock,
        komi=komi,
        handicapping=handicapping,
        board_size=board_size,
        people=people,
        team_size=team_size,
    )
    return opening(
        name=name, place=place, country=country, director=director, begin=begin, end=end, settings=settings
    )


def copy_tournament(
    desk: Desk,
    source: str,
    *,
    name: str,
    by: str,
    begin: str = "",
    end: str = "",
    with_players: bool = False,
) -> State:
    """A new tournament with the rules of an earlier one and, if wanted, its players, none checked in."""
    model = desk.state(source).tournament
    players = model.players if with_players else ()
    settings = model.settings
    for player in model.players if not with_players else ():
        # Others who get their ids would be in their bands.
        settings = settings_without(settings, player.id)
    created = opening(
        name=name, place=model.place, country=model.country, director=model.director, begin=begin, end=end,
        settings=settings, is_congress=model.is_congress,
    )  # fmt: skip
    entered = [
        events.PlayerRegistered(
            player=replace(
                player,
                registration=Registration.PRELIMINARY,
                absent_rounds=frozenset(),
                bar_side=None,
                paid=NO_MONEY,
            )
        )
        for player in players
    ]
    return create_document(desk, [created, *entered], by=by)


def delete_tournament(desk: Desk, tournament_id: str) -> None:
    """Delete a tournament; the store keeps its document among the backups."""
    state = desk.state(tournament_id)
    desk.store.delete(state.id)
    desk.forget(tournament_id)


def opening(
    *,
    name: str,
    place: str,
    country: str,
    director: str,
    begin: str,
    end: str,
    settings: Settings | None = None,
    is_congress: bool = False,
) -> events.TournamentCreated:
    """The first entry of a tournament or congress; without a last day it is over on the first one."""
    return events.TournamentCreated(
        name=name.strip(),
        place=place.strip(),
        country=country.strip(),
        director=director.strip(),
        begin=begin.strip(),
        end=end.strip() or begin.strip(),
        settings=settings or Settings(),
        is_congress=is_congress,
        lot=new_lot(),
    )


def create_document(desk: Desk, happened: Sequence[events.Event], *, by: str) -> State:
    """Store a new tournament or congress that begins with these events."""
    return stored(desk, document_of(happened, by=by))


def stored(desk: Desk, history: History) -> State:
    """Store a new event, of which no file was handed out yet."""
    state = desk.create(history)
    begin_record(desk.store, state.history.identity)
    return state


def document_of(happened: Sequence[events.Event], *, by: str) -> History:
    """The history of a new tournament or congress that begins with these events."""
    created = happened[0]
    assert isinstance(created, events.TournamentCreated)  # noqa: S101 - every log begins so
    demand_none(detail_problems({name: getattr(created, name) for name in DETAIL_LABELS}))
    demand_good_settings(created.settings)
    now = current_time()
    return History(
        entries=tuple(
            Entry(number=number, event=event, by=by, at=now) for number, event in enumerate(happened, start=1)
        )
    )
