"""What a proof says of a round beside what the log says of it."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from kit.proved_event import event, in_log, proofs
from miai.domain.people.grade import Grade
from miai.domain.points import quarters
from miai.domain.rounds.director_constraints import NO_WISHES, WantedGame
from miai.domain.settings.pairing_rules import PairingRules
from miai.domain.settings.preset_weights import PRESET_WEIGHTS
from miai.domain.settings.scoring_rules import StartBand
from miai.domain.settings.seeding import SeedingChoice
from miai.engine.verify.alternating_paths import even_ends
from miai.engine.verify.proof_file import ProofFile
from miai.engine.verify.round_check import check_round
from miai.engine.verify.round_in_log import RoundInLog
from miai.engine.verify.verdicts import Difference, Missing, RoundVerdict, What, Why

Change = Callable[[Any], object]
PRESETS = ("miai", "kaniuk", "gotha", "aga", "balanced")


@cache
def _second_round(preset: str, pairing: PairingRules | None = None) -> tuple[ProofFile, RoundInLog]:
    """The proof of round 2 of an event of 15, and the round as the log has it."""
    desk, known = event(preset, players=15, seed=5, pairing=pairing)
    number, proof, _ = list(proofs(desk, known))[1]
    return proof, in_log(desk, known, number)


def _changed(proof: ProofFile, change: Change) -> ProofFile:
    about = deepcopy(proof.about)
    change(about)
    return ProofFile(content=proof.content, about=about, packed=proof.packed)


def _with_facts(known: RoundInLog, **facts: Any) -> RoundInLog:
    return replace(known, facts=replace(known.facts, **facts))


def _with_settings(known: RoundInLog, **settings: Any) -> RoundInLog:
    return _with_facts(known, settings=replace(known.facts.settings, **settings))


def _with_rules(known: RoundInLog, **rules: Any) -> RoundInLog:
    return _with_settings(known, pairing=replace(known.facts.settings.pairing, **rules))


def _what(found: RoundVerdict) -> set[What]:
    return {each.what for each in found.differences}


@pytest.mark.parametrize(
    ("change", "missing"),
    [
        ({"system": "ladder"}, Missing(why=Why.SYSTEM, of="ladder")),
        ({"preset": "miai+newcomers"}, Missing(why=Why.PLUGIN, of="newcomers")),
    ],
)
def test_a_round_that_cannot_be_derived_says_why(change: dict[str, str], missing: Missing) -> None:
    proof, known = _second_round("miai")
    found = check_round(proof, replace(known, **change))  # type: ignore[arg-type]
    assert found.missing == (missing,)
    assert found.counts is None


def test_criteria_that_are_not_counted_again_are_named() -> None:
    proof, known = _second_round("miai", PairingRules(first_seeding=SeedingChoice(criteria=("mine",))))
    assert check_round(proof, known).missing == (Missing(why=Why.CRITERIA, of="mine"),)


@pytest.mark.parametrize("preset", PRESETS)
def test_an_honest_round_has_no_difference_and_nothing_is_missing(preset: str) -> None:
    found = check_round(*_second_round(preset))
    assert (found.differences, found.missing) == ((), ())
    assert found.counts
    assert (found.counts.free, found.counts.wanted, found.counts.pairs) == (7, 0, 105)
    assert (found.counts.rematches == 0) == (preset == "gotha")


@pytest.mark.parametrize("preset", PRESETS)
def test_another_order_of_players_is_a_difference(preset: str) -> None:
    proof, known = _second_round(preset)
    swapped = _changed(proof, lambda about: about["players"]["name"].reverse())
    assert check_round(swapped, known).differences == (Difference(what=What.PLAYERS),)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_rule_that_is_missing_is_a_difference(preset: str) -> None:
    proof, known = _second_round(preset)
    fewer = _changed(proof, lambda about: about["rules"].pop())
    fewer = ProofFile(content=fewer.content, about=fewer.about, packed=_packed_without_last_rule(proof))
    assert check_round(fewer, known).differences == (Difference(what=What.RULES),)


def _packed_without_last_rule(proof: ProofFile) -> bytes:
    sizes = [-(-rule["bits"] * rule["count"] // 8) for rule in proof.about["rules"]]
    return proof.packed[: sum(sizes[:-1])] + proof.packed[sum(sizes) :]


@pytest.mark.parametrize("preset", PRESETS)
def test_a_changed_price_or_bye_is_named(preset: str) -> None:
    proof, known = _second_round(preset)
    at = next(at for at, rule in enumerate(proof.about["rules"]) if rule["key"] == "score")

    def change(about: Any) -> None:
        prices = about["rules"][at]["prices"]
        about["rules"][at]["prices"] = [str(int(price) + 7) for price in prices]
        about["bye_costs"][3] = "77"

    found = check_round(_changed(proof, change), known)
    assert found.differences == (Difference(what=What.PRICES, of="score"), Difference(what=What.BYE_COSTS))


@pytest.mark.parametrize("preset", PRESETS)
def test_pairs_that_the_director_keeps_apart_are_forbidden(preset: str) -> None:
    proof, known = _second_round(preset)
    found = [each.id for each in known.facts.players]
    met = {frozenset((board.white, board.black)) for board in known.facts.rounds[0].boards}
    pair = next((a, b) for a in found for b in found if a < b and frozenset((a, b)) not in met)
    apart = _with_facts(known, wishes=replace(NO_WISHES, apart=(pair,)))
    found_apart = check_round(proof, apart)
    assert What.FORBIDDEN in _what(found_apart)
    assert found_apart.counts
    assert found_apart.counts.apart == 1


def test_games_that_the_director_wants_are_forced() -> None:
    proof, known = _second_round("miai")
    one, other = (each.id for each in known.facts.players[:2])
    wanted = _with_facts(
        known, wishes=replace(NO_WISHES, games=(WantedGame(round=2, white=one, black=other),))
    )
    assert What.FORCED in _what(check_round(proof, wanted))
    twice = (*wanted.facts.wishes.games, WantedGame(round=2, white=one, black=known.facts.players[3].id))
    contrary = _with_facts(known, wishes=replace(NO_WISHES, games=twice))
    assert check_round(proof, contrary).missing == (Missing(why=Why.WISHES),)


@pytest.mark.parametrize("apart", [True, False])
def test_players_of_one_family_are_forbidden_unless_families_may_meet(*, apart: bool) -> None:
    proof, known = _second_round("kaniuk")
    players = tuple(
        replace(each, family="Lee" if number < 2 else "lee")
        for number, each in enumerate(known.facts.players)
    )
    related = _with_rules(_with_facts(known, players=players), family_apart=apart)
    assert (What.FORBIDDEN in _what(check_round(proof, related))) == apart


def test_a_rematch_is_forbidden_but_by_opengotha_it_costs() -> None:
    for preset, what in (("kaniuk", What.FORBIDDEN), ("gotha", What.PRICES)):
        proof, known = _second_round(preset)
        game = known.facts.rounds[1].boards[0]
        first = known.facts.rounds[0]
        met = replace(first, boards=(*first.boards, replace(game, table=99)))
        assert what in _what(check_round(proof, _with_facts(known, rounds=(met, *known.facts.rounds[1:])))), (
            preset
        )


@pytest.mark.parametrize("preset", [*PRESETS, *PRESET_WEIGHTS])
def test_games_about_grades_are_computed_again(preset: str) -> None:
    desk, known = event(preset, players=15, seed=5, pairing=PairingRules(grading_information=True))
    for number, proof, _ in proofs(desk, known):
        found = check_round(proof, in_log(desk, known, number))
        assert (found.differences, found.missing) == ((), ())
        assert ("grading" in found.compared) == (preset != "gotha")


@pytest.mark.parametrize(
    "criteria", [("sosm",), ("mms", "sodosm", "dc"), ("sdc",), ("f2f", "draw"), ("cussm", "rank")]
)
def test_places_that_tie_breaks_decide_are_counted_again(criteria: tuple[str, ...]) -> None:
    choice = SeedingChoice(criteria=criteria)
    rules = PairingRules(first_seeding=choice, later_seeding=choice)
    for preset in ("miai", "gotha"):
        desk, known = event(preset, players=16, seed=5, pairing=rules)
        for number, proof, _ in proofs(desk, known):
            found = check_round(proof, in_log(desk, known, number))
            assert (found.differences, found.missing) == ((), ()), (preset, number)


def test_every_fact_of_the_players_is_compared() -> None:
    proof, known = _second_round("miai")
    for fact in proof.about["players"]:
        if fact == "name":
            continue
        other = _changed(proof, lambda about, fact=fact: about["players"][fact].__setitem__(0, "other"))  # type: ignore[misc]
        assert check_round(other, known).differences == (Difference(what=What.FACT, of=fact),)
        true = _changed(proof, lambda about, fact=fact: about["players"][fact].__setitem__(0, not 0))  # type: ignore[misc]
        assert check_round(true, known).differences == (Difference(what=What.FACT, of=fact),)


def test_settings_that_were_changed_since_show_in_the_rules_they_price() -> None:
    proof, known = _second_round("miai")
    assert check_round(proof, _with_rules(known, same_club=1)).differences != ()
    kaniuk, before = _second_round("kaniuk")
    flatter = replace(before.facts.settings.pairing.kaniuk, psi="gaussian")
    found = check_round(kaniuk, _with_rules(before, kaniuk=flatter))
    assert Difference(what=What.PRICES, of="score") in found.differences


def test_bands_are_computed_again_under_opengothas_weights() -> None:
    bands = tuple(
        StartBand(weakest=grade, score=quarters(score))
        for grade, score in ((Grade.parse("1k"), 3), (Grade.parse("6k"), 1))
    )
    proof, known = _second_round("gotha")
    settings = replace(known.facts.settings, scoring=replace(known.facts.settings.scoring, bands=bands))
    desk, banded = event("gotha", players=15, seed=5, rules=settings)
    for number, made, _ in proofs(desk, banded):
        found = check_round(made, in_log(desk, banded, number))
        assert (found.differences, found.missing) == ((), ())
    assert proof.about["players"]["score"] != made.about["players"]["score"]


@pytest.mark.parametrize("preset", ["miai", "gotha", "balanced", "aga"])
def test_namesakes_are_told_apart_by_their_ids_and_everything_is_computed_again(preset: str) -> None:
    desk, known = event(preset, players=14, seed=5, namesakes=4)
    for number, proof, _ in proofs(desk, known):
        players = proof.about["players"]
        assert len(set(players["name"])) == len(players["id"]) - 3
        before = in_log(desk, known, number)
        verdict = check_round(proof, before)
        assert verdict.compared
        assert verdict.differences == ()
        # Two namesakes of other strength who change places are noticed.
        same = [at for at, name in enumerate(players["name"]) if name == "Player 3"]

        def exchange(about: Any, same: list[int] = same) -> None:
            ids = about["players"]["id"]
            ids[same[0]], ids[same[1]] = ids[same[1]], ids[same[0]]

        assert check_round(_changed(proof, exchange), before).differences


def test_a_proof_without_namesakes_has_no_ids() -> None:
    proof, _ = _second_round("miai")
    assert "id" not in proof.about["players"]


@pytest.mark.parametrize("preset", PRESETS)
def test_a_bye_for_another_player_than_the_order_says_is_a_difference(preset: str) -> None:
    proof, known = _second_round(preset)

    def change(about: Any) -> None:
        best = about["best"]
        pair = next(pair for pair in best["pairs"] if best["bye"] not in pair)
        best["bye"], pair[0] = pair[0], best["bye"]

    assert check_round(_changed(proof, change), known).differences == (Difference(what=What.BYE),)


def test_the_ends_of_even_paths_are_found_through_odd_circles() -> None:
    # 0 is alone; 1-2 and 3-4 play; 0-1, 2-3, 2-4 are possible too: 4 and 3 are reached around 2-3-4.
    allowed = {0: [1], 1: [0, 2], 2: [1, 3, 4], 3: [2, 4], 4: [2, 3]}
    assert even_ends(0, {1: 2, 2: 1, 3: 4, 4: 3}, allowed) == {0, 2, 3, 4}
    allowed = {0: [1], 1: [0, 2], 2: [1], 3: [4], 4: [3]}
    assert even_ends(0, {1: 2, 2: 1, 3: 4, 4: 3}, allowed) == {0, 2}
