"""Fields are left out of entries, and the hashes stay: the whole log, its public part, and erased values."""

import copy
import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from kit.old_documents import DOCUMENTS, NEWEST_STORED, opened, version_of
from miai.domain.log import events
from miai.domain.log.codec import encode
from miai.domain.log.document import raw_entry, read_history, write_history
from miai.domain.log.exposure import stored_fields
from miai.domain.log.history import Entry, History
from miai.domain.log.public_part import public_log_of, read_public_history
from miai.domain.log.sealing import Seal, erased, parted
from miai.domain.money import Cents
from miai.domain.people.grade import Grade
from miai.domain.people.phones import Leader
from miai.domain.people.player import Member, Player, PlayerId, Sex
from miai.domain.rounds.director_constraints import WantedGame, Wishes
from miai.domain.rounds.game import Result
from miai.domain.stages import StageId
from miai.engine.verify.log import read_log
from miai.engine.verify.proof_file import Refused

Json = Any
IDENTITY = "0123456789abcdef" * 2
NEWEST = [path for path in DOCUMENTS if version_of(path) == NEWEST_STORED]
ONE, TWO = PlayerId("p1"), PlayerId("p2")


def as_new(history: History) -> History:
    """The same log as if it was written now."""
    entries = tuple(
        Entry(number=each.number, event=each.event, by=each.by, at=each.at) for each in history.entries
    )
    return History(entries=entries, identity=IDENTITY)


def filled(number: str) -> Player:
    """A player of whom everything is known; what is private is said to be so."""
    return Player(
        id=PlayerId(f"p{number}"), surname=f"Shown{number}", first_name="Given", grade=Grade.parse("1d"),
        declared_grade=Grade.parse("37k"), highest_grade=Grade.parse("38k"), sigma=97.53125,
        rating_origin="PRIVATE", family="PRIVATE", ffg_status="PRIVATE", aga_expiry="PRIVATE",
        egf_pin="12345678", city="Town", birth_year=1907, sex=Sex.FEMALE, newcomer=True, fee=Cents(7_131_713),
        paid=Cents(7_131_714), extras=(("PRIVATE", "PRIVATE"),), not_same_as=("PRIVATE",),
        members=(Member(surname="Other", grade=Grade.parse("1d"), not_same_as=("PRIVATE",)),),
    )  # fmt: skip


MARKED = History(
    entries=tuple(
        Entry(number=number, event=event, by="PRIVATE", at="2026-10-03T10:00:00Z")
        for number, event in enumerate(
            [
                events.TournamentCreated(director="Shown", lot="PRIVATE", extras=(("PRIVATE", ""),)),
                events.PlayerRegistered(player=filled("1")),
                events.PlayersChanged(players=(filled("1"), filled("2"))),
                events.WishesChanged(
                    wishes=Wishes(
                        apart=((PlayerId("PRIVATE"), TWO),),
                        games=(WantedGame(round=1, white=PlayerId("PRIVATE"), black=TWO),),
                        tables=((PlayerId("PRIVATE"), 7_131_71),),
                    )
                ),
                events.ResultContested(round=1, table=1, white=ONE, black=TWO, result=Result.BOTH_WIN),
                events.ResultClaimed(
                    round=1, table=1, claimed_by=ONE, result=Result.WHITE_WINS, phone="PRIVATE"
                ),
                events.ReasonGiven(entries=(3,), reason="PRIVATE"),
                events.StandingsReopened(reason="a reason that is shown"),
                events.LeaderChanged(leader=Leader(epoch=1, server="PRIVATE")),
                events.EntrantsKept(stage=StageId("final"), players=(ONE,), reason="PRIVATE"),
                events.in_stage(StageId("final"), events.PlayerRegistered(player=filled("3"))),
            ],
            start=1,
        )
    ),
    identity=IDENTITY,
)  # fmt: skip
PRIVATE_MARKS = (
    "PRIVATE",
    "37k",
    "38k",
    "97.53125",
    "1907",
    "female",
    "7131713",
    "7131714",
    "both win",
    "713171",
)


def public_text(history: History) -> str:
    return json.dumps(public_log_of(history), ensure_ascii=False)


