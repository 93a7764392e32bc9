"""Every stored field says who may see it, and one that says nothing is private."""

from dataclasses import dataclass
from typing import Annotated, get_args

import pytest

from miai.domain.field_facts import Added, Exposure, Personal, Private, Public
from miai.domain.log import events, exposure
from miai.domain.log.exposure import absent_paths, sealed_paths, stored_fields, with_substitutes
from miai.domain.people.grade import Grade
from miai.domain.people.player import Member, Player, PlayerId
from miai.domain.settings.setting import Setting
from miai.domain.settings.setting_groups import TEAMS
from miai.domain.stages import StageId
from miai.messages import Message

KINDS = [
    *((kind.__name__, "") for kind in get_args(events.Event) if kind is not events.InStage),
    *(("InStage", kind.__name__) for kind in get_args(events.InTournament)),
]
SEEN_BY_PLAYERS = {
    "surname", "first_name", "egf_pin", "ffg_licence", "aga_id", "city", "time_zone", "director", "reason",
}  # fmt: skip


@pytest.mark.parametrize(("event", "change"), KINDS)
def test_every_stored_field_says_who_may_see_it(event: str, change: str) -> None:
    assert [each.path for each in stored_fields(event, change) if each.exposure is None] == []


def test_only_these_personal_fields_are_for_everybody() -> None:
    found = {
        each.path.rpartition(".")[2]
        for event, change in KINDS
        for each in stored_fields(event, change)
        if each.exposure is Exposure.PERSONAL
    }
    assert found == SEEN_BY_PLAYERS


def test_the_private_fields_are_these() -> None:
    found = {
        each.path.removeprefix("change.")
        for event, change in KINDS
        for each in stored_fields(event, change)
        if each.exposure is Exposure.PRIVATE
    }
    of_players = {
        "declared_grade", "highest_grade", "sigma", "rating_date", "rating_origin", "family", "ffg_status",
        "aga_expiry", "birth_year", "sex", "newcomer", "fee", "paid", "extras", "not_same_as",
        "members.*.not_same_as",
    }  # fmt: skip
    of_wishes = {"apart", "games", "tables", "off_tables", "volunteers"}
    of_teams = {"extras", "exempt"}
    assert found == {
        *(f"player.{name}" for name in of_players),
        *(f"players.*.{name}" for name in of_players),
        *(f"wishes.{name}" for name in of_wishes),
        *(f"team.{name}" for name in of_teams),
        *(f"teams.*.{name}" for name in of_teams),
        "extras", "lot", "phone", "reason", "result", "leader.server",
    }  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Inner:
    name: Personal[str]
    told: Public[int] = 0
    new: str = ""


@dataclass(frozen=True, kw_only=True)
class Outer:
    inner: tuple[Inner, ...] = ()
    one: Inner | None = None
    secret: Private[Inner | None] = None
    rule: Annotated[bool, Setting(Message("a rule"), group=TEAMS)] = True
    young: Annotated[Public[int], Added(8, before=0)] = 0
    grade: Public[Grade | None] = None


def test_a_field_that_says_nothing_is_private_and_a_rule_is_public() -> None:
    found = {each.path: each.exposure for each in exposure._fields_of(Outer, "")}
    inner = {"name": Exposure.PERSONAL, "told": Exposure.PUBLIC, "new": None}
    assert found == {
        **{f"inner.*.{name}": each for name, each in inner.items()},
        **{f"one.{name}": each for name, each in inner.items()},
        "secret": Exposure.PRIVATE,
        "rule": Exposure.PUBLIC,
        "young": Exposure.PUBLIC,
        "grade": Exposure.PUBLIC,
    }


def test_what_says_nothing_is_sealed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exposure, "stored_fields", lambda *_: tuple(exposure._fields_of(Outer, "")))
    _, hidden = exposure._sealed_paths.__wrapped__("Outer", "")
    assert hidden == ("by", "inner.*.new", "one.new", "secret")


def test_the_paths_of_a_change_in_a_stage_are_those_of_the_change() -> None:
    player = Player(id=PlayerId("p1"), surname="A", grade=Grade.parse("1d"))
    alone = sealed_paths(events.PlayerRegistered(player=player))
    inside = sealed_paths(events.in_stage(StageId("final"), events.PlayerRegistered(player=player)))
    assert inside[0] == tuple(f"change.{path}" for path in alone[0])
    assert inside[1] == ("by", *(f"change.{path}" for path in alone[1][1:]))


def test_something_empty_stands_for_what_is_absent() -> None:
    member = {"surname": "B", "grade": "1d"}
    raw = {"event": "PlayerRegistered", "player": {"id": "p1", "members": [member]}}
    paths = list(absent_paths(raw))
    assert "player.paid" in paths
    assert "player.members.0.not_same_as" in paths
    whole = with_substitutes(raw, paths)
    assert (whole["player"]["paid"], whole["player"]["fee"], whole["player"]["family"]) == (0, None, "")
    assert whole["player"]["members"][0]["not_same_as"] == []
    contested = {"event": "ResultContested", "round": 1}
    assert with_substitutes(contested, absent_paths(contested))["result"] == "unknown"
    claimed = {"event": "ResultClaimed", "round": 1}
    assert with_substitutes(claimed, absent_paths(claimed))["phone"] == "a phone"
    assert Member(surname="B", grade=Grade.parse("1d")).not_same_as == ()
