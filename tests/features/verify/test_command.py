"""miai verify: the file of a proof, and the document of an event."""

import json
from pathlib import Path

import pytest

from kit.command import Run
from kit.memory_store import MemoryStore
from kit.riverside import open_riverside
from miai.desk.live_state import Desk
from miai.domain.log.document import write_history
from miai.features.draw.draw_round import draw_round
from miai.features.draw.proof import proof_of
from miai.features.publish.publish_round import publish_round


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The document of the Riverside Open with a published round 5, and the proof of that round."""
    desk = Desk(MemoryStore())
    known = open_riverside(desk)
    draw_round(desk, known, round=5, by="director")
    publish_round(desk, known, round=5, by="director")
    folder = tmp_path_factory.mktemp("verify")
    document, proof = folder / "event.miai", folder / "round-5.miaiproof"
    document.write_bytes(write_history(desk.state(known).history))
    proof.write_bytes(proof_of(desk, known, round=5).file)
    return document, proof


def test_a_proof_is_verified_alone_and_with_its_event(run: Run, files: tuple[Path, Path]) -> None:
    document, proof = files
    status, out, _ = run("verify", proof)
    assert status == 0
    assert "No draw is better under these costs: 300 possible games were compared." in out
    status, out, _ = run("verify", document, "--round", "5")
    assert status == 0
    assert "The log names this proof and was not rewritten" in out
    assert "Computed again from the rules: score, geography" in out
    status, out, _ = run("verify", document, "--proof", proof, "--json")
    found = json.loads(out)
    assert (status, found["draw"], found["differences"], found["log_entries_since"]) == (0, "best", [], 0)


def test_a_proof_that_was_tampered_with_is_refused_with_the_reason(
    run: Run, files: tuple[Path, Path], tmp_path: Path
) -> None:
    damaged = tmp_path / "damaged.miaiproof"
    damaged.write_bytes(files[1].read_bytes()[:-9])
    status, _, err = run("verify", damaged)
    assert (status, err) == (2, "miai: the proof is refused: the file is damaged\n")
    rewritten = tmp_path / "rewritten.miai"
    rewritten.write_bytes(files[0].read_bytes().replace(b"Hoekstra", b"Hoeksema"))
    status, _, err = run("verify", rewritten)
    assert (status, "an entry of the log was changed" in err) == (2, True)


def test_a_round_without_a_proof_cannot_be_verified(run: Run, files: tuple[Path, Path]) -> None:
    status, _, err = run("verify", files[0], "--round", "2")
    assert (status, err) == (2, "miai: no round of this event was published with a proof\n")
