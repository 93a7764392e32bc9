"""Change the rules of a tournament."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from miai.desk.live_state import Desk, Saved, State
from miai.domain.log import events
from miai.domain.people.sides import regraded
from miai.domain.problems import demand_none, problems
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.setting_fields import SETTING_LABELS, with_value
from miai.domain.starting_bands import rules_to_log
from miai.domain.tournament import Tournament
from miai.engine.pairing.system_rules import with_system
from miai.errors import InputError, Problem
from miai.features.settings.rule_values import value_problems
from miai.messages import Message


def change_settings(desk: Desk, tournament_id: str, settings: Settings, *, by: str) -> Saved:
    """Use other rules from now on; rounds already drawn stay as they are."""
    demand_good_settings(settings)

    def decide(state: State) -> Sequence[events.Event]:
        demand_fits(settings, state.tournament)
        changed = settings != state.tournament.settings
        return changed_settings(settings, state.tournament) if changed else []

    return desk.change(tournament_id, decide, by=by)


def change_rules(
    desk: Desk, tournament_id: str, values: Mapping[str, Any], *, by: str, system_rules: bool = False
) -> Saved:
    """Change some rules, given by their paths, and keep the others as they are by then.

    With `system_rules` a new system brings its rules, unless a round is drawn; values that are given count
    before them.
    """

    def decide(state: State) -> Sequence[events.Event]:
        return rules_changed(state.tournament, values, system_rules=system_rules)

    return desk.change(tournament_id, decide, by=by)


def brings_rules(tournament: Tournament, values: Mapping[str, Any]) -> bool:
    """True if the system changes before a round is drawn, so that the new one can bring its rules."""
    changes = values.get("system", tournament.settings.system) != tournament.settings.system
    return changes and not any(drawn.boards for drawn in tournament.rounds)


def rules_with(tournament: Tournament, values: Mapping[str, Any], *, system_rules: bool = False) -> Settings:
    """The rules of a tournament with some others; a new system may bring its own first."""
    settings = tournament.settings
    if system_rules and brings_rules(tournament, values):
        settings = with_system(settings, values["system"])
    for path, value in values.items():
        settings = with_value(settings, path, value)
    return settings


def rules_changed(
    tournament: Tournament, values: Mapping[str, Any], *, system_rules: bool = False
) -> list[events.Change]:
    """The events that change some rules, given by their paths; none if nothing changes."""
    settings = rules_with(tournament, values, system_rules=system_rules)
    if settings == tournament.settings:
        return []
    demand_good_settings(settings)
    demand_fits(settings, tournament)
    return changed_settings(settings, tournament)


def changed_settings(settings: Settings, tournament: Tournament) -> list[events.Change]:
    """The new rules; with another rounding the sides have other grades."""
    written = rules_to_log(tournament, settings)
    found: list[events.Change] = [events.SettingsChanged(settings=written)]
    if settings.sides.rounding is not tournament.settings.sides.rounding:
        sides = regraded(replace(tournament, settings=settings))
        found += [events.PlayersChanged(players=sides)] if sides else []
    return found


def rule_problems(tournament: Tournament, values: Mapping[str, Any]) -> tuple[Problem, ...]:
    """What would be wrong if some rules, given by their paths, were changed."""
    settings = rules_with(tournament, values)
    try:
        demand_good_settings(settings)
        demand_fits(settings, tournament)
    except InputError as error:
        return error.problems
    return ()


def demand_good_settings(settings: Settings) -> None:
    """Raise every fault of the rules at once."""
    found = [*problems(Tournament(settings=settings)), *value_problems(settings)]
    if settings.rounds < 1:
        found.append(
            Problem(what=Message("there must be at least one round"), where=SETTING_LABELS["rounds"])
        )
    if settings.clock.canadian_moves < 1:
        found.append(
            Problem(
                what=Message("there must be at least one move"), where=SETTING_LABELS["clock.canadian_moves"]
            )
        )
    if settings.scoring.floor > settings.scoring.bar:
        found.append(
            Problem(what=Message("the floor is above the bar"), where=SETTING_LABELS["scoring.floor"])
        )
    demand_none(found)


def demand_fits(settings: Settings, tournament: Tournament) -> None:
    """Refuse rules with fewer rounds than are drawn, and matches of teams in an event with stages."""
    if settings.by_teams and tournament.stages:
        what = Message(
            "an event with stages cannot become a team event: make each group and the final a team event of "
            "its own"
        )
        raise InputError([Problem(what=what, where=SETTING_LABELS["teams.size"])])
    last = max((drawn.number for drawn in tournament.rounds), default=0)
    if settings.rounds < last:
        what = Message(
            "round %(last)s is drawn: there cannot be only %(rounds)s rounds",
            last=last,
            rounds=settings.rounds,
        )
        raise InputError([Problem(what=what, where=SETTING_LABELS["rounds"])])
