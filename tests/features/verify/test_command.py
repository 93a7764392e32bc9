"""miai verify: the file of a proof, and the document of an event."""

import json
from pathlib import Path

import pytest

from kit.command import Run
from kit.memory_store import MemoryStore
from kit.riverside import open_riverside
from miai.desk.live_state import Desk
from miai.domain.log.document import write_history
from miai.engine.verify.log import read_log
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


def test_a_proof_alone_is_only_consistent_with_itself(run: Run, files: tuple[Path, Path]) -> None:
    status, out, _ = run("verify", files[1])
    assert status == 3
    assert "CONSISTENT WITH ITSELF, and nothing more" in out
    assert "PROVEN" not in out
    status, out, _ = run("verify", files[1], "--json")
    assert (status, json.loads(out)["verdict"]) == (3, "consistent with itself")


def test_a_round_is_verified_with_its_event(run: Run, files: tuple[Path, Path]) -> None:
    document, proof = files
    status, out, _ = run("verify", document, "--round", "5")
    assert status == 0
    assert "PROVEN BEST: no draw costs less; 300 possible games were compared." in out
    assert (
        "The chain of the log is whole. A log that was rewritten from the start has a whole chain too" in out
    )
    assert "was not rewritten" not in out
    assert "Derived from the log and compared: players, boards, wishes, score, geography" in out
    status, out, _ = run("verify", document, "--proof", proof, "--json")
    found = json.loads(out)
    assert (status, found["verdict"], found["differences"], found["log_entries_since"]) == (
        0,
        "proven best",
        [],
        0,
    )


def test_it_says_where_the_seed_comes_from_and_how_often_the_round_was_drawn(
    run: Run, files: tuple[Path, Path]
) -> None:
    assert "The seed 0 is that of the rules. Draws of this round in the log: 1," in run("verify", files[0])[1]
    told = json.loads(run("verify", files[0], "--json")[1])
    assert told["seed_origin"] == "is that of the rules"
    assert (told["draws_made"], told["draws_with_other_games"]) == (1, 0)


def test_heads_of_the_log_that_witnesses_kept_are_compared(
    run: Run, files: tuple[Path, Path], tmp_path: Path
) -> None:
    document = files[0]
    entries = json.loads(document.read_bytes())["history"]
    early, last = entries[9], entries[-1]
    heads = tmp_path / "heads.txt"
    heads.write_text(f"# kept\n{read_log(document.read_bytes()).head.text} 12 phones\n")
    status, out, _ = run("verify", document, "--seen", f"10:{early['hash']}", "--seen", heads)
    assert status == 0
    assert "Witnesses: 12 phones agree" in out
    assert "Witnesses: the log is unchanged up to the head of" in out
    assert "A log that was rewritten" not in out
    status, out, _ = run("verify", document, "--seen", f"10:{'0' * 64}")
    assert status == 1
    assert "Witnesses: an entry before entry 10 was changed." in out
    assert "PROVEN" not in out
    status, out, _ = run("verify", document, "--seen", f"{last['number'] + 1}:{last['hash']}")
    assert status == 3
    assert "it is an older copy, or entries are gone" in out
    status, _, err = run("verify", document, "--seen", "57")
    assert (status, "'57' is not a head of a log" in err) == (2, True)
    status, _, err = run("verify", files[1], "--seen", f"10:{early['hash']}")
    assert (status, "only the document of the event can be compared" in err) == (2, True)


def test_wrong_input_is_no_verdict_and_a_rewritten_log_is_refused(
    run: Run, files: tuple[Path, Path], tmp_path: Path
) -> None:
    damaged = tmp_path / "damaged.miaiproof"
    damaged.write_bytes(files[1].read_bytes()[:-9])
    status, _, err = run("verify", damaged)
    assert (status, err) == (2, "miai: the proof is refused: the file is damaged\n")
    status, out, _ = run("verify", files[0], "--proof", damaged)
    assert (status, "REFUSED, because:" in out) == (1, True)
    rewritten = tmp_path / "rewritten.miai"
    rewritten.write_bytes(files[0].read_bytes().replace(b"Hoekstra", b"Hoeksema"))
    status, out, _ = run("verify", rewritten)
    assert (status, "an entry of the log was changed" in out) == (1, True)


def test_a_round_without_a_proof_cannot_be_verified(run: Run, files: tuple[Path, Path]) -> None:
    status, _, err = run("verify", files[0], "--round", "2")
    assert (status, err) == (2, "miai: round 2 of this event was not published with a proof\n")
