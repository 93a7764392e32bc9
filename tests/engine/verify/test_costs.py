"""Costs of a proof that are computed again, and the reasons for not doing so."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from kit.proved_event import before_publication, event, proofs
from miai.domain.points import quarters
from miai.domain.rounds.director_constraints import NO_WISHES
from miai.domain.settings.pairing_rules import PairingRules
from miai.domain.settings.scoring_rules import Rulebook, StartBand
from miai.domain.settings.seeding import SeedingChoice
from miai.domain.tournament import Tournament
from miai.engine.verify.costs import CostVerdict, check_costs
from miai.engine.verify.proof_file import ProofFile

Change = Callable[[Any], object]
_BY_TIE_BREAKS = ("the places in the groups", "tie-breaks decide them: those of the proof are used")
_ORDER_ONLY = ("the weights of the rules", "they depend on rules that were not computed")
_NO_EXPECTATIONS = ("grading", "expected results are needed for it")


@cache
def _second_round(preset: str, pairing: PairingRules | None = None) -> tuple[ProofFile, Tournament]:
    """The proof of round 2 of an event of 15, and the event before its publication."""
    desk, known = event(preset, players=15, seed=5, pairing=pairing)
    number, proof, _ = list(proofs(desk, known))[1]
    return proof, before_publication(desk, known, number)


def _changed(proof: ProofFile, change: Change) -> ProofFile:
    about = deepcopy(proof.about)
    change(about)
    return ProofFile(content=proof.content, about=about, packed=proof.packed)


def _with_settings(tournament: Tournament, **settings: Any) -> Tournament:
    return replace(tournament, settings=replace(tournament.settings, **settings))


def _with_rules(tournament: Tournament, **rules: Any) -> Tournament:
    return _with_settings(tournament, pairing=replace(tournament.settings.pairing, **rules))


def _nothing_computed(reason: str) -> CostVerdict:
    return CostVerdict(left_out=(("all rules", reason),))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda about: about.pop("rules"), "this system has no costs"),
        (
            lambda about: about.update(sides="teams"),
            "teams and sides of several people are not computed again",
        ),
        (lambda about: about.update(system="accelrat"), "only McMahon and Swiss are computed again"),
        (lambda about: about.update(preset="miai+newcomers"), "rules of plug-ins are not computed again"),
        (lambda about: about.update(nearest=True), "no draw keeps all rules"),
        (
            lambda about: about["players"]["name"].__setitem__(1, about["players"]["name"][0]),
            "two players have the same name",
        ),
    ],
)
def test_a_proof_that_cannot_be_computed_again_says_why(change: Change, reason: str) -> None:
    proof, before = _second_round("miai")
    assert check_costs(_changed(proof, change), before) == _nothing_computed(reason)


def test_settings_that_cannot_be_computed_again_are_given_as_the_reason() -> None:
    proof, before = _second_round("miai")
    of_two = _with_settings(before, sides=replace(before.settings.sides, people=2))
    other = next(each for each in Rulebook if each is not Rulebook.MIAI)
    elsewhere = _with_settings(before, scoring=replace(before.settings.scoring, rulebook=other))
    reason = "teams and sides of several people are not computed again"
    assert check_costs(proof, of_two) == _nothing_computed(reason)
    reason = "scores by the rules of another program are not computed again"
    assert check_costs(proof, elsewhere) == _nothing_computed(reason)


def test_opengotha_has_no_bands_to_compute_by() -> None:
    proof, before = _second_round("gotha")
    band = StartBand(weakest=before.settings.scoring.floor, score=quarters(3))
    banded = _with_settings(before, scoring=replace(before.settings.scoring, bands=(band,)))
    assert check_costs(proof, banded) == _nothing_computed("OpenGotha has no bands")


def test_another_order_of_players_leaves_nothing_to_compare() -> None:
    proof, before = _second_round("miai")
    swapped = _changed(proof, lambda about: about["players"]["name"].reverse())
    only = CostVerdict(differences=("the players and their order in the groups",))
    assert check_costs(swapped, before) == only


@pytest.mark.parametrize("preset", ["miai", "kaniuk", "balanced", "aga"])
def test_a_rule_that_is_missing_leaves_nothing_to_compare(preset: str) -> None:
    proof, before = _second_round(preset)
    fewer = _changed(proof, lambda about: about["rules"].pop())
    assert check_costs(fewer, before) == CostVerdict(differences=("which rules there are",))


def test_a_missing_term_of_opengotha_is_named_beside_the_facts_that_differ() -> None:
    proof, before = _second_round("gotha")

    def change(about: Any) -> None:
        about["rules"].pop()
        about["players"]["up"][0] += 1

    found = check_costs(_changed(proof, change), before)
    assert found.differences == ("the up of players", "which rules there are")
    assert found.left_out == (_BY_TIE_BREAKS,)
    assert "rematch" in found.recomputed


@pytest.mark.parametrize("preset", ["miai", "kaniuk", "balanced", "aga", "gotha"])
def test_a_changed_price_or_bye_is_named(preset: str) -> None:
    proof, before = _second_round(preset)
    at = next(at for at, rule in enumerate(proof.about["rules"]) if rule["key"] == "score")

    def change(about: Any) -> None:
        prices = about["rules"][at]["prices"]
        about["rules"][at]["prices"] = [str(int(price) + 7) for price in prices]
        about["bye_costs"][3] = "77"

    found = check_costs(_changed(proof, change), before)
    assert found.differences == ("the costs of the rule score", "the costs of the bye")


@pytest.mark.parametrize("preset", ["miai", "kaniuk", "aga", "gotha"])
def test_pairs_that_the_director_keeps_apart_are_forbidden(preset: str) -> None:
    proof, before = _second_round(preset)
    found = [each.id for each in before.players]
    one, other = next(
        (one, other)
        for one in found
        for other in found
        if one < other and not any({one, other} == {b.white, b.black} for b in before.rounds[0].boards)
    )
    apart = replace(before, wishes=replace(NO_WISHES, apart=((one, other),)))
    assert "the forbidden pairs" not in check_costs(proof, before).differences
    assert "the forbidden pairs" in check_costs(proof, apart).differences


@pytest.mark.parametrize("apart", [True, False])
def test_players_of_one_family_are_forbidden_unless_families_may_meet(*, apart: bool) -> None:
    proof, before = _second_round("kaniuk")
    players = [
        replace(each, family="Lee" if number < 2 else "lee") for number, each in enumerate(before.players)
    ]
    related = _with_rules(replace(before, players=tuple(players)), family_apart=apart)
    assert ("the forbidden pairs" in check_costs(proof, related).differences) == apart


def test_a_rematch_is_forbidden_but_by_opengotha_it_costs() -> None:
    for preset, differences in (("kaniuk", ("the forbidden pairs",)), ("gotha", ())):
        proof, before = _second_round(preset)
        game = next(board for board in before.rounds[1].boards)
        first = before.rounds[0]
        met = replace(first, boards=(*first.boards, replace(game, table=99)))
        again = check_costs(proof, replace(before, rounds=(met, *before.rounds[1:])))
        assert ("the forbidden pairs" in again.differences) == bool(differences), preset


def test_without_expected_results_tiers_are_checked_by_the_order_of_prices() -> None:
    proof, before = _second_round("miai", PairingRules(grading_information=True))
    found = check_costs(proof, before)
    assert found.left_out == (_NO_EXPECTATIONS, _ORDER_ONLY)
    assert "grading" not in found.recomputed
    assert found.differences == ()
    at = next(at for at, rule in enumerate(proof.about["rules"]) if rule["key"] == "score")
    dearer = _changed(
        proof, lambda about: about["rules"][at].update(prices=["0"] * len(about["rules"][at]["prices"]))
    )
    # All prices alike keep an order; prices that fall do not.
    assert check_costs(dearer, before).differences == ()
    falling = _changed(proof, lambda about: about["rules"][at]["prices"].reverse())
    assert check_costs(falling, before).differences == ("the costs of the rule score",)


@pytest.mark.parametrize("preset", ["kaniuk", "balanced", "aga"])
def test_without_expected_results_other_weights_are_still_computed(preset: str) -> None:
    found = check_costs(*_second_round(preset, PairingRules(grading_information=True)))
    assert (found.left_out, found.differences) == ((_NO_EXPECTATIONS,), ())
    assert "score" in found.recomputed
    assert "grading" not in found.recomputed


def test_places_that_tie_breaks_decide_are_those_of_the_proof() -> None:
    by_sos = PairingRules(first_seeding=SeedingChoice(criteria=("sosm",)))
    found = check_costs(*_second_round("miai", by_sos))
    assert (found.left_out, found.differences) == ((_BY_TIE_BREAKS,), ())


def test_every_fact_of_the_players_is_compared() -> None:
    proof, before = _second_round("miai")
    for fact in (
        "grade", "club", "country", "score", "group", "place", "of", "up", "down", "balance", "last", "byes"
    ):  # fmt: skip
        other = _changed(proof, lambda about, fact=fact: about["players"][fact].__setitem__(0, "other"))  # type: ignore[misc]
        assert check_costs(other, before).differences == (f"the {fact} of players",)


def test_settings_that_were_changed_since_show_in_the_rules_they_price() -> None:
    proof, before = _second_round("miai")
    assert check_costs(proof, _with_rules(before, same_club=1)).differences != ()
    kaniuk, event_before = _second_round("kaniuk")
    flatter = replace(event_before.settings.pairing.kaniuk, psi="gaussian")
    assert (
        "the costs of the rule score"
        in check_costs(kaniuk, _with_rules(event_before, kaniuk=flatter)).differences
    )


@pytest.mark.parametrize("preset", ["miai", "gotha", "balanced", "aga"])
def test_namesakes_are_told_apart_by_their_ids_and_everything_is_computed_again(preset: str) -> None:
    desk, known = event(preset, players=14, seed=5, namesakes=4)
    for number, proof, _ in proofs(desk, known):
        players = proof.about["players"]
        assert len(set(players["name"])) == len(players["id"]) - 3
        before = before_publication(desk, known, number)
        verdict = check_costs(proof, before)
        assert verdict.recomputed
        assert verdict.differences == ()
        # Two namesakes of other strength who change places are noticed.
        same = [at for at, name in enumerate(players["name"]) if name == "Player 3"]

        def exchange(about: Any, same: list[int] = same) -> None:
            ids = about["players"]["id"]
            ids[same[0]], ids[same[1]] = ids[same[1]], ids[same[0]]

        assert check_costs(_changed(proof, exchange), before).differences


def test_a_proof_without_namesakes_has_no_ids() -> None:
    proof, _ = _second_round("miai")
    assert "id" not in proof.about["players"]