def test_no_private_value_and_no_secret_is_in_the_public_log() -> None:
    text, whole = public_text(MARKED), write_history(MARKED).decode()
    for mark in PRIVATE_MARKS:
        assert mark in whole
        assert mark not in text
    for shown in ("Shown1", "Shown3", "12345678", "Town", "a reason that is shown", "Other"):
        assert shown in text
    for entry in json.loads(whole)["history"]:
        assert entry["sealed"]["secret"] not in text
    assert IDENTITY not in text


def test_the_salts_of_private_fields_are_not_in_the_public_log() -> None:
    text = public_text(MARKED)
    for entry in MARKED.entries:
        raw = raw_entry(entry)
        assert raw.seal
        for path in ("by", "player.fee", "players.1.birth_year", "change.player.family", "lot"):
            assert raw.seal.salt(path) not in text


@pytest.mark.parametrize("path", NEWEST, ids=lambda path: path.stem)
def test_no_private_field_of_any_kind_of_entry_is_public(path: Any) -> None:
    for raw in public_log_of(as_new(opened(path)))["history"]:
        assert "by" not in raw
        change = raw["change"]["event"] if raw["event"] == "InStage" else ""
        for each in stored_fields(raw["event"], change):
            if each.exposure is not None and each.exposure.value == "private":
                there = list(_places(raw, each.path.split(".")))
                assert not there or (each.open_if_empty and all(value in ("", []) for value in there))


def test_an_old_entry_shows_no_private_field_either() -> None:
    [path] = [each for each in NEWEST if each.stem.endswith("every-field")]
    old = replace(opened(path), identity=IDENTITY)
    for raw in public_log_of(old)["history"]:
        assert "sealed" not in raw
        change = raw["change"]["event"] if raw["event"] == "InStage" else ""
        for each in stored_fields(raw["event"], change):
            if each.exposure is not None and each.exposure.value == "private":
                there = list(_places(raw, each.path.split(".")))
                assert not there or (each.open_if_empty and all(value in ("", []) for value in there))


@pytest.mark.parametrize("path", NEWEST, ids=lambda path: path.stem)
def test_the_whole_log_and_its_public_part_have_the_same_hashes(path: Any) -> None:
    new = as_new(opened(path))
    whole = write_history(new)
    log = read_log(whole)
    public = read_log(public_text(new).encode())
    assert log.hashes == public.hashes == tuple(each["hash"] for each in json.loads(whole)["history"])
    assert (log.public, public.public, public.unproved) == (False, True, 0)
    assert log.head == public.head
    assert read_history(whole) == new
    assert write_history(read_history(whole)) == whole


@pytest.mark.parametrize("path", NEWEST, ids=lambda path: path.stem)
def test_a_public_log_replays(path: Any) -> None:
    history = opened(path)
    read = read_public_history(public_text(as_new(history)).encode())
    assert [type(each.event) for each in read.entries] == [type(each.event) for each in history.entries]
    again = read.tournament()
    assert [player.name for player in again.players] == [each.name for each in history.tournament().players]


def test_an_old_log_goes_on_with_sealed_entries() -> None:
    [path] = [each for each in NEWEST if each.stem.endswith("running")]
    old = opened(path)
    longer = old.append(events.DetailsChanged(name="Later"), by="Ann", at="2026-10-04T10:00:00Z")
    document = json.loads(write_history(longer))
    before = json.loads(path.read_text())["history"]
    assert [each["hash"] for each in document["history"][:-1]] == [each["hash"] for each in before]
    assert {each.get("version") for each in document["history"][:-1]} == {NEWEST_STORED}
    assert "sealed" in document["history"][-1]
    assert read_history(write_history(longer)) == longer
    log = read_log(write_history(longer))
    public = read_log(public_text(longer).encode())
    assert public.hashes == log.hashes
    assert public.unproved == len(before)


