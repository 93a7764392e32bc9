"""Who may use the API: every operation with every kind of token, and none by a cookie."""

import re

import pytest

from kit.api_program import Program, kind_of
from miai.desk.live_state import Desk
from miai.features.congress.set_up import add_event, create_congress
from miai.features.programs.tokens import Scope, add_token, revoke_token
from miai.features.tournament.create_tournament import create_tournament
from miai.mounts.operations import OPERATIONS
from miai.server.api.access import is_for

EVERY = {rule: scope for each in OPERATIONS for rule, scope in each.scopes.items()}


def address(rule: str, tournament: str) -> tuple[str, str]:
    method, _, path = rule.partition(" ")
    path = path.replace("{id}", tournament).replace("{round}", "1").replace("{table}", "1")
    return method, re.sub(r"\{\w+\}", "nothing", path.replace("{source}", "EGF"))


def test_every_operation_needs_its_scope_for_its_own_tournament(desk: Desk) -> None:
    own = create_tournament(desk, name="Own", by="director").id
    other = create_tournament(desk, name="Other", by="director").id
    program = Program(desk, Scope.READ, own)
    tokens = {
        scope: add_token(desk.store, own, scope=scope, name="t", by="director").text
        for scope in Scope
        if scope is not Scope.ADMIN
    }
    foreign = add_token(desk.store, other, scope=Scope.DIRECT, name="foreign", by="director").text
    for rule, scope in EVERY.items():
        method, path = address(rule, own)
        assert kind_of(program.ask(method, path, {}, Authorization="")) == "no-token"
        if "{id}" in rule:
            answer = program.ask(method, path, {}, Authorization=f"Bearer {foreign}")
            assert kind_of(answer) == "not-allowed", rule
        for given, text in tokens.items():
            if not given.allows(scope):
                answer = program.ask(method, path, {}, Authorization=f"Bearer {text}")
                assert kind_of(answer) == "not-allowed", (rule, given)


def test_a_cookie_of_the_director_gives_no_rights_and_none_is_set(desk: Desk) -> None:
    program = Program(desk, Scope.ADMIN)
    assert program.client.get("/new").status_code == 200
    answer = program.client.get("/api/v1/tournaments")
    assert kind_of(answer) == "no-token"
    assert answer.headers["www-authenticate"].startswith("Bearer")
    assert "set-cookie" not in program.ask("GET", "/tournaments").headers


def test_a_revoked_token_is_refused_and_use_is_noted(desk: Desk) -> None:
    program = Program(desk, Scope.ADMIN)
    assert program.get("/tournaments") == {"tournaments": []}
    [kept] = desk.store.api_tokens.of(None)
    assert kept.last_used_at
    assert program.made.text not in repr(kept)
    revoke_token(desk.store, None, kept.id, by="director")
    refused = program.ask("GET", "/tournaments")
    assert refused.status_code == 401
    # Its sender knows how to send a token, and has to hear that this one is not valid.
    assert refused.json()["detail"] == "The token is not known here, or was revoked."


def test_wrong_tokens_have_to_wait_and_right_ones_do_not(desk: Desk) -> None:
    program = Program(desk, Scope.ADMIN)
    wrong = program.made.text[:-3] + "xyz"
    answers = [program.ask("GET", "/tournaments", Authorization=f"Bearer {wrong}") for _ in range(8)]
    assert {each.status_code for each in answers} == {401, 429}
    assert int(answers[-1].headers["retry-after"]) > 0
    assert program.ask("GET", "/tournaments").status_code == 200


def test_a_token_of_a_congress_is_for_its_events_and_stages(desk: Desk) -> None:
    congress = create_congress(desk, name="Congress", by="director").id
    event = create_tournament(desk, name="Open", by="director").id
    token = add_token(desk.store, congress, scope=Scope.READ, name="t", by="director").token
    assert not is_for(desk, token, event)
    add_event(desk, congress, event, by="director")
    assert is_for(desk, token, event)
    assert is_for(desk, token, f"{event}~final")
    assert not is_for(desk, token, "elsewhere")


def test_a_token_that_reads_sees_no_money_and_no_birth_year(desk: Desk) -> None:
    event = create_tournament(desk, name="Open", by="director").id
    director = Program(desk, Scope.DIRECT, event)
    private = {"surname": "Ito", "grade": "2d", "paid": 500, "birth_year": 1990, "sex": "female"}
    path = f"/tournaments/{event}"
    assert director.ask("POST", f"{path}/players", {"players": [private]}).status_code == 201
    reader = Program(desk, Scope.READ, event)
    for seen in (
        reader.get(f"{path}/players")["players"][0],
        reader.get(f"{path}/entries")["entries"][1]["event"]["player"],
    ):
        assert (seen["paid"], seen["birth_year"], seen["sex"]) == (0, None, None)
    assert director.get(f"{path}/players")["players"][0]["paid"] == 500
    assert kind_of(reader.ask("GET", f"{path}/fees")) == "not-allowed"


@pytest.mark.parametrize("text", ["", "miai", "miai__", "miai_nobody_x", "Basic abc", "miai_é_x"])
def test_what_is_no_token_is_refused(desk: Desk, text: str) -> None:
    program = Program(desk, Scope.ADMIN)
    answer = program.client.get(
        "/api/v1/tournaments", headers={"Authorization": f"Bearer {text}".encode("latin-1")}
    )
    assert kind_of(answer) == "no-token"
