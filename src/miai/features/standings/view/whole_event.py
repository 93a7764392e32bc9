"""An event with stages as a whole: the places of all, and the tables and brackets of its stages."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from miai.desk.live_state import Desk, State
from miai.domain.stages import StageId
from miai.domain.tournament import Stage, Tournament
from miai.engine.scoring import Standings
from miai.errors import InputError
from miai.features.draw.bracket import bracket_of
from miai.features.stages.going_on import GoingOn, going_on
from miai.features.stages.places import event_of, why_not_over
from miai.features.stages.planned import Seat, planned_event
from miai.features.stages.rules import is_elimination
from miai.features.stages.tie_rules import tie_rule_of
from miai.features.standings.standings_view import published_standings, standings_of
from miai.features.standings.view.brackets import parts
from miai.features.standings.view.tables import bracket_parts
from miai.messages import Message
from miai.server.words import gettext as _


@dataclass(frozen=True, slots=True, kw_only=True)
class StageTable:
    """A stage with its table after a round, or with its bracket; players of `going` go on to another one."""

    stage: Stage
    state: State
    after: int
    table: Standings
    bracket: dict[str, Any] | None
    going: GoingOn
    begun: bool = False

    @property
    def tie_rule(self) -> Message | None:
        """The rule for players who share the last place that leads here, in words."""
        return tie_rule_of(self.stage)

    @property
    def line(self) -> int:
        """The number of rows above the line of qualification; 0 for none."""
        return self.going.line if self.going.line < len(self.table.rows) else 0


def stage_tables(desk: Desk, event: State, *, published: bool = False) -> list[StageTable]:
    """The tables and brackets of all stages, the last phase first; or only what players may see.

    A knock-out that is not drawn has the names of places in its bracket. Players see brackets as soon as the
    standings of any stage are published.
    """
    stages = sorted(event.tournament.stages, key=lambda stage: -stage.phase)
    if published and not any(_published_after(stage.event) is not None for stage in stages):
        return []
    found = (_stage_table(desk, event, stage, published=published) for stage in stages)
    return [each for each in found if each]


def games_without_result(event: Tournament) -> int:
    """How many games of an event and its stages have no result."""
    return sum(
        not board.result.known
        for each in (event, *(stage.event for stage in event.stages))
        for drawn in each.rounds
        for board in drawn.boards
    )


def _published_after(event: Tournament) -> int | None:
    return max((table.after_round for table in event.tables_shown), default=None)


def _stage_table(desk: Desk, event: State, stage: Stage, *, published: bool) -> StageTable | None:
    after = _published_after(stage.event) if published else stage.event.rounds_played
    state = desk.in_stage(event, stage.id)
    elimination = is_elimination(stage.event.settings.system)
    in_public = published and elimination and stage.event.round(1).shown is not None
    drawn = bool(stage.event.round(1).boards) and (bool(after) or in_public)
    if drawn or (after is not None and stage.event.players and not elimination):
        table = published_standings if published else standings_of
        shown = after or 0
        return StageTable(
            stage=stage,
            state=state,
            after=shown,
            table=table(desk, state, after=shown),
            bracket=bracket_parts(desk, state, shown) if drawn and elimination else None,
            going=_going(event.tournament, stage, published=published),
            begun=drawn,
        )
    if not elimination or not (stage.plan.sources or stage.event.players):
        return None
    return StageTable(
        stage=stage,
        state=state,
        after=0,
        table=standings_of(desk, state, after=0),
        bracket=planned_parts(event.tournament, stage, published=published),
        going=GoingOn(),
    )


def _going(event: Tournament, stage: Stage, *, published: bool) -> GoingOn:
    """Who goes on from a stage; players see names only once its last table is published."""
    found = going_on(event, stage.id)
    if not published or is_over_in_public(event, stage.id):
        return found
    return GoingOn(line=found.line)


def is_over_in_public(event: Tournament, source: StageId) -> bool:
    """True if players see the last table of a stage."""
    inside = event_of(event, source)
    shown = max((table.after_round for table in inside.tables_shown), default=0)
    return shown == inside.rounds_played and not any(why_not_over(inside))


def planned_parts(event: Tournament, stage: Stage, *, published: bool = False) -> dict[str, Any]:
    """The bracket of a knock-out that is not drawn, with the names of places until players are sure."""
    shown = stage
    sure: Callable[[StageId], bool] = lambda _: True  # noqa: E731 - a default
    if published:
        shown = replace(stage, event=replace(stage.event, players=(), rounds=()))
        sure = lambda source: is_over_in_public(event, source)  # noqa: E731 - as above
    try:
        bracket = bracket_of(planned_event(event, shown, lambda seat: seat_name(event, seat), sure=sure))
    except InputError as error:
        return {"why_not": error, "notes": ()}
    return {
        "why_not": "",
        "grid": [],
        "parts": parts(bracket),
        "places": [],
        "champion": None,
        "notes": (),
        "by_lot": False,
    }


def seat_name(event: Tournament, seat: Seat) -> str:
    """The name of a seat whose player is not known: "1st of Group A"."""
    if not seat.stage:
        return _("place %(place)s of the main event", place=seat.place)
    stage = event.stage(seat.stage).event.name
    match seat.place:
        case 1:
            return _("1st of %(stage)s", stage=stage)
        case 2:
            return _("2nd of %(stage)s", stage=stage)
        case 3:
            return _("3rd of %(stage)s", stage=stage)
    return _("place %(place)s of %(stage)s", place=seat.place, stage=stage)
