"""Forged proofs and documents, with hashes and chains that fit each other: none is accepted."""

import copy
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kit.forged_events import Forged
from kit.forgeries import FORGERIES, Forge
from kit.phone_cases import compare_with_phone, verify_draw
from kit.proved_event import event
from miai.desk.live_state import Desk
from miai.engine.pairing.system_rules import settings_of_system
from miai.features.verify.verify_draw import Conclusion

ACCEPTED = (Conclusion.BEST, Conclusion.CHANGED)
# The last one is a system that has no presets.
PRESETS = ("miai", "gotha", "kaniuk", "aga", "balanced", "entropy")


@cache
def _event(preset: str) -> tuple[Desk, str]:
    if preset == "entropy":
        return event("miai", players=17, seed=4, rules=settings_of_system("entropy"))
    return event(preset, players=17, seed=4)


def forged(preset: str = "miai", number: int = 2) -> Forged:
    """The honest documents of a round, to be changed."""
    return Forged.of(*_event(preset), number)


def verdict(made: Forged) -> Conclusion:
    document, proof = made.written()
    return verify_draw(document, round=made.round, proof=proof).conclusion


@pytest.mark.parametrize("preset", PRESETS)
def test_the_honest_rounds_that_are_forged_here_are_verified(preset: str) -> None:
    for number in (1, 2, 3, 4):
        wanted = Conclusion.CHANGED if number == 3 else Conclusion.BEST
        assert verdict(forged(preset, number)) is wanted, number


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("forge", FORGERIES, ids=lambda each: each.__name__)
def test_no_forged_proof_is_accepted(forge: Forge, preset: str) -> None:
    made = forged(preset)
    forge(made)
    document, proof = made.written()
    honest = made.honest.about | {"log": None}
    assert copy.deepcopy(made.about) | {"log": None} != honest or document != forged(preset).written()[0]
    found = verify_draw(document, round=made.round, proof=proof)
    assert found.conclusion is Conclusion.REFUSED
    assert found.reasons


# A log that was rewritten -------------------------------------------------------------


def test_a_log_in_which_the_director_wanted_all_games_is_not_verified() -> None:
    made = forged()
    ids, bad = made.ids(), made.bad_draw()
    made.play(bad)
    made.force_all(bad)
    _insert_before_draw(
        made, {"games": [{"round": made.round, "white": ids[a], "black": ids[b]} for a, b in bad]}
    )
    document, proof = made.written()
    found = verify_draw(document, round=made.round, proof=proof)
    assert found.conclusion is Conclusion.NOT_VERIFIED
    assert "leave no other draw" in str(found.reasons[0])
    assert found.counts
    assert (found.counts.free, found.counts.wanted) == (0, 8)
    assert {wish.by for wish, _ in found.wishes} == {"the forger"}


def test_a_log_in_which_all_other_pairs_are_kept_apart_is_not_verified() -> None:
    made = forged(number=1)
    bad = made.bad_draw()
    ids = made.ids()
    kept = {(min(pair), max(pair)) for pair in bad}
    made.play(bad)
    made.forbid_others(bad)
    apart = [
        [ids[i], ids[j]]
        for i in range(made.players)
        for j in range(i + 1, made.players)
        if (i, j) not in kept
    ]
    _insert_before_draw(made, {"apart": apart})
    document, proof = made.written()
    found = verify_draw(document, round=made.round, proof=proof)
    assert found.conclusion in (Conclusion.NOT_VERIFIED, Conclusion.REFUSED)
    assert found.counts is None or found.counts.apart == len(apart)


def _insert_before_draw(made: Forged, wishes: dict[str, Any]) -> None:
    empty: dict[str, Any] = {"apart": [], "games": [], "tables": [], "off_tables": [], "volunteers": []}
    at = made.entries.index(next(each for each in made.entries if each.get("round") == made.drawn))
    entry = {"number": 0, "by": "the forger", "at": "", "event": "WishesChanged", "wishes": empty | wishes}
    made.entries.insert(at, entry)
    for number, each in enumerate(made.entries, start=1):
        each["number"] = number


def test_games_that_were_changed_after_the_publication_are_not_those_that_were_proved() -> None:
    made = forged(number=4)
    del made.entries[made.entries.index(made.entry("RoundPublished", round=4)) + 1 :]
    boards = copy.deepcopy(made.drawn["boards"])
    boards[0]["white"], boards[1]["white"] = boards[1]["white"], boards[0]["white"]
    change = {"how": "swapped", "players": [], "boards": boards[:2], "removed": [], "byes": None}
    entry = {"by": "the forger", "at": "", "event": "DrawChanged", "round": made.round, **change}
    made.entries.append({"number": len(made.entries) + 1, **entry})
    document, proof = made.written()
    found = verify_draw(document, round=made.round, proof=proof)
    assert (found.conclusion, found.later.pairs) == (Conclusion.NOT_VERIFIED, (1, 2))


def test_a_round_that_was_published_again_without_a_proof_has_none() -> None:
    made = forged(number=4)
    again = {**copy.deepcopy(made.entry("RoundPublished", round=4)), "proof": "", "by": "the forger"}
    made.entries.append({**again, "number": len(made.entries) + 1})
    made.keeps_hash = True
    document, proof = made.written()
    with pytest.raises(Exception, match="was not published with a proof"):
        verify_draw(document, round=4, proof=proof)


def test_the_phone_says_the_same(tmp_path: Path) -> None:
    differing, missing, count = compare_with_phone(tmp_path)
    assert not differing
    assert missing == {"system entropy"}
    assert count
