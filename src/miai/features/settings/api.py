"""Operations about the rules of a tournament."""

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import Body as Sent
from starlette.responses import Response

from miai.answers import Field, Shape, many
from miai.domain.log.codec import decode, encode
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.setting_fields import setting_fields
from miai.errors import InputError, Problem
from miai.features.settings.answer import CHANGED_RULE, RULES, Rules
from miai.features.settings.change_settings import change_rules
from miai.features.settings.rules_view import changed_rules, rules_view
from miai.messages import literal
from miai.server.api.operations import Coded, Here, Operations, WrittenAbout, written_about

ChangedRules = Sequence[tuple[str, str, str]]
"""The paths of rules, each with the value before and after."""

operations = Operations("settings", "The rules of a tournament.")


@operations.get("/tournaments/{id}/settings", Annotated[dict[str, Any], Coded(Settings)])
def get_settings(call: Here) -> Response:
    """Get all rules."""
    return call.answer(encode(call.tournament.settings))


_WRITTEN_RULES: Shape[WrittenAbout[ChangedRules]] = written_about(
    "WrittenRules",
    "What a request changed, and every rule that is different now.",
    Field("changed", many(CHANGED_RULE), lambda changed: changed),
)


@operations.patch("/tournaments/{id}/settings", _WRITTEN_RULES)
def change_settings(
    call: Here, rules: Annotated[dict[str, Any], Sent()], keep_rules: bool = False
) -> Response:
    """Change some rules, each by its path: {"scoring.bar": "3d", "rounds": 6}.

    Before a round is drawn, another system brings its rules; those in the request count before them. With
    `keep_rules` only the rules in the request change.
    """
    values, problems = {}, []
    known = setting_fields()
    for path, value in rules.items():
        if path not in known:
            problems.append(Problem(what=literal("there is no such rule"), where=path))
            continue
        try:
            values[path] = decode(value, known[path].kind, where=path)
        except InputError as error:
            problems += error.problems
    if problems:
        raise InputError(problems)
    before = call.tournament.settings
    saved = change_rules(call.desk, call.state.id, values, by=call.by, system_rules=not keep_rules)
    changed = changed_rules(before, saved.state.tournament.settings) if saved.entries else ()
    return call.written_about(_WRITTEN_RULES, saved, changed)


@operations.get("/tournaments/{id}/rules", RULES)
def list_rules(call: Here) -> Response:
    """List all rules with their labels, choices and help."""
    event = call.tournament
    return call.answer(RULES.json(Rules(event=event, groups=rules_view(event.settings))))
