"""The tables of standings that several pages show, and what their addresses say."""

from typing import TYPE_CHECKING

from miai.desk.live_state import Desk, State
from miai.domain.settings.criterion_names import CRITERION_NAMES, criterion_key
from miai.engine.pairing.registry import abilities_of
from miai.engine.scoring import standings
from miai.engine.scoring.teams.criteria import TEAM_TIEBREAKS
from miai.engine.scoring.teams.entrants import entrants_of
from miai.errors import InputError
from miai.features.draw.bracket import bracket_of
from miai.features.standings.standings_view import standings_of
from miai.features.standings.view.brackets import champions, grid, parts
from miai.server.request_context import Visit
from miai.server.words import gettext as _

if TYPE_CHECKING:
    from miai.engine.scoring import Standings


def shown_after(visit: Visit) -> int:
    """The round asked for, else the last that has a result."""
    event = visit.tournament
    if visit.asked_round is not None:
        return min(visit.asked_round, event.rounds_played)
    return max(
        (drawn.number for drawn in event.rounds if any(board.result.known for board in drawn.boards)),
        default=0,
    )


def tried_criteria(text: str) -> tuple[str, ...] | None:
    """Criteria from an address; unknown ones are left out."""
    keys = dict.fromkeys(map(criterion_key, text.split(",")))
    return tuple(key for key in keys if key in CRITERION_NAMES) or None


def tried_team_criteria(text: str) -> tuple[str, ...] | None:
    """Criteria of teams from an address; unknown ones are left out."""
    return tuple(key for key in dict.fromkeys(text.split(",")) if key in TEAM_TIEBREAKS) or None


def bracket_parts(desk: Desk, state: State, after: int) -> dict[str, object]:
    """The bracket with the results up to a round, or why there is none."""
    event = state.tournament
    if not event.round(1).boards:
        return {"why_not": _("The bracket appears once round 1 is drawn."), "notes": ()}
    try:
        bracket = bracket_of(event, after=max(1, after))
        table = _places_in_bracket(desk, state, max(1, after))
    except InputError as error:
        return {"why_not": error, "notes": ()}
    everybody_plays_on = bracket.out_after is None
    return {
        "why_not": "",
        "grid": grid(bracket, table) if everybody_plays_on else [],
        "parts": [] if everybody_plays_on else parts(bracket),
        "places": [] if everybody_plays_on or not bracket.champion else champions(bracket),
        "champion": bracket.champion,
        "notes": bracket.notes,
        "by_lot": bracket.by_lot,
    }


def _places_in_bracket(desk: Desk, state: State, after: int) -> "Standings":
    """The standings of those in a bracket; in a team event of the teams, as they are paired."""
    if not state.tournament.settings.by_teams:
        return standings_of(desk, state, after=after)
    return standings(entrants_of(state.tournament, after + 1), after=after)


def team_views(visit: Visit, view: str) -> list[tuple[str, None, str, bool]]:
    """The views of the standings of a team event."""
    choices = [("", _("Teams")), ("players", _("Players"))]
    abilities = abilities_of(visit.tournament.settings.system)
    if abilities.plans_rounds:
        choices.append(("bracket", _("Grid") if abilities.everybody_plays_on else _("Bracket")))
    known = view if view in ("players", "bracket") else ""
    return [(text, None, visit.here(view=key or None, edit=None), key == known) for key, text in choices]
