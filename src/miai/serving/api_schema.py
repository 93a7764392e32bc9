"""The OpenAPI document of the API."""

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import TypeAdapter
from starlette.requests import Request
from starlette.responses import JSONResponse

from miai.domain.json_schema import Schemas
from miai.server.api.operations import CLASS, CLASSES, NEEDED, WITHOUT
from miai.server.api.private import PATH
from miai.server.api.problems import ProblemJson
from miai.version import __version__

_ABOUT = """\
Everything that the console of Miai does, for programs. Requests carry a token, which is made on the page
"API" of a tournament or by `miai token`. Money is in cents, points are numbers, moments are ISO 8601 in UTC.

`player`, `id`, and keys that end in `_id` or `_ids` hold ids. What is as in a document of Miai (a round, a
player, an entry, rules) names people by their ids; elsewhere White, Black and others in a role are names.

Every answer about a tournament has its version as `ETag`; `If-Match` makes a change only on that version. A
change that is sent again with the same `Idempotency-Key` is made once.

A change that moves what was played or published is answered with 409 `needs-confirmation` and written only
with `?confirm=` and the mark of one of its `options`."""
_WRITING = ("post", "put", "patch", "delete")
_HEADERS = [
    {
        "name": "Idempotency-Key",
        "in": "header",
        "required": False,
        "schema": {"type": "string", "pattern": "^[!-~]{1,200}$"},
        "description": "A request that comes again with the same key is carried out once.",
    },
    {
        "name": "If-Match",
        "in": "header",
        "required": False,
        "schema": {"type": "string", "pattern": '^"[0-9]{1,12}"$'},
        "description": "The version, in quotes, that the change was decided on.",
    },
    {
        "name": "X-Miai-Seen",
        "in": "header",
        "required": False,
        "schema": {"type": "string", "pattern": '^"[0-9]{1,12}"$'},
        "description": "The version, in quotes, that was read: later changes are not overwritten.",
    },
]


# `Call` reads it from the address, so no operation declares it.
_TOURNAMENT = {
    "name": "id",
    "in": "path",
    "required": True,
    "schema": {"type": "string"},
    "description": "The id of a tournament or congress, or `event~stage`.",
}


# The server reads it before any operation.
_CONFIRM = {
    "name": "confirm",
    "in": "query",
    "required": False,
    "schema": {"type": "string", "pattern": "^[0-9a-f]{16}$"},
    "description": "The mark of what the change moves, from `options` of the answer `needs-confirmation`.",
}


def describe(app: FastAPI, path: str) -> None:
    """Serve the document at an address."""
    made: list[dict[str, Any]] = []

    async def openapi(request: Request) -> JSONResponse:
        if not made:
            made.append(document(app))
        # The application may be served below a path of a site.
        base = request.state.app_state.base.path
        return JSONResponse({**made[0], "servers": [{"url": f"{base}{PATH}"}]})

    app.add_route(path, openapi, methods=["GET"], include_in_schema=False)


def document(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document of all operations."""
    from miai.mounts.operations import OPERATIONS  # noqa: PLC0415 - they use this module's neighbours

    made: dict[str, Any] = get_openapi(
        title="Miai",
        version=__version__,
        openapi_version="3.1.0",
        description=_ABOUT,
        routes=app.routes,
        servers=[{"url": PATH}],
        tags=[{"name": each.tag, "description": each.about} for each in OPERATIONS],
    )
    schemas = Schemas()
    made = _with_classes(made, schemas)
    components = made.setdefault("components", {}).setdefault("schemas", {})
    problem = TypeAdapter(ProblemJson).json_schema(ref_template="#/components/schemas/{model}")
    components.update(problem.pop("$defs", {}), Problem={**problem, "additionalProperties": True})
    for unused in ("HTTPValidationError", "ValidationError"):
        components.pop(unused, None)
    twice = components.keys() & schemas.classes.keys()
    if twice:
        raise ValueError(f"an answer has the name of a class: {', '.join(sorted(twice))}")
    components.update(schemas.classes)
    made["components"]["securitySchemes"] = {
        "token": {"type": "http", "scheme": "bearer", "description": "A token: miai_..."}
    }
    for path, operations in made["paths"].items():
        for method, operation in operations.items():
            parameters = operation.setdefault("parameters", [])
            if "{id}" in path:
                parameters.insert(0, _TOURNAMENT)
            if method in _WRITING:
                parameters.extend([*([_CONFIRM] if "{id}" in path else ()), *_HEADERS])
    return made


def _with_classes(value: Any, schemas: Schemas) -> Any:
    """The document with a schema wherever it names a class."""
    if isinstance(value, list):
        return [_with_classes(each, schemas) for each in value]
    if not isinstance(value, dict):
        return value
    if CLASS not in value:
        return {name: _with_classes(inner, schemas) for name, inner in value.items()}
    kind = CLASSES[value[CLASS]]
    if WITHOUT not in value:
        return schemas.of(kind)
    return {
        "type": "object",
        "properties": schemas.fields_of(kind, without=tuple(value[WITHOUT])),
        "required": list(value[NEEDED]),
        "additionalProperties": False,
    }


def operations_by_tag(made: dict[str, Any]) -> list[dict[str, Any]]:
    """The operations of a document for people: by what they are about, each with its address and scope."""
    groups = {tag["name"]: {**tag, "operations": []} for tag in made["tags"]}
    for path, operations in made["paths"].items():
        for method, operation in operations.items():
            groups[operation["tags"][0]]["operations"].append(
                {
                    "method": method.upper(),
                    "path": path,
                    "summary": operation["summary"],
                    "about": operation.get("description", "").partition("\n")[2].strip(),
                    "scope": operation["security"][0]["token"][0],
                    "takes": _named(operation.get("requestBody", {})),
                    "answers": _answered(operation["responses"]),
                    "asks": [
                        each["name"] for each in operation.get("parameters", []) if each["in"] == "query"
                    ],
                }
            )
    return list(groups.values())


def _answered(responses: dict[str, Any]) -> str:
    """What an operation answers if all goes well."""
    status, answer = next((status, each) for status, each in responses.items() if status.startswith("2"))
    name = _named(answer)
    return f"{status} {name}".strip()


def _named(content: dict[str, Any]) -> str:
    """The name of the schema of some content."""
    for kind in content.get("content", {}).values():
        schema = kind.get("schema", {})
        return str(schema.get("$ref") or schema.get("type", "")).rpartition("/")[2]
    return ""
