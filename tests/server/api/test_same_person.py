"""Programs get questions about namesakes, and answer them; nothing is filled in without an answer."""

from pathlib import Path
from typing import Any

import pytest

from kit.api_program import Program
from kit.console import Console, console
from miai.domain.people.grade import Grade
from miai.domain.people.rating_list_entry import ListedPlayer, ListSource, PlayerList
from miai.features.programs.tokens import Scope
from miai.features.sign_up.form_answers import SignUpAnswers
from miai.features.sign_up.sign_up_form import open_form
from miai.features.sign_up.waiting import sign_up
from miai.store.people.player_lists import PlayerLists

KEY = "egf:14000001"
TABLE = "Kolar Ada\t3k\tDE\tJena"


@pytest.fixture
def hall(tmp_path: Path) -> Console:
    listed = ListedPlayer(
        source=ListSource.EGF, surname="Kolar", first_name="Ada", grade=Grade.parse("14k"), rating=712.0,
        country="TR", club="Ank", egf_pin="14000001",
    )  # fmt: skip
    with PlayerLists(tmp_path, create=True) as opened:
        opened.replace(PlayerList(source=ListSource.EGF, players=(listed,)))
    return console()


@pytest.fixture
def program(hall: Console, tmp_path: Path) -> Program:
    return Program(hall.desk, Scope.DIRECT, hall.id, data=tmp_path)


def send(program: Program, hall: Console, path: str, **body: Any) -> Any:
    answer = program.ask("POST", f"/tournaments/{hall.id}/{path}", body)
    assert answer.status_code in {200, 201}, answer.text
    return answer.json()


def test_a_table_asks_and_the_answers_are_followed(program: Program, hall: Console) -> None:
    [line] = send(program, hall, "players/table/preview", text=TABLE)["rows"]
    [question] = line["same_person"]
    assert (line["listed"], line["player"]["egf_pin"]) == (None, "")
    assert (question["key"], question["listed"]["country"]) == (KEY, "TR")
    assert question["why"] == "another country; another club; 11 grades apart"
    send(program, hall, "players/table", text=TABLE, not_same=[f"1:{KEY}"])
    [ada] = hall.event.players
    assert (ada.egf_pin, ada.not_same_as) == ("", (KEY,))
    assert program.get(f"/tournaments/{hall.id}/list-updates")["updates"] == []


@pytest.mark.parametrize(("answers", "pin"), [({}, ""), ({"same": [KEY]}, "14000001")])
def test_a_sign_up_is_accepted_with_the_answer(
    program: Program, hall: Console, answers: dict[str, Any], pin: str
) -> None:
    open_form(*hall.at, by="Anneke")
    sign_up(*hall.at, SignUpAnswers(surname="Kolar", first_name="Ada", grade="3k", country="DE"))
    [waiting] = program.get(f"/tournaments/{hall.id}/sign-ups")["waiting"]
    assert (waiting["clear"], [each["key"] for each in waiting["same_person"]]) == (False, [KEY])
    send(program, hall, "sign-ups/1/accept", **answers)
    assert hall.event.players[0].egf_pin == pin


def test_an_update_is_carried_out_or_refused_by_its_key(program: Program, hall: Console) -> None:
    hall.enter("Kolar", "3k", first_name="Ada")
    [update] = program.get(f"/tournaments/{hall.id}/list-updates")["updates"]
    assert (update["key"], update["sure"], update["why"]) == (f"p1:{KEY}", False, "11 grades apart")
    send(program, hall, "list-updates", keys=["p1:egf"])
    assert hall.event.players[0].egf_pin == ""
    send(program, hall, "list-updates", keys=[], not_same=[update["key"]])
    assert hall.event.players[0].not_same_as == (KEY,)


def test_who_only_reads_does_not_see_who_was_refused(hall: Console, tmp_path: Path) -> None:
    hall.enter("Kolar", "3k", first_name="Ada", not_same_as=(KEY,))
    reader = Program(hall.desk, Scope.READ, hall.id, data=tmp_path)
    assert KEY not in reader.ask("GET", f"/tournaments/{hall.id}/players").text
