"""The document of the API, and what thousands of requests made from it do to the server."""

import re
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from conftest import SOAK
from kit.api_program import Program
from miai.desk.live_state import Desk
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player
from miai.features.draw.draw_round import draw_round
from miai.features.players.register_player import NEW, register_players
from miai.features.programs.tokens import Scope
from miai.features.tournament.create_tournament import create_tournament
from miai.serving.api_schema import document
from miai.serving.application import api_app
from miai.store.database import open_store

EXAMPLES = 60 if SOAK else 2
# These do not end, take seconds, or ask other machines.
SLOW = (
    "follow_events", "get_forecast", "check_everything", "back_up",
    "link_club_site", "pull_players_of_club_site", "send_to_club_site",
)  # fmt: skip


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """A program that may do everything, at a tournament with a drawn round."""
    folder: Path = tmp_path_factory.mktemp("api")
    store = open_store(folder)
    desk = Desk(store)
    create_tournament(desk, name="Cup", rounds=4, by="director")
    field = [Player(id=NEW, surname=name, grade=Grade.parse("1k")) for name in ("Abe", "Baba", "Cho", "Doi")]
    register_players(desk, "cup", field, by="director")
    draw_round(desk, "cup", round=1, by="director")
    yield Program(desk, Scope.ADMIN, data=folder)
    store.close()


def test_the_document_is_of_openapi_3_1_and_every_operation_says_what_it_needs() -> None:
    made = document(api_app())
    assert made["openapi"] == "3.1.0"
    operations = [each for path in made["paths"].values() for each in path.values()]
    assert len({each["operationId"] for each in operations}) == len(operations)
    assert all(each["summary"] and each["security"] for each in operations)


def test_every_answer_is_described() -> None:
    made = document(api_app())
    vague = [
        f"{method} {path}"
        for path, operations in made["paths"].items()
        for method, operation in operations.items()
        for answer in _schemas(operation["responses"])
        if set(answer) <= {"type", "title", "additionalProperties"} and answer.get("type") == "object"
    ]
    assert not vague
    # Two types of one name would have been told apart by their modules, or as what is sent and answered.
    assert not [name for name in made["components"]["schemas"] if "__" in name or "-" in name]


def test_the_document_declares_every_place_in_an_address() -> None:
    for path, operations in document(api_app())["paths"].items():
        for operation in operations.values():
            declared = [each["name"] for each in operation["parameters"] if each["in"] == "path"]
            assert sorted(declared) == sorted(re.findall(r"{(\w+)}", path)), path


def test_no_request_made_from_the_document_is_a_server_error(program: Program) -> None:
    with warnings.catch_warnings():
        # The libraries of schemathesis warn of each other; loading them takes seconds.
        warnings.simplefilter("ignore")
        import schemathesis  # noqa: PLC0415
        from schemathesis.checks import not_a_server_error  # noqa: PLC0415
        from schemathesis.specs.openapi import checks  # noqa: PLC0415
    demanded = [
        not_a_server_error,
        checks.content_type_conformance,
        checks.response_schema_conformance,
        checks.status_code_conformance,
    ]
    for found in schemathesis.openapi.from_dict(document(api_app())).get_all_operations():
        operation: Any = found
        if operation.ok().definition.raw["operationId"] not in SLOW:
            _try(program, operation.ok(), demanded)


def _schemas(responses: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """What an operation answers if all goes well; a file and a stream are no JSON."""
    for status, response in responses.items():
        for kind, content in response.get("content", {}).items():
            if status.startswith("2") and kind == "application/json":
                yield content["schema"].get("items", content["schema"])


def _try(program: Program, operation: Any, demanded: list[Any]) -> None:
    """Send some requests for an operation."""
    name = operation.definition.raw["operationId"]

    @given(case=operation.as_strategy())
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=not SOAK,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def send(case: Any) -> None:
        if "id" in (case.path_parameters or {}):
            case.path_parameters["id"] = "nothing" if name == "delete_tournament" else "cup"
        case.validate_response(_answer(program, case), checks=demanded)

    send()


def _answer(program: Program, case: Any) -> Any:
    sent = case.as_transport_kwargs(base_url="http://127.0.0.1:8000/api/v1")
    headers = {**dict(sent.pop("headers", None) or {}), "Authorization": f"Bearer {program.made.text}"}
    content = sent.pop("data", None)
    known = {name: value for name, value in sent.items() if name in ("method", "url", "params", "json")}
    return program.client.request(**known, content=content, headers=headers)
