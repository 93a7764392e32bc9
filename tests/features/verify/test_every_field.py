"""Every field of a proof and every field of every entry of a log, changed once, with hashes that fit."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kit.changed_values import change_value, leaves, names_in
from kit.forged_events import Forged
from kit.phone_cases import compare_with_phone, verify_draw
from kit.proved_event import event
from miai.errors import InputError
from miai.features.verify.verify_draw import Conclusion

# The seal only says which salts the hash has: with hashes that fit, nothing of the draw rests on it.
_FRAME = ("number", "event", "hash", "sealed")
# Fields of a proof that may change: nothing is derived from them and nothing rests on them.
IRRELEVANT = {
    (
        "rules",
        "title",
    ): "the name of a rule in English; its key decides, and the pages have names of their own",
}
# Fields of entries before a publication that may be others, with the reason: one entry of each kind for the
# round itself and for an earlier one. The proof names the hash of the log before it, so that a change of
# these too is noticed by everyone who kept the proof, its hash or a head. `by` and `at` of entries are shown
# with wishes and change no draw.
_NOT_IN_PROOF = "a detail of the event that is not in a proof"
_EARLIER = "it says how an earlier round was drawn, which is verified by itself"
_TERMS = "a game with a handicap stays one, and an even one of unknown komi is even"
IRRELEVANT_OF_LOG = {
    **{
        ("TournamentCreated", each): _NOT_IN_PROOF
        for each in ("short_name", "place", "country", "director", "end")
    },
    (
        "TournamentCreated",
        "begin",
    ): "time zones count on this day; without a price for them it changes nothing",
    (
        "TournamentCreated",
        "lot",
    ): "a draw counts with the seed of its entry; if that follows from the lot is checked apart",
    ("TournamentCreated", "is_congress"): "only what may be entered depends on it, and that is there",
    **{("earlier RoundDrawn", each): _EARLIER for each in ("system", "preset", "seed", "pricing", "again")},
    ("earlier RoundDrawn", "round.boards.handicap"): _TERMS,
    ("earlier RoundDrawn", "round.boards.komi"): _TERMS,
    ("earlier RoundDrawn", "round.boards.locked"): "a lock is for drawing again",
    ("earlier RoundDrawn", "round.byes.locked"): "a lock is for drawing again",
    ("earlier RoundDrawn", "round.boards.colours_known"): "a game with a handicap has no colours that count",
    ("RoundDrawn", "preset"): "a preset that nobody knows is that of the settings",
    ("RoundDrawn", "pricing"): "a version that nobody knows is the newest",
    ("RoundDrawn", "again"): "there was no draw before that it could replace",
    ("RoundDrawn", "round.boards.locked"): "a lock is for drawing again",
    ("RoundDrawn", "round.byes.locked"): "a lock is for drawing again",
    (
        "RoundDrawn",
        "round.boards.colours_known",
    ): "players know which colours they take; the proof has the drawn ones",
    **{
        ("earlier RoundPublished", each): "that of an earlier publication"
        for each in ("proof", "extra", "against")
    },
}


@cache
def _honest(preset: str) -> Forged:
    desk, known = event(preset, players=9, seed=4)
    return Forged.of(desk, known, 2)


def _fresh(preset: str) -> Forged:
    return _honest(preset).fresh()


@pytest.mark.parametrize("preset", ["miai", "gotha", "balanced"])
def test_every_field_of_a_proof_is_checked_or_irrelevant_with_a_reason(preset: str) -> None:
    accepted = set()
    for path in list(leaves(_fresh(preset).about)):
        made = _fresh(preset)
        change_value(made.about, path)
        if path[0] == "log":
            continue
        if _verdict(made) in (Conclusion.BEST, Conclusion.CHANGED):
            accepted.add(names_in(path))
    assert accepted <= set(IRRELEVANT), accepted - set(IRRELEVANT)


@pytest.mark.parametrize("field", ["entry", "hash"])
def test_the_log_that_a_proof_names_is_checked(field: str) -> None:
    made = _fresh("miai")
    document, _ = made.written()
    change_value(made.about, ("log", field))
    made.keeps_hash = True
    _, proof = made.written()
    assert verify_draw(document, round=2, proof=proof).conclusion is Conclusion.REFUSED


@pytest.mark.parametrize("preset", ["miai", "gotha"])
def test_every_field_of_a_proof_that_is_missing_is_noticed(preset: str) -> None:
    for key in _fresh(preset).about:
        if key == "log":
            continue
        made = _fresh(preset)
        del made.about[key]
        assert _verdict(made) in (Conclusion.REFUSED, Conclusion.NOT_VERIFIED, None), key


def test_every_field_of_every_entry_before_the_publication_is_checked_or_irrelevant() -> None:
    """Settings are left to the test that tries each of them: a rule that nothing asks for changes no draw."""
    honest = _fresh("miai")
    published = honest.entries.index(honest.entry("RoundPublished", round=2))
    seen: set[str] = set()
    accepted: set[tuple[str, str]] = set()
    for at, entry in enumerate(honest.entries[:published]):
        kind = _kind(entry)
        if kind in seen and kind == "PlayerRegistered":
            continue
        seen.add(kind)
        for path in list(leaves({name: each for name, each in entry.items() if name not in _FRAME})):
            if path[0] == "settings" or (path[0] == "player" and path[1] not in ("grade", "club", "surname")):
                continue
            made = _fresh("miai")
            change_value(made.entries[at], path)
            if _verdict(made) in (Conclusion.BEST, Conclusion.CHANGED):
                accepted.add((kind, ".".join(names_in(path))))
    accepted = {(kind, name) for kind, name in accepted if name not in ("by", "at")}
    assert accepted <= set(IRRELEVANT_OF_LOG), accepted - set(IRRELEVANT_OF_LOG)
    assert {"RoundDrawn", "earlier RoundDrawn", "ResultEntered", "TournamentCreated"} <= seen


def _kind(entry: Any) -> str:
    """The kind of an entry; of a draw or publication with the word earlier if it is not about round 2."""
    number = entry["round"]["number"] if entry["event"] == "RoundDrawn" else entry.get("round")
    earlier = entry["event"] in ("RoundDrawn", "RoundPublished") and number != 2
    return f"earlier {entry['event']}" if earlier else str(entry["event"])


def test_every_entry_that_is_left_out_or_doubled_is_noticed_by_the_proof_that_was_kept() -> None:
    honest = _fresh("miai")
    _, kept = honest.written()
    published = honest.entries.index(honest.entry("RoundPublished", round=2))
    for at in range(1, published):
        for change in ("left out", "author"):
            made = _fresh("miai")
            if change == "left out":
                del made.entries[at]
                for number, entry in enumerate(made.entries, start=1):
                    entry["number"] = number
            else:
                made.entries[at]["by"] += "x"
            made.keeps_hash = True
            document, _ = made.written()
            try:
                found = verify_draw(document, round=2, proof=kept).conclusion
            except InputError:
                continue
            assert found is Conclusion.REFUSED, (at, change)


def _verdict(made: Forged) -> Conclusion | None:
    """What is said of it; None if the log makes no sense any more."""
    try:
        document, proof = made.written()
        return verify_draw(document, round=made.round, proof=proof).conclusion
    except InputError:
        return None


def test_the_phone_says_the_same(tmp_path: Path) -> None:
    differing, missing, count = compare_with_phone(tmp_path)
    assert not differing
    assert not missing
    assert count
