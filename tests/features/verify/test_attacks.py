"""Attacks on the verifier itself: texts that are read in two ways, bombs, odd values, odd entries."""

import gzip
import json
import resource
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from kit import phone_cases
from kit.forged_events import Forged, rechained
from kit.proved_event import event
from kit.proved_structures import STRUCTURES, play
from kit.staged_hall import hall_of, inside
from miai.domain.log import events
from miai.domain.rounds.round import Bye, ByeKind
from miai.domain.stages import StageId, StagePlan
from miai.engine.verify.proof_file import MOST_PLAYERS, Refused, open_proof
from miai.errors import InputError
from miai.features.verify.verify_draw import Conclusion, Verification, verify_draw

Attack = Callable[[Forged], object]
ATTACKS: list[Attack] = []


def attack(each: Attack) -> Attack:
    """Add an attack to the table."""
    ATTACKS.append(each)
    return each


@cache
def _honest() -> Forged:
    return Forged.of(*event("miai", players=9, seed=4), 2)


def _found(made: Forged, *, phone: bool = True) -> Verification | None:
    """What is said of it; None if the file makes no sense."""
    verify = phone_cases.verify_draw if phone else verify_draw
    try:
        document, proof = made.written()
        return verify(document, round=made.round, stage=made.stage, proof=proof)
    except InputError:
        return None


# Fields that nobody asked for ---------------------------------------------------------------


@attack
def a_field_beside_those_of_a_proof(made: Forged) -> None:
    made.about["verified_by"] = "the federation"


@attack
def a_fact_beside_those_of_players(made: Forged) -> None:
    made.about["players"]["rating"] = [2700] * made.players


@attack
def ids_without_namesakes_of_other_players(made: Forged) -> None:
    made.about["players"]["id"] = [f"x{at}" for at in range(made.players)]


@attack
def a_field_beside_those_of_the_best_draw(made: Forged) -> None:
    made.about["best"]["second"] = []


@attack
def a_field_beside_those_of_a_rule(made: Forged) -> None:
    made.about["rules"][0]["weight"] = "0"


@attack
def a_field_of_an_entry_that_nobody_knows(made: Forged) -> None:
    made.entry("ResultEntered", round=1)["really"] = "black"


@attack
def an_entry_of_an_unknown_kind(made: Forged) -> None:
    made.put_before(made.draw_of(2), {"event": "DrawApproved", "round": 2})


# Values that are read in two ways -----------------------------------------------------------


@attack
def a_board_counted_from_true(made: Forged) -> None:
    made.about["boards"][0][0] = True


@attack
def a_total_with_a_sign_and_a_zero(made: Forged) -> None:
    made.about["best"]["total"] = "+0" + made.about["best"]["total"]


@attack
def a_total_in_other_digits(made: Forged) -> None:
    total = made.about["best"]["total"]
    made.about["best"]["total"] = "".join(chr(ord("٠") + int(digit)) for digit in total)


@attack
def a_result_of_a_table_as_a_text(made: Forged) -> None:
    made.entry("ResultEntered", round=1, table=1)["table"] = "1"


@attack
def a_table_below_zero(made: Forged) -> None:
    made.drawn["boards"][0]["table"] = made.about["boards"][0][0] = -1


@attack
def a_komi_without_end(made: Forged) -> None:
    made.drawn["boards"][0]["komi"] = made.about["boards"][0][4] = float("inf")


@attack
def a_komi_that_is_no_number(made: Forged) -> None:
    made.drawn["boards"][0]["komi"] = made.about["boards"][0][4] = float("nan")


@attack
def a_huge_komi(made: Forged) -> None:
    made.drawn["boards"][0]["komi"] = made.about["boards"][0][4] = 1e308


@attack
def names_that_look_alike(made: Forged) -> None:
    names = made.about["players"]["name"]
    names[0] = names[0].replace("P", "Р")


@attack
def names_with_signs_that_nobody_sees(made: Forged) -> None:
    names = made.about["players"]["name"]
    names[0] = names[0][:3] + "\u200b" + names[0][3:]


@attack
def a_system_in_capitals(made: Forged) -> None:
    made.about["system"] = made.about["system"].upper()


# Entries out of order -----------------------------------------------------------------------


@attack
def an_undo_of_an_entry_that_comes_later(made: Forged) -> None:
    at = made.entry("ResultEntered", round=1, table=1)["number"]
    made.put_before(made.entry("ResultEntered", round=1, table=1), {"event": "Undone", "entry": at + 1})


