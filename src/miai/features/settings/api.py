"""Operations about the rules of a tournament."""

from typing import Annotated, Any

from fastapi import Body as Sent
from starlette.responses import Response

from miai.domain.log.codec import decode, encode
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.setting_fields import setting_fields
from miai.errors import InputError, Problem
from miai.features.settings.answer import RULES, Rules
from miai.features.settings.change_settings import change_rules
from miai.features.settings.rules_view import rules_view
from miai.messages import literal
from miai.server.api.operations import Coded, Here, Operations

operations = Operations("settings", "The rules of a tournament.")


@operations.get("/tournaments/{id}/settings", Annotated[dict[str, Any], Coded(Settings)])
def get_settings(call: Here) -> Response:
    """Get all rules."""
    return call.answer(encode(call.tournament.settings))


@operations.patch("/tournaments/{id}/settings")
def change_settings(call: Here, rules: Annotated[dict[str, Any], Sent()]) -> Response:
    """Change some rules, each by its path: {"scoring.bar": "3d", "rounds": 6}."""
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
    return call.written(change_rules(call.desk, call.state.id, values, by=call.by))


@operations.get("/tournaments/{id}/rules", RULES)
def list_rules(call: Here) -> Response:
    """List all rules with their labels, choices and help."""
    event = call.tournament
    return call.answer(RULES.json(Rules(event=event, groups=rules_view(event.settings))))
