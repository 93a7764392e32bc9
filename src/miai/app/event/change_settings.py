"""Change the rules of a tournament."""

from miai.app.desk import Desk, Saved, State
from miai.domain import events
from miai.domain.problems import demand_none, problems
from miai.domain.settings import Settings
from miai.domain.tournament import Tournament
from miai.errors import InputError, Problem
from miai.pairing.presets import PRESETS
from miai.pairing.schedules import SCHEDULES
from miai.pairing.systems import SYSTEMS
from miai.standings.places import ALL_KEYS


def change_settings(desk: Desk, tournament_id: str, settings: Settings, *, by: str) -> Saved:
    """Play by other rules from now on; what has been drawn stays."""
    demand_good_settings(settings)

    def decide(state: State) -> list[events.Event]:
        last = max((drawn.number for drawn in state.tournament.rounds), default=0)
        if settings.rounds < last:
            raise InputError(f"round {last} is drawn: there cannot be only {settings.rounds} rounds")
        changed = settings != state.tournament.settings
        return [events.SettingsChanged(settings=settings)] if changed else []

    return desk.change(tournament_id, decide, by=by)


def demand_good_settings(settings: Settings) -> None:
    """Raise every fault of the rules at once."""
    found = problems(Tournament(settings=settings))
    if settings.rounds < 1:
        found.append(Problem(what="there must be at least one round", where="rounds"))
    if settings.system not in SYSTEMS and settings.system not in SCHEDULES:
        found.append(Problem(what=f"'{settings.system}' is not a system", where="system"))
    if settings.preset not in PRESETS:
        found.append(Problem(what=f"'{settings.preset}' is not a preset", where="preset"))
    found += [
        Problem(what=f"'{key}' is not a criterion", where="criteria")
        for key in settings.criteria
        if key not in ALL_KEYS
    ]
    if settings.scoring.floor > settings.scoring.bar:
        found.append(Problem(what="the floor is above the bar", where="bar and floor"))
    demand_none(found)
