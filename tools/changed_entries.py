"""Write docs/reference/changed-entries.md: the outcome of a change of each value in a log.

Takes some minutes: each value of each kind is changed once, and the round is verified.
"""

import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests")]

from kit.every_entry import LOGS, Outcome, changes, outcome  # noqa: E402
from kit.irrelevant_values import reason_of  # noqa: E402
from kit.plain_ids import make_plain_ids  # noqa: E402

PAGE = ROOT / "docs" / "reference" / "changed-entries.md"
HEAD = """# Changed entries

A log is given with one value of one entry changed, its hashes computed again, and the proof naming them: what
`miai verify` says of the round.

- *Noticed*: the round is refused or not verified.
- *No log*: the entries contradict each other, so that the log is not read at all.
- *Nothing*: the verdict stays, for the reason that follows.

A field can be in both columns: of two entries of a kind, or of two logs, it may count in one alone. Author
and time of entries are shown with wishes and changes, and move no verdict. Anyone who kept the proof, its
hash or a [head](proofs.md#witnesses) notices every change. Made by `python tools/changed_entries.py`, in some
minutes, from the logs of `tests/kit/every_entry.py`.

| Entry | Noticed, no log, nothing | Noticed | Nothing, because |
|---|---|---|---|
"""


def main() -> None:
    """Change every value, and write the page."""
    # Ids and seeds that are the same each time, as in the tests.
    make_plain_ids()
    tried = ((each.kind, each.field, outcome(each)) for log in LOGS for each in changes(log))
    counts = write_page(tried)
    sys.stdout.write(", ".join(f"{each.value}: {counts[each]}" for each in Outcome) + "\n")


def write_page(tried: Iterable[tuple[str, str, Outcome]]) -> Counter[Outcome]:
    """Write the page of the outcomes by kind and field, without author and time."""
    found: dict[str, Counter[Outcome]] = defaultdict(Counter)
    reasons: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    noticed: dict[str, set[str]] = defaultdict(set)
    for kind, field, seen in tried:
        if field in ("by", "at"):
            continue
        found[kind][seen] += 1
        if seen is Outcome.NOTICED:
            noticed[kind].add(field)
        if seen is Outcome.ACCEPTED:
            reasons[kind][reason_of(kind, field) or "NO REASON"].add(field)
    lines = [_line(kind, counts, noticed[kind], reasons[kind]) for kind, counts in sorted(found.items())]
    PAGE.write_text(HEAD + "\n".join(lines) + "\n", encoding="utf-8")
    return sum(found.values(), Counter[Outcome]())


def _line(kind: str, counts: Counter[Outcome], noticed: set[str], reasons: dict[str, set[str]]) -> str:
    shown = " ".join(f"`{word}`" if word[0].isupper() else word for word in kind.split(" "))
    why = "; ".join(f"{', '.join(sorted(fields))}: {reason}" for reason, fields in sorted(reasons.items()))
    numbers = ", ".join(str(counts[each]) for each in (Outcome.NOTICED, Outcome.NO_LOG, Outcome.ACCEPTED))
    return f"| {shown} | {numbers} | {', '.join(sorted(noticed))} | {why} |"


if __name__ == "__main__":
    main()
