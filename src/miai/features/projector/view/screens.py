"""The screens of the projector: which one is due, and what it shows.

A screen is a list, turned page by page, or a single picture such as the clock. Its `mode` is the name by
which templates and styles know it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from miai.desk.live_state import Desk, State
from miai.domain.people.player import Player
from miai.domain.people.team import Team
from miai.domain.rounds.round import Round
from miai.domain.tournament import Tournament
from miai.engine.scoring import Standings, TeamTable
from miai.features.draw.view.pairings import by_name, name_order
from miai.features.projector.view.density import Density, NameWriter, density_for, name_writer
from miai.features.public.view.public_parts import PublicPart, current_parts, public_parts
from miai.features.public.view.shown_now import ProjectorState, projector_state
from miai.features.schedule.set_clock import clock_of
from miai.features.schedule.view.thinking_time import short_overtime, thinking_time
from miai.features.stages.overall_standings import WholeStandings, published_whole_standings
from miai.features.standings.standings_view import (
    StandingsView,
    published_criteria,
    published_standings,
    published_team_criteria,
    standings_view,
)
from miai.features.standings.view.team_table import team_table
from miai.features.teams.view.team_matches import resting_teams, shown_matches
from miai.server.words import gettext as _
from miai.server.words.formatting import joined

# A board has two names, so matches stand in two columns whatever the size of the letters.
MATCH_COLUMNS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """What the projector shows now, of the state of an event or of its stage `where`.

    A list has `pages` of lines, each with its label.
    """

    mode: ClassVar[str]

    wall: ProjectorState
    where: str = ""
    pages: tuple[Sequence[Any], ...] = ()
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Nothing(Screen):
    """Nothing is published yet."""

    mode = "nothing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock(Screen):
    """The clock of a round that is being played, with the tables that still play."""

    mode = "clock"

    thinking: str
    overtime: str
    next_at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Over(Clock):
    """A round is over and nothing else is published."""

    mode = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class Names(Screen):
    """Who sits where, by name."""

    mode = "names"

    density: Density
    who: NameWriter


@dataclass(frozen=True, slots=True, kw_only=True)
class NamesOfStages(Names):
    """Who sits where in all stages, by name; each line is a seat and the name of its stage."""

    mode = "stages"

    title: str
    several: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Matches(Screen):
    """The matches of a team event, whole."""

    mode = "matches"

    density: Density
    who: NameWriter
    resting: tuple[Team, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Places(Screen):
    """The standings, with the scores that fit beside a name."""

    mode = "standings"

    density: Density
    who: NameWriter
    table: Standings
    seen: StandingsView
    scores: Sequence[Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamPlaces(Screen):
    """The standings of the teams."""

    mode = "teams"

    density: Density
    table: TeamTable
    seen: StandingsView
    scores: Sequence[Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacesOfWhole(Screen):
    """The places over all stages."""

    mode = "whole"

    density: Density
    who: NameWriter
    whole: WholeStandings


def screen_of(desk: Desk, state: State) -> Screen:
    """The screen of an event: of its stages if it has some."""
    wall = projector_state(state.tournament)
    return (
        _screen_of_stages(desk, state, wall) if state.tournament.stages else screen_of_one(desk, state, wall)
    )


def _screen_of_stages(desk: Desk, state: State, wall: ProjectorState) -> Screen:
    """What to show of an event with stages.

    All pairings of games that have not started, by name; then the clock of a stage that is being played; then
    the places over all stages; then what the stage that was played last shows.
    """
    parts = current_parts(public_parts(desk, state))
    if waiting := [part for part in parts if part.wall.out and not part.wall.started]:
        return _names_of_stages(waiting)
    playing = [part for part in parts if part.wall.out]
    whole = None if playing else published_whole_standings(state.tournament)
    if whole:
        return _places_of_whole(whole, wall)
    if not parts:
        return Nothing(wall=wall)
    part = (playing or parts)[0]
    return replace(screen_of_one(desk, part.state, part.wall), where=part.name)


def screen_of_one(desk: Desk, state: State, wall: ProjectorState) -> Screen:
    """What to show of a tournament: nothing yet, names, the clock, that a round is over, or the standings."""
    event, drawn, after = state.tournament, wall.drawn, wall.table_after
    if drawn is None:
        return Nothing(wall=wall) if after is None else _places(desk, state, wall, after)
    if not wall.out and after is not None and after >= drawn.number:
        return _places(desk, state, wall, after)
    if wall.out and not wall.started:
        return _matches(event, wall, drawn) if event.settings.by_teams else _names(event, wall, drawn)
    return (Clock if wall.out else Over)(
        wall=wall,
        thinking=thinking_time(event.settings.clock),
        overtime=short_overtime(event.settings.clock),
        next_at=clock_of(event, drawn.number + 1).starts_at,
    )


def _names(event: Tournament, wall: ProjectorState, drawn: Round) -> Names:
    seats = by_name(event, drawn)
    density = density_for(len(seats))
    pages = density.pages(seats)
    return Names(
        wall=wall,
        pages=pages,
        labels=tuple(_letters([seat.player for seat in each]) for each in pages),
        density=density,
        who=name_writer(density.most_letters),
    )


def _names_of_stages(waiting: Sequence[PublicPart]) -> NamesOfStages:
    """The seats of all stages that have not started; the clock is that of the first."""
    seats = sorted(
        (
            (seat, part.name or _("Main event"))
            for part in waiting
            for seat in by_name(part.event, part.rounds[-1])
        ),
        key=lambda each: name_order(each[0].player),
    )
    density = density_for(len(seats))
    pages = density.pages(seats)
    return NamesOfStages(
        wall=waiting[0].wall,
        pages=pages,
        labels=tuple(_letters([seat.player for seat, _stage in each]) for each in pages),
        density=density,
        who=name_writer(density.most_letters),
        title=joined([_round_of(part.name, part.rounds[-1].number) for part in waiting]),
        several=len(waiting) > 1,
    )


def _matches(event: Tournament, wall: ProjectorState, drawn: Round) -> Matches:
    """As many whole matches on a page as fit; a line has two names."""
    found = shown_matches(event, drawn)
    lines = event.settings.teams.size + 1

    def on_page(density: Density) -> int:
        return MATCH_COLUMNS * max(1, density.rows // lines)

    density = density_for(len(found), on_page)
    size = on_page(density)
    pages = tuple(found[at : at + size] for at in range(0, len(found), size))
    return Matches(
        wall=wall,
        pages=pages,
        labels=tuple(
            _("matches %(first)s to %(last)s", first=each[0].number, last=each[-1].number) for each in pages
        ),
        density=density,
        who=name_writer(density.rows * 3 // 4 + 1),
        resting=tuple(resting_teams(event, drawn)),
    )


def _places(desk: Desk, state: State, wall: ProjectorState, after: int) -> Screen:
    if state.tournament.settings.by_teams:
        return _team_places(desk, state, wall, after)
    table = published_standings(desk, state, after=after)
    density = density_for(len(table.rows))
    pages = density.pages(table.rows)
    return Places(
        wall=wall,
        pages=pages,
        labels=tuple(_places_label(each[0].line, each[-1].line) for each in pages),
        density=density,
        who=name_writer(density.most_letters),
        table=table,
        seen=standings_view(
            desk, state.id, after=after, criteria=published_criteria(state.tournament, after)
        ),
        scores=table.columns[: density.scores],
    )


def _team_places(desk: Desk, state: State, wall: ProjectorState, after: int) -> Screen:
    table = team_table(desk, state, after=after, criteria=published_team_criteria(state.tournament, after))
    if table is None:
        return Nothing(wall=wall)
    density = density_for(len(table.rows))
    pages = density.pages(table.rows)
    return TeamPlaces(
        wall=wall,
        pages=pages,
        labels=tuple(_places_label(each[0].line, each[-1].line) for each in pages),
        density=density,
        table=table,
        seen=standings_view(
            desk, state.id, after=after, criteria=published_criteria(state.tournament, after)
        ),
        scores=table.columns[: density.scores],
    )


def _places_of_whole(whole: WholeStandings, wall: ProjectorState) -> PlacesOfWhole:
    density = density_for(len(whole.rows))
    pages = density.pages(whole.rows)
    return PlacesOfWhole(
        wall=wall,
        pages=pages,
        labels=tuple(_places_label(each[0].place, each[-1].place) for each in pages),
        density=density,
        who=name_writer(density.most_letters),
        whole=whole,
    )


def _places_label(first: int, last: int) -> str:
    return _("places %(first)s to %(last)s", first=first, last=last)


def _round_of(stage: str, number: int) -> str:
    if not stage:
        return _("Round %(number)s", number=number)
    return _("%(stage)s, round %(number)s", stage=stage, number=number)


def _letters(players: Sequence[Player]) -> str:
    """The first letters of a page of names: "A to K"."""
    first, last = players[0].surname[:1].upper(), players[-1].surname[:1].upper()
    return _("%(first)s to %(last)s", first=first, last=last)
