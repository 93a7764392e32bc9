"""The client drives a complete event, and sends a change again where no answer came."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from kit.riverside import open_riverside
from kit.web_site import Site
from miai.client import Client, Problem, answers
from miai.client.transport import Answer, Connection, Transport
from miai.desk.live_state import Desk
from miai.domain.people.player import PlayerId
from miai.features.programs.tokens import Scope, add_token
from miai.serving.api_schema import document
from miai.serving.application import api_app
from miai.store.database import open_store

NAMES = ("Abe", "Baba", "Cho", "Doi", "Endo", "Fuji", "Goto")


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    store = open_store(tmp_path)
    yield Desk(store)
    store.close()


def in_process(site: Site) -> Transport:
    """Sends requests to an application in this process."""
    browser = site.browser()

    def send(method: str, address: str, headers: Mapping[str, str], body: bytes | None) -> Answer:
        found = browser.request(method, address, headers=dict(headers), content=body)
        return Answer(status=found.status_code, headers=dict(found.headers), body=found.content)

    return send


def token_of(desk: Desk) -> str:
    return add_token(desk.store, None, scope=Scope.ADMIN, name="client", by="director").text


def test_a_client_drives_a_complete_event(desk: Desk) -> None:
    client = Client("", token_of(desk), transport=in_process(Site(desk)))
    event = client.create("Open", rounds=3, system="mcmahon")
    entered = event.enter_players([{"surname": name, "grade": "1k", "club": "Ulm"} for name in NAMES])
    ids = {each["surname"]: each["id"] for each in entered["players"]}
    event.change_player(ids["Abe"], grade="2d", club="Lund")
    event.change_settings({"scoring.bar": "2d"})
    event.withdraw(ids["Goto"], from_round=3)
    for number in (1, 2, 3):
        drawn = event.draw(number)["round"]
        assert event.reasons(number)["optimal"]
        event.publish(number)
        assert len(drawn["byes"]) == (1 if number < 3 else 0)
        for board in drawn["boards"]:
            winner = "white" if board["white"] < board["black"] else "black"
            event.enter_result(number, board["table"], winner, seen="unknown")
    table = event.standings()
    assert (table["after_round"], table["waiting"]) == (3, 0)
    assert table["rows"][0]["surname"] == "Abe"
    assert len(table["rows"][0]["results"]) == 3
    event.publish_standings(3, final=True)
    event.finalise()
    assert event.about()["final"]
    with pytest.raises(Problem) as refused:
        event.enter_result(1, 1, "jigo", correct=True)
    assert (refused.value.status, refused.value.kind) == (422, "invalid")
    copy = client.import_file(event.export(), file_name="open.miai")
    assert copy.standings()["rows"] == event.standings()["rows"]
    assert b"<Tournament" in event.export("opengotha")
    assert [each["id"] for each in client.tournaments()] == ["open", copy.id]
    assert len(event.entries(since=0)) == event.about()["version"]


def losing_answers(transport: Transport, lose: Callable[[str], bool]) -> Transport:
    """Carries requests out, and loses the first answer to each that is chosen."""
    lost: set[str] = set()

    def send(method: str, address: str, headers: Mapping[str, str], body: bytes | None) -> Answer:
        answer = transport(method, address, headers, body)
        if lose(method) and address not in lost:
            lost.add(address)
            raise ConnectionResetError
        return answer

    return send


def test_a_change_whose_answer_was_lost_is_made_once(desk: Desk) -> None:
    pauses: list[float] = []
    transport = losing_answers(in_process(Site(desk)), lambda method: method == "POST")
    connection = Connection("", token_of(desk), transport=transport, pause=pauses.append)
    made = connection.ask("POST", "/tournaments", {"name": "Open"})
    path = f"/tournaments/{made['id']}/players"
    connection.ask("POST", path, {"players": [{"surname": "Abe", "grade": "1d"}]})
    assert len(connection.ask("GET", path)["players"]) == 1
    assert len(connection.ask("GET", "/tournaments")["tournaments"]) == 1
    assert len(pauses) == 2


def test_a_client_gives_up_after_some_tries_and_waits_as_long_as_it_is_told() -> None:
    pauses: list[float] = []

    def busy(method: str, address: str, headers: Mapping[str, str], body: bytes | None) -> Answer:
        del method, address, headers, body
        return Answer(status=429, headers={"retry-after": "7"}, body=b"not JSON")

    connection = Connection("", "miai_x_y", transport=busy, pause=pauses.append)
    with pytest.raises(Problem) as refused:
        connection.ask("GET", "/tournaments")
    assert refused.value.status == 429
    assert pauses == [7.0, 7.0, 7.0]


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        (answers.About, "About"),
        (answers.PlayerJson, "Player"),
        (answers.BoardJson, "Board"),
        (answers.ByeJson, "Bye"),
        (answers.RoundJson, "Round"),
        (answers.EntryJson, "Entry"),
        (answers.Written, "Written"),
        (answers.WrittenPlayers, "WrittenPlayers"),
        (answers.WrittenRound, "WrittenRound"),
        (answers.Standings, "StandingsAnswer"),
        (answers.StandingsRow, "StandingsRow"),
    ],
)
def test_the_types_of_the_client_are_those_of_the_document(kind: type, name: str) -> None:
    known = document(api_app())["components"]["schemas"][name]["properties"]
    assert set(kind.__annotations__) <= set(known)


def test_a_change_that_moves_the_past_is_confirmed_by_a_choice(desk: Desk) -> None:
    open_riverside(desk, id="demo")
    token, transport = token_of(desk), in_process(Site(desk))
    with pytest.raises(Problem) as refused:
        Client("", token, transport=transport).tournament("demo").change_player("p2", grade="9k")
    assert refused.value.kind == "needs-confirmation"
    with pytest.raises(Problem):
        undecided = Client("", token, transport=transport, confirm=lambda _: None)
        undecided.tournament("demo").change_player("p2", grade="9k")
    usual = Client("", token, transport=transport, confirm=lambda options: str(options[0]["confirm"]))
    usual.tournament("demo").change_player("p2", grade="9k")
    player = desk.state("demo").tournament.player(PlayerId("p2"))
    assert (str(player.grade), player.start) == ("9k", 128)
