"""The page about the league, made of its results and of a text without figures of its own.

`league_page.md` is the text. In double braces it asks for what the results hold:

- `{{seed}}`, `{{held_out}}`, `{{hypotheses}}`: a seed, and how many hypotheses there are;
- `{{events KIND}}`, `{{simulated KIND}}`, `{{fields KIND}}`: how many there are of a kind;
- `{{value KIND | MEASURE | CONTESTANT}}`: a value with its 95 % interval, `{{plain …}}` without it;
- `{{difference KIND | MEASURE | CONTESTANT}}`: the difference to the first contestant with its interval;
- `{{judged NUMBER}}`, `{{fresh NUMBER}}`: the difference of a hypothesis, and the same on events held out;
- `{{table KIND}}`, `{{fairness KIND}}`, `{{differences KIND}}`, `{{verdicts}}`: whole tables.
"""

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from miai_lab.league.report import COLUMNS, FAIRNESS, SHOWN

_ROOT = Path(__file__).resolve().parents[1]
RESULTS = _ROOT / "docs" / "explanation" / "pictures" / "league.json"
TEXT = Path(__file__).with_name("league_page.md")
_TAG = re.compile(r"\{\{(\w+) ?([^}]*)\}\}")
_SURE = 0.001
_SMALL = ("tau_b", "grade_gap", "opponents_apart")
_SHARES = ("share", "share of tournaments")


def league_page() -> str:
    """The page about the committed results."""
    results = json.loads(RESULTS.read_text(encoding="utf-8"))
    return page_of(TEXT.read_text(encoding="utf-8"), results)


def page_of(text: str, results: dict[str, Any]) -> str:
    """A text with what it asks for."""
    page = _Page(results)
    return _TAG.sub(lambda found: page.tag(found[1], found[2].strip()), text)


class _Page:
    def __init__(self, results: dict[str, Any]) -> None:
        self._results = results
        self._units = {each["key"]: each["unit"] for each in results["measures"]}
        self._kinds = {each["kind"]: each for each in results["kinds"]}

    def tag(self, name: str, about: str) -> str:
        """What a tag asks for."""
        tags: dict[str, Callable[[str], str]] = {
            "seed": lambda _: str(self._results["seed"]),
            "held_out": lambda _: str(self._results["held_out"]),
            "hypotheses": lambda _: str(len(self._results["hypotheses"])),
            "events": lambda kind: f"{self._kinds[kind]['events']:,}",
            "simulated": lambda kind: f"{self._kinds[kind]['simulated']:,}",
            "fields": lambda kind: str(self._kinds[kind]["fields"]),
            "value": lambda where: self._value(*_parts(where)),
            "plain": lambda where: self._plain(*_parts(where)),
            "difference": lambda where: self._difference(*_parts(where)),
            "judged": lambda number: self._judged(int(number), "difference"),
            "fresh": lambda number: self._judged(int(number), "held_out"),
            "verdicts": lambda _: self._verdicts(),
            "table": lambda kind: self._table(kind, COLUMNS),
            "fairness": lambda kind: self._table(kind, FAIRNESS),
            "differences": lambda kind: self._table(kind, COLUMNS, differences=True),
        }
        return tags[name](about)

    def _rows(self, kind: str) -> Mapping[str, Any]:
        return {row["contestant"]: row["measures"] for row in self._kinds[kind]["models"][0]["rows"]}

    def _is_share(self, measure: str) -> bool:
        return self._units[measure] in _SHARES

    def _number(self, value: float, measure: str, *, sign: bool = False) -> str:
        scale, digits = (100, 1) if self._is_share(measure) else (1, 2)
        if measure == "tau_b":
            digits = 3
        # Differences of tau-b and of grades are small.
        digits += sign and measure in _SMALL
        text = f"{scale * value:.{digits}f}"
        if float(text) == 0:
            return text.lstrip("-")
        return f"{'+' if sign and value > 0 else ''}{text}".replace("-", "−")

    def _value(self, kind: str, measure: str, contestant: str) -> str:
        unit = " %" if self._is_share(measure) else ""
        return self._with_interval(self._rows(kind)[contestant][measure], measure, unit=unit)

    def _plain(self, kind: str, measure: str, contestant: str) -> str:
        unit = " %" if self._is_share(measure) else ""
        return self._number(self._rows(kind)[contestant][measure]["value"], measure) + unit

    def _difference(self, kind: str, measure: str, contestant: str) -> str:
        return self._apart(self._rows(kind)[contestant][measure]["difference"], measure)

    def _apart(self, found: Mapping[str, float | None], measure: str) -> str:
        unit = " points" if self._is_share(measure) else ""
        return self._with_interval(found, measure, unit=unit, sign=True)

    def _with_interval(
        self, found: Mapping[str, float | None], measure: str, *, unit: str = "", sign: bool = False
    ) -> str:
        """A single event has no interval."""
        value, *ends = (
            self._number(number, measure, sign=sign)
            for end in ("value", "low", "high")
            if (number := found[end]) is not None
        )
        return f"{value}{unit} ({' to '.join(ends)})" if ends else f"{value}{unit}"

    def _judged(self, number: int, which: str) -> str:
        found = self._results["hypotheses"][number - 1]
        return self._apart(found[which], found["measure"])

    def _verdicts(self) -> str:
        headings = (
            "", "Events", "Measure", "Contestant", "Difference", "Margin", "p, difference", "p, equivalence",
            "Verdict", "Held out",
        )  # fmt: skip
        lines = [f"| {' | '.join(headings)} |", "|---" * len(headings) + "|"]
        for number, each in enumerate(self._results["hypotheses"], 1):
            measure = each["measure"]
            fresh = each["held_out"]
            again = {None: "", True: ", confirmed", False: ", **not confirmed**"}[each["confirmed"]]
            cells = (
                str(number),
                each["kind"],
                SHOWN[measure].lower(),
                f"`{each['contestant']}`",
                self._apart(each["difference"], measure),
                f"±{self._number(each['margin'], measure)}",
                _p_value(each["p_difference"]),
                _p_value(each["p_equivalence"]),
                each["verdict"],
                f"{self._apart(fresh, measure)}{again}" if fresh else "",
            )
            lines.append(f"| {' | '.join(cells)} |")
        return "\n".join(lines)

    def _table(self, kind: str, columns: Mapping[str, str], *, differences: bool = False) -> str:
        rows = self._rows(kind)
        shown = [key for key in columns if any(key in measures for measures in rows.values())]
        titles = [f"{columns[key]}{', %' if self._is_share(key) else ''}" for key in shown]
        lines = [f"| Contestant | {' | '.join(titles)} |", "|---" * (len(shown) + 1) + "|"]
        for at, (contestant, measures) in enumerate(rows.items()):
            if differences and at == 0:
                continue
            cells = [self._cell(measures.get(key), key, differences=differences) for key in shown]
            lines.append(f"| {contestant} | {' | '.join(cells)} |")
        return "\n".join(lines)

    def _cell(self, found: Mapping[str, Any] | None, measure: str, *, differences: bool) -> str:
        told = found if found is None or not differences else found["difference"]
        return "" if told is None else self._with_interval(told, measure, sign=differences)


def _p_value(value: float) -> str:
    return f"{value:.2g}" if value >= _SURE else f"< {_SURE}"


def _parts(about: str) -> tuple[str, str, str]:
    kind, measure, contestant = (part.strip() for part in about.split("|"))
    return kind, measure, contestant