@attack
def an_undo_of_an_undo(made: Forged) -> None:
    result = made.entry("ResultEntered", round=1, table=1)["number"]
    made.put_before(made.draw_of(2), {"event": "Undone", "entry": result})
    undo = next(each["number"] for each in made.entries if each["event"] == "Undone")
    made.put_before(made.draw_of(2), {"event": "Undone", "entry": undo})


@attack
def a_result_undone_before_the_draw(made: Forged) -> None:
    result = made.entry("ResultEntered", round=1, table=1)["number"]
    made.put_before(made.draw_of(2), {"event": "Undone", "entry": result})


@attack
def a_number_of_an_entry_twice(made: Forged) -> None:
    made.entries[-1]["number"] -= 1


@attack
def a_player_with_the_id_of_another(made: Forged) -> None:
    made.entries[2]["player"]["id"] = made.entries[1]["player"]["id"]


@attack
def a_round_created_a_second_time(made: Forged) -> None:
    made.put_before(
        made.draw_of(2), {name: value for name, value in made.entries[0].items() if name != "hash"}
    )


@attack
def a_format_of_the_future(made: Forged) -> None:
    made.document["miai"] += 1


@attack
def an_entry_of_an_older_format_after_newer_ones(made: Forged) -> None:
    """The draw says nothing of its arithmetic, so that the first one counts."""
    drawn = made.draw_of(2)
    drawn["version"] = 6
    del drawn["pricing"]


@attack
def a_publication_of_a_round_that_is_not_drawn(made: Forged) -> None:
    published = made.entry("RoundPublished", round=2)
    published["round"] = made.about["round"] = made.round = 9


# --------------------------------------------------------------------------------------------


# The phone gets entries from its server, which reads the format of the log and refuses these.
_OF_THE_FORMAT = (
    a_field_of_an_entry_that_nobody_knows,
    a_format_of_the_future,
    an_entry_of_an_older_format_after_newer_ones,
)


@pytest.mark.parametrize("attacking", ATTACKS, ids=lambda each: each.__name__)
def test_no_attack_on_the_reading_of_files_is_accepted(attacking: Attack) -> None:
    made = _honest().fresh()
    before = made.fresh().written()
    honest = _found(made)
    assert honest and honest.conclusion is Conclusion.BEST
    attacking(made)
    try:
        assert made.written() != before
        found = _found(made, phone=attacking not in _OF_THE_FORMAT)
    except (KeyError, IndexError, StopIteration):
        pytest.fail("the forger could not write the file")
    assert found is None or found.conclusion in (Conclusion.REFUSED, Conclusion.NOT_VERIFIED)


def _rewritten(change: Callable[[bytes], bytes]) -> Verification | None:
    """A proof whose content is changed as text, and the log that names its hash."""
    made = _honest().fresh()
    _, proof = made.written()
    content = change(gzip.decompress(proof))
    assert content != gzip.decompress(proof)
    made.entry("RoundPublished", round=2)["proof"] = sha256(content).hexdigest()
    rechained(made.document)
    try:
        return verify_draw(json.dumps(made.document).encode(), round=2, proof=gzip.compress(content))
    except InputError:
        return None


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'{"best"', b'{"boards":[],"best"'),
        (b'"event":"Open"', b'"event":"Other","event":"Open"'),
        (b'"players":{', b'"players":{"name":[],'),
        (b'"nearest":false', b'"nearest":NaN'),
        (b'"round":2', b'"round":2.0000000000000000001'),
        (b'"round":2', b'"round":2e0'),
        (b'"forced":[]', b'"forced":' + b"[" * 100_000 + b"]" * 100_000),
        (b'"forced":[]', b'"forced":[' + b"9" * 5000 + b"]"),
    ],
)
def test_a_proof_that_can_be_read_in_two_ways_is_refused(old: bytes, new: bytes) -> None:
    def change(content: bytes) -> bytes:
        return content.replace(old, new, 1)

    found = _rewritten(change)
    # 2.0 and 2 are one number for every reader.
    accepted = new in (b'"round":2.0000000000000000001', b'"round":2e0')
    assert found is None or found.conclusion is (Conclusion.BEST if accepted else Conclusion.REFUSED)


@pytest.mark.parametrize(
    "document",
    [
        b'{"miai": 8, "identity": "", "history": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        b'{"miai": 8, "identity": "", "history": [{"event": "Undone"}]}',
        b'{"miai": 8, "identity": "", "history": [{"number": NaN}]}',
        b'{"miai": 8, "identity": "", "history": [], "history": [{}]}',
        b'{"miai": {}, "identity": [], "history": {"0": 1}}',
        b"\xff\xfe{\x00}\x00",
        b"[]",
        b"",
    ],
)
def test_a_document_that_makes_no_sense_is_one_clear_error(document: bytes) -> None:
    try:
        found = verify_draw(document, round=1, proof=b"x")
    except InputError:
        return
    assert found.conclusion is Conclusion.REFUSED


