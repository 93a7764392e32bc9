"""A tournament with other rules, as a person types them: "scoring.bar=3d"."""

from collections.abc import Iterable
from dataclasses import replace
from difflib import get_close_matches
from typing import Any

from miai.domain.settings.event_settings import Settings
from miai.domain.settings.setting_fields import setting_fields
from miai.domain.starting_bands import rules_to_log, with_bands_of_entries
from miai.domain.tournament import Tournament
from miai.errors import InputError, Problem, problems_at
from miai.features.settings.change_settings import demand_fits, demand_good_settings, rules_with
from miai.features.settings.rule_text import read_rule
from miai.messages import AnyOf, Message


def with_typed_rules(
    tournament: Tournament, assignments: Iterable[str], *, system_rules: bool = False
) -> Tournament:
    """The tournament with other rules, each given as "path=value"; every problem is named at once.

    With `system_rules` a new system brings its rules, unless a round is drawn.
    """
    values: dict[str, Any] = {}
    problems: list[Problem] = []
    for assignment in assignments:
        try:
            path, value = _typed(assignment)
        except InputError as error:
            problems += error.problems
        else:
            values[path] = value
    if problems:
        raise InputError(problems)
    settings = rules_with(tournament, values, system_rules=system_rules)
    if settings != tournament.settings:
        demand_good_settings(settings)
        _demand_every_weight(tournament.settings, settings)
        demand_fits(settings, tournament)
    if settings == tournament.settings:
        return tournament
    return with_bands_of_entries(replace(tournament, settings=rules_to_log(tournament, settings)))


def _typed(assignment: str) -> tuple[str, Any]:
    """The path of a rule and the value that was typed for it."""
    path, equals, text = (part.strip() for part in assignment.partition("="))
    if not equals:
        what = Message("a rule is changed with PATH=VALUE, such as scoring.bar=3d")
        raise InputError([Problem(what=what, where=assignment)])
    if path not in setting_fields():
        inside = tuple(known for known in setting_fields() if known.startswith(f"{path}."))
        raise InputError([Problem(what=_no_rule(path, inside), where=path)])
    with problems_at(path):
        return path, read_rule(path, text)


def _demand_every_weight(before: Settings, after: Settings) -> None:
    """Refuse a list of weights that drops rules without a word; a weight of 0 drops one on purpose."""
    given = {each.rule for each in after.pairing.kaniuk.rules}
    dropped = tuple(each.rule for each in before.pairing.kaniuk.rules if each.rule not in given)
    if dropped:
        what = Message(
            "the list replaces all weights and leaves out %(rules)s: give these too, with weight 0 where "
            "they should not count",
            rules=dropped,
        )
        raise InputError([Problem(what=what, where="pairing.kaniuk.rules")])


def _no_rule(path: str, inside: tuple[str, ...]) -> Message:
    if inside:
        return Message("these are several rules: %(paths)s", paths=inside)
    near = get_close_matches(path, setting_fields())
    if near:
        return Message(
            "there is no such rule; did you mean %(near)s? miai rules shows all of them",
            near=AnyOf(tuple(near)),
        )
    return Message("there is no such rule; miai rules shows all of them")