def test_a_private_value_and_its_salt_are_erased_and_every_hash_stays() -> None:
    document = json.loads(write_history(MARKED))
    hashes = [each["hash"] for each in document["history"]]
    gone = (
        "by",
        "player.family",
        "player.surname",
        "players.1.birth_year",
        "change.player.members.0.surname",
    )
    for raw in document["history"]:
        fields = {name: each for name, each in raw.items() if name not in ("sealed", "hash", "version")}
        seal = erased(fields, Seal.of_json(raw["sealed"]), lambda path, _: path in gone)
        raw.clear()
        raw.update({**fields, "sealed": seal.as_json(), "hash": hashes[fields["number"] - 1]})
        assert "secret" not in raw["sealed"]
        assert not set(gone) & raw["sealed"]["salts"].keys()
    text = json.dumps(document)
    assert '"Shown1"' in text, "of another entry"
    assert '"family": "PRIVATE"' not in json.dumps(document["history"][1])
    read = read_history(text.encode())
    assert read.entries[1].by == ""
    first = read.entries[1].event
    assert isinstance(first, events.PlayerRegistered)
    assert (first.player.surname, first.player.family, first.player.birth_year) == ("", "", 1907)
    assert read_log(text.encode()).hashes == tuple(hashes)
    assert json.loads(write_history(read)) == document
    public = json.dumps(public_log_of(read))
    assert read_log(public.encode()).hashes == tuple(hashes)
    assert "player.surname" in json.loads(public)["history"][1]["sealed"]["erased"]
    # What was erased is erased once.
    assert read_log(json.dumps(public_log_of(read_history(text.encode()))).encode()).hashes == tuple(hashes)


def test_every_change_of_the_public_part_breaks_the_chain() -> None:
    document = public_log_of(MARKED)
    read_log(json.dumps(document).encode())
    tried = 0
    for path in list(_leaves(document["history"])):
        for change in (_other, _gone):
            changed = copy.deepcopy(document)
            change(changed["history"], path)
            with pytest.raises(Refused):
                read_log(json.dumps(changed).encode())
            tried += 1
    assert tried > 400


def test_every_change_of_a_sealed_document_breaks_the_chain() -> None:
    document = json.loads(write_history(MARKED))
    for path in list(_leaves(document["history"])):
        # A private field without a value has no commitment; another empty value is not of its type.
        if _value(document["history"], path) in (None, "", []) and path[1] != "by":
            continue
        changed = copy.deepcopy(document)
        _other(changed["history"], path)
        with pytest.raises(Refused):
            read_log(json.dumps(changed).encode())


def test_nobody_finds_an_erased_value_by_trying() -> None:
    raw = raw_entry(MARKED.entries[1])
    assert raw.seal
    fields = {**json.loads(raw.about), "by": "PRIVATE"}
    seal = erased(fields, raw.seal, lambda path, _: path == "player.birth_year")
    assert seal.secret == ""
    with pytest.raises(KeyError):
        seal.salt("player.birth_year")
    assert parted(copy.deepcopy(fields), seal).hidden["player.birth_year"] == seal.erased["player.birth_year"]


def test_two_entries_that_say_the_same_have_other_commitments() -> None:
    event = events.PlayerRegistered(player=filled("1"))
    first, second = (raw_entry(Entry(number=2, event=event)) for _ in range(2))
    assert first.about == second.about
    assert first.hash("") != second.hash("")


def _places(holder: Json, steps: list[str]) -> Iterator[Json]:
    step, *rest = steps
    if step == "*":
        for item in holder or ():
            yield from _places(item, rest)
    elif holder is not None and step in holder:
        yield from _places(holder[step], rest) if rest else iter([holder[step]])


def _leaves(value: Json, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, dict) and value:
        for name, each in value.items():
            yield from _leaves(each, (*path, name))
    elif isinstance(value, list) and value:
        for at, each in enumerate(value):
            yield from _leaves(each, (*path, at))
    elif "settings" not in path or path[-1] in ("system", "rounds"):
        yield path


def _value(holder: Json, path: tuple[Any, ...]) -> Json:
    for step in path:
        holder = holder[step]
    return holder


def _other(holder: Json, path: tuple[Any, ...]) -> None:
    value = _value(holder, path)
    holder = _value(holder, path[:-1])
    match value:
        case bool():
            holder[path[-1]] = not value
        case int() | float():
            holder[path[-1]] = value + 1
        case str():
            holder[path[-1]] = f"{value}x" if value[-1:] != "0" else f"{value[:-1]}1"
        case _:
            holder[path[-1]] = "x"


def _gone(holder: Json, path: tuple[Any, ...]) -> None:
    del _value(holder, path[:-1])[path[-1]]


def test_what_programs_and_answers_get_of_an_entry_has_no_secret() -> None:
    entry = MARKED.entries[1]
    assert encode(entry).keys() == {"number", "event", "by", "at"}
    assert entry.written.secret not in repr(entry)
    assert entry.written.secret not in repr(raw_entry(entry))