def test_an_entry_that_says_one_thing_twice_is_refused() -> None:
    document, proof = _honest().fresh().written()
    doubled = document.replace(b'"result": "white"', b'"result": "black", "result": "white"', 1)
    assert doubled != document
    with pytest.raises(InputError):
        verify_draw(doubled, round=2, proof=proof)


def test_a_proof_of_too_many_players_needs_no_memory() -> None:
    made = _honest().fresh()
    players = MOST_PLAYERS + 1
    for fact, values in made.about["players"].items():
        made.about["players"][fact] = values[:1] * players
    _, proof = made.written()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(Refused):
        open_proof(proof)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 200_000


def test_one_set_of_players_many_times_proves_nothing() -> None:
    made = _honest().fresh()
    free = [at for at, dual in enumerate(made.about["duals"]) if dual is not None][:3]
    made.about["blossoms"] += [["2", free], ["2", free]]
    found = _found(made)
    assert found and found.refusal == "blossoms"


def test_a_proof_without_the_log_that_it_rests_on_is_refused() -> None:
    made = _honest().fresh()
    document, _ = made.written()
    logs: list[Any] = [{}, [], {"entry": 1}, {"entry": [1], "hash": 7}]
    for log in logs:
        made.about["log"] = log
        made.keeps_hash = True
        _, proof = made.written()
        published = made.entry("RoundPublished", round=2)
        published["proof"] = sha256(gzip.decompress(proof)).hexdigest()
        rechained(made.document)
        found = verify_draw(json.dumps(made.document).encode(), round=2, proof=proof)
        assert found.conclusion is Conclusion.REFUSED
    assert document


# The publication ----------------------------------------------------------------------------


def test_a_round_that_is_published_twice_counts_as_the_last_time() -> None:
    """The good draw is published, then another one with a proof that says what it costs."""
    made = STRUCTURES["handicap_swiss"]()
    good = made.written()[1]
    again = made.fresh()
    published = json.loads(json.dumps(again.entry("RoundPublished", round=2)))
    bad = json.loads(json.dumps(again.draw_of(2)))
    one, other = bad["round"]["boards"][0], bad["round"]["boards"][1]
    one["black"], other["black"] = other["black"], one["black"]
    again.document["history"] += [{**bad, "again": True}, {**published, "proof": ""}]
    again.number_again()
    again.keeps_hash = True
    document, _ = again.written()
    with pytest.raises(InputError, match="with a proof"):
        verify_draw(document, round=2, proof=good)


def test_another_bye_after_the_publication_is_named() -> None:
    desk, known = event("miai", players=9, seed=4)
    made = Forged.of(desk, known, 2)
    free = desk.state(known).tournament.round(2).free[0]
    changed = events.ByesChanged(round=2, byes=(Bye(player=free, kind=ByeKind.VOLUNTARY),))
    desk.change(known, lambda _: [changed], by="director")
    made = Forged.of(desk, known, 2)
    made.keeps_hash = True
    found = _found(made)
    assert found and found.conclusion is Conclusion.NOT_VERIFIED
    assert "others have the bye" in str(found.reasons)


# Stages -------------------------------------------------------------------------------------


def test_a_stage_that_is_called_as_another_is_asked_for_by_its_id() -> None:
    hall = hall_of(8, system="swiss")
    plans = [StagePlan(id=StageId(each)) for each in ("one", "two")]
    people = hall.event.players
    for plan, name, field in zip(plans, ("two", "Two"), (people[:4], people[4:]), strict=True):
        within: list[Any] = [
            events.TournamentCreated(name=name, settings=hall.event.settings),
            *(events.PlayerRegistered(player=each) for each in field),
        ]
        opened: list[Any] = [events.StageOpened(plan=plan)]
        opened += [events.InStage(stage=plan.id, change=each) for each in within]
        hall.desk.change(hall.id, lambda _, opened=opened: opened, by="A")  # type: ignore[misc]
    for stage in ("one", "two"):
        play(hall.desk, inside(hall, stage).id, 1)
    document = Forged.of(*hall.at, 1, "two").written()[0]
    assert verify_draw(document, round=1, stage="two").about("event") == "Two"
    with pytest.raises(InputError, match="several stages"):
        verify_draw(document, round=1, stage="TWO")


def test_the_phone_accepts_none_of_them(tmp_path: Path) -> None:
    differing, _, count = phone_cases.compare_with_phone(tmp_path)
    assert not differing
    assert count > len(ATTACKS)
