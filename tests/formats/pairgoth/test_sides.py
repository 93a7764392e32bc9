"""Pair Go and rengo in Pairgoth's files."""

import json
from dataclasses import replace
from typing import Any

import pytest

from miai.domain.people.grade import Grade
from miai.domain.people.player import Member, Player, PlayerId, Registration
from miai.domain.rounds.game import Board, Result
from miai.domain.rounds.round import Bye, Round
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.side_rules import MeanRounding, SideRules
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.features.players.enter_sides import new_side
from miai.formats.opengotha import read as opengotha_read
from miai.formats.opengotha.losses import losses
from miai.formats.opengotha.write import write as write_opengotha
from miai.formats.pairgoth import read as pairgoth_read
from miai.formats.pairgoth import write as pairgoth_write


def person(surname: str, grade: str, rating: float, **more: Any) -> Member:
    return Member(surname=surname, first_name="Ada", grade=Grade.parse(grade), rating=rating, **more)


def event(people: int = 2, rounding: MeanRounding = MeanRounding.NEAREST) -> Tournament:
    rules = SideRules(people=people, rounding=rounding)
    fields = [("Fox", "1d", 2100.0), ("Green", "2k", 1900.0), ("Hill", "5k", 1600.0)]
    sides = tuple(
        new_side(
            [person(f"{name}{chr(97 + i)}", grade, rating, country="FR") for name, grade, rating in fields][
                :people
            ],
            rules,
            player_id=PlayerId(f"p{i + 1}"),
            registration=Registration.FINAL,
        )
        for i in range(3)
    )
    drawn = Round(
        number=1,
        boards=(Board(table=1, white=sides[0].id, black=sides[1].id, result=Result.WHITE_WINS),),
        byes=(Bye(player=sides[2].id),),
    )
    settings = replace(Settings(), sides=rules, rounds=3, komi=7.5)
    return Tournament(name="Pairs", begin="2026-10-03", settings=settings, players=sides, rounds=(drawn,))


@pytest.mark.parametrize(("people", "kind"), [(2, "PAIRGO"), (3, "RENGO3")])
def test_sides_are_teams_of_people_with_numbers_of_their_own(people: int, kind: str) -> None:
    written = json.loads(pairgoth_write.write(event(people)))
    assert written["type"] == kind
    assert len(written["players"]) == 3 * people
    assert [team["id"] for team in written["teams"]] == [1, 2, 3]
    assert [len(team["players"]) for team in written["teams"]] == [people] * 3
    assert {game["w"] for game in written["games"][0]} == {1, 0}
    ids = [each["id"] for each in (*written["teams"], *written["players"])]
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("people", [2, 3])
def test_sides_come_back_as_they_were(people: int) -> None:
    before = event(people)
    after = pairgoth_read.read(pairgoth_write.write(before)).tournament
    assert after.settings.sides == before.settings.sides
    assert after.players == before.players
    assert [board.white for board in after.rounds[0].boards] == ["p1"]


def test_another_rounding_keeps_its_grades() -> None:
    before = event(2, MeanRounding.STRONGER)
    changed = replace(
        before,
        players=tuple(
            new_side(
                [person("Fox", "1d", 2100), person(name, "1k", 2000)], before.settings.sides, player_id=p.id
            )
            for name, p in zip("ABC", before.players, strict=True)
        ),
    )
    reading = pairgoth_read.read(pairgoth_write.write(changed))
    assert [str(player.grade) for player in reading.tournament.players] == ["1d"] * 3
    assert any("Rounding of the mean grade" in str(each) for each in losses(changed, reading))


def test_rengo_of_two_and_names_of_sides_are_kept_for_pairgoth() -> None:
    raw = json.loads(pairgoth_write.write(event()))
    raw["type"] = "RENGO2"
    raw["teams"][0]["name"] = "The Foxes"
    read = pairgoth_read.read(json.dumps(raw).encode()).tournament
    assert read.players[0].name == "Foxa Ada / Greena Ada"
    again = json.loads(pairgoth_write.write(read))
    assert again["type"] == "RENGO2"
    assert [team["name"] for team in again["teams"]][:2] == ["The Foxes", "Foxb Ada / Greenb Ada"]


def test_a_side_with_the_wrong_number_of_people_is_a_problem() -> None:
    raw = json.loads(pairgoth_write.write(event()))
    raw["teams"][1]["players"].append(raw["teams"][0]["players"][0])
    with pytest.raises(InputError, match="a side has 2 people, not 3"):
        pairgoth_read.read(json.dumps(raw).encode())


def test_other_programs_get_one_player_with_the_name_of_the_side() -> None:
    before = event()
    reading = opengotha_read.read(write_opengotha(before))
    assert [player.surname for player in reading.tournament.players] == [p.name for p in before.players]
    assert any("People of the side (all players)" in str(each) for each in losses(before, reading))


@pytest.mark.parametrize("people", [2, 3])
def test_a_player_without_a_partner_comes_back_alone(people: int) -> None:
    pairs = event(people)
    alone = Player(
        id=PlayerId("p3"),
        surname="Loner",
        first_name="Lea",
        grade=Grade.parse("3k"),
        rating=1800.0,
        country="DE",
        club="Ulm",
        absent_rounds=frozenset({2}),
    )
    pairs = replace(pairs, players=(*pairs.players[:2], alone))
    read = pairgoth_read.read(pairgoth_write.write(pairs)).tournament
    assert read.players[2] == alone
    assert read.rounds == pairs.rounds
    assert pairgoth_write.write(read) == pairgoth_write.write(pairs)
