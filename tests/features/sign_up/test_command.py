"""Sign-ups on the command line, in a data folder of its own."""

import json
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from kit.command import Run
from miai.desk.live_state import Desk
from miai.features.sign_up.form_answers import SignUpAnswers
from miai.features.sign_up.waiting import sign_up
from miai.features.tournament.create_tournament import create_tournament
from miai.store.database import open_store

IDA = SignUpAnswers(surname="Fox", first_name="Ida", grade="3k", contact="ida@example.org")


@pytest.fixture
def data(tmp_path: Path, run: Run) -> Path:
    """A folder with a tournament for which three people signed up."""
    with closing(open_store(tmp_path)) as store:
        create_tournament(Desk(store), name="Spring Open", by="Anneke", rounds=3)
    assert "The form: open" in run("signups", "spring-open", "open", "--data", tmp_path)[1]
    with closing(open_store(tmp_path)) as store:
        for name in ("Fox", "Green", "Hill"):
            sign_up(Desk(store), "spring-open", replace(IDA, surname=name))
    return tmp_path


def test_those_who_wait_are_listed_accepted_and_declined(run: Run, data: Path) -> None:
    at = ("--data", data, "--json")
    waiting = json.loads(run("signups", "spring-open", *at)[1])["waiting"]
    assert [(each["number"], each["surname"], each["clear"]) for each in waiting] == [
        (1, "Fox", True),
        (2, "Green", True),
        (3, "Hill", True),
    ]
    assert run("signups", "spring-open", "decline", *at)[0] == 2
    left = json.loads(run("signups", "spring-open", "decline", "2", "--say", "We are full.", *at)[1])
    assert [each["number"] for each in left["waiting"]] == [1, 3]
    assert json.loads(run("signups", "spring-open", "accept", *at)[1])["waiting"] == []
    with closing(open_store(data)) as store:
        names = [player.name for player in Desk(store).state("spring-open").tournament.players]
    assert names == ["Fox Ida", "Hill Ida"]


def test_the_list_is_written_as_a_file(run: Run, data: Path) -> None:
    assert run("signups", "spring-open", "-o", data / "waiting.csv", "--data", data)[0] == 0
    assert "ida@example.org" in (data / "waiting.csv").read_text(encoding="utf-8")
    assert json.loads(run("signups", "spring-open", "close", "--data", data, "--json")[1])["form"] == "closed"


@pytest.mark.parametrize("action", ["accept", "decline"])
def test_a_sign_up_that_does_not_wait_is_named_by_its_number(run: Run, data: Path, action: str) -> None:
    at = ("--data", data)
    run("signups", "spring-open", "decline", "2", *at)
    status, _, said = run("signups", "spring-open", action, "99", *at)
    assert (status, said) == (2, "miai: there is no sign-up 99: it may have been withdrawn\n")
    status, _, said = run("signups", "spring-open", action, "2", *at)
    assert (status, said) == (2, "miai: sign-up 2 is decided already\n")


def test_nobody_is_accepted_where_one_of_the_numbers_is_wrong(run: Run, data: Path) -> None:
    status, _, said = run("signups", "spring-open", "accept", "1", "98", "99", "--data", data)
    assert status == 2
    assert said.count("there is no sign-up") == 2
    waiting = json.loads(run("signups", "spring-open", "--data", data, "--json")[1])["waiting"]
    assert len(waiting) == 3
