"""Forged proofs and documents, with hashes and chains that fit each other: none is accepted."""

import copy
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kit.forged_events import Forged
from kit.phone_cases import compare_with_phone, verify_draw
from kit.proved_event import event
from miai.desk.live_state import Desk
from miai.domain.rounds.game import Result
from miai.domain.settings.pairing_rules import PairingRules
from miai.domain.tournament import Tournament
from miai.features.verify.verify_draw import Conclusion

Forge = Callable[[Forged], object]
ACCEPTED = (Conclusion.BEST, Conclusion.CHANGED)
PRESETS = ("miai", "gotha", "kaniuk", "aga", "balanced")


@cache
def _event(preset: str) -> tuple[Desk, str]:
    return event(preset, players=17, seed=4)


def forged(preset: str = "miai", number: int = 2) -> Forged:
    """The honest documents of a round, to be changed."""
    return Forged.of(*_event(preset), number)


def verdict(made: Forged) -> Conclusion:
    document, proof = made.written()
    return verify_draw(document, round=made.round, proof=proof).conclusion


# The seventeen ------------------------------------------------------------------------


def all_games_wanted(made: Forged) -> None:
    made.play(made.bad_draw())
    made.force_all(made.bad_draw())


def every_other_pair_forbidden(made: Forged) -> None:
    made.play(made.bad_draw())
    made.forbid_others(made.bad_draw())


def _without_costs(made: Forged, **changes: Any) -> None:
    made.play(made.bad_draw())
    for field in ("rules", "forbidden", "bye_costs", "forced", "nearest", "best", "duals", "blossoms"):
        del made.about[field]
    made.packed = b""
    made.about.update(claim={"kind": "plan", "repeated": True, "tables": []}, **changes)


def relabelled_as_a_plan(made: Forged) -> None:
    _without_costs(made, system="round_robin", preset="")


def relabelled_as_a_lottery(made: Forged) -> None:
    _without_costs(made, system="random", preset="")


def relabelled_as_a_plan_of_its_own_system(made: Forged) -> None:
    _without_costs(made)


def relabelled_as_weighed(made: Forged) -> None:
    made.play(made.bad_draw())
    made.claim()
    made.about["claim"]["kind"] = "weighed"


def best_draw_replaced(made: Forged) -> None:
    made.play(made.bad_draw())
    made.claim_best(made.bad_draw())


def total_lowered(made: Forged) -> None:
    made.about["best"]["total"] = str(int(made.about["best"]["total"]) - 1)
    made.claim()


def costs_of_nothing(made: Forged) -> None:
    made.play(made.bad_draw())
    made.charge_nothing()
    made.claim()


def another_draw_in_the_log(made: Forged) -> None:
    ids = made.names()
    for at, (white, black) in enumerate(made.bad_draw()):
        made.drawn["boards"][at].update(white=ids[white], black=ids[black])


def another_name(made: Forged) -> None:
    made.about["event"] = "Another Open"


def another_round(made: Forged) -> None:
    made.about["round"] = made.round + 1


def another_seed(made: Forged) -> None:
    made.about["seed"] = "77"


def another_preset(made: Forged) -> None:
    made.about["preset"] = "kaniuk" if made.about["preset"] != "kaniuk" else "aga"


def players_called_teams(made: Forged) -> None:
    made.about["sides"] = "teams"


def handicap(made: Forged) -> None:
    made.about["boards"][0][3] = 3


def komi(made: Forged) -> None:
    made.about["boards"][0][4] = 0.5


def colours(made: Forged) -> None:
    board = made.about["boards"][0]
    board[1], board[2] = board[2], board[1]


def tables(made: Forged) -> None:
    one, other = made.about["boards"][:2]
    one[0], other[0] = other[0], one[0]


def scores(made: Forged) -> None:
    made.about["players"]["score"][0] += 4


def groups(made: Forged) -> None:
    made.about["players"]["group"] = [1] * made.players


def floats(made: Forged) -> None:
    made.about["players"]["up"][0] += 1


def bye_moved(made: Forged) -> None:
    best = made.about["best"]
    pair = next(pair for pair in best["pairs"] if best["bye"] not in pair)
    best["bye"], pair[0] = pair[0], best["bye"]
    pair.sort()
    made.about["byes"] = [best["bye"]]
    made.force_all(best["pairs"])


def other_results_before(made: Forged) -> None:
    def change(event: Tournament) -> Tournament:
        first = event.rounds[0]
        boards = tuple(replace(board, result=Result.WHITE_WINS) for board in first.boards)
        return replace(event, rounds=(replace(first, boards=boards), *event.rounds[1:]))

    made.from_other_facts(change)


def player_left_out(made: Forged) -> None:
    def change(event: Tournament) -> Tournament:
        drawn = event.rounds[-1]
        gone = {drawn.boards[0].white, drawn.boards[0].black}
        players = (
            replace(each, absent_rounds=each.absent_rounds | {drawn.number}) if each.id in gone else each
            for each in event.players
        )
        return replace(
            event,
            players=tuple(players),
            rounds=(*event.rounds[:-1], replace(drawn, boards=drawn.boards[1:])),
        )

    made.from_other_facts(change)


def other_weights(made: Forged) -> None:
    made.from_other_facts(
        lambda event: replace(
            event,
            settings=replace(
                event.settings, pairing=PairingRules(same_country=0, same_club=0, small_handicaps=True)
            ),
        )
    )


def proof_of_another_event(made: Forged) -> None:
    other = Forged.of(*event(made.about["preset"], players=17, seed=9), made.round)
    made.about, made.packed = other.about, other.packed


def proof_of_another_round(made: Forged) -> None:
    other = forged(made.about["preset"], 4)
    made.about, made.packed = other.about, other.packed


def blossom_put_in(made: Forged) -> None:
    free = [i for i, dual in enumerate(made.about["duals"]) if dual is not None][:3]
    made.about["blossoms"].append(["2", free])


def best_draw_of_none_that_keeps_all_rules(made: Forged) -> None:
    made.about["nearest"] = True


FORGERIES: tuple[Forge, ...] = (
    all_games_wanted, every_other_pair_forbidden, relabelled_as_a_plan, relabelled_as_a_lottery,
    relabelled_as_a_plan_of_its_own_system, relabelled_as_weighed, best_draw_replaced, total_lowered,
    costs_of_nothing, another_draw_in_the_log, another_name, another_round, another_seed, another_preset,
    players_called_teams, handicap, komi, colours, tables, scores, groups, floats, bye_moved,
    other_results_before, player_left_out, other_weights, proof_of_another_event, proof_of_another_round,
    blossom_put_in, best_draw_of_none_that_keeps_all_rules,
)  # fmt: skip


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
    ids, bad = made.names(), made.bad_draw()
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
    ids = made.names()
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
    assert not missing
    assert count
