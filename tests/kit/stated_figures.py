"""Which figures of a page its results file does not hold."""

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

_FIGURE = re.compile(r"(?<![\w.])-?\d+(?:,\d{3})*(?:\.\d+)?(?:e-?\d+)?(?: ?%)?(?!\w)")
_CODE = re.compile(r"```.*?```|`[^`]*`|\]\([^)]*\)", re.DOTALL)


def unheld(page: str, results: Any) -> list[str]:
    """The figures that no value of the results rounds to; what stands in code is not stated."""
    values = [*_values(results)]
    numbers = [Decimal(repr(value)) for value in values if not isinstance(value, str)]
    words = {figure for value in values if isinstance(value, str) for figure in _FIGURE.findall(value)}
    return [
        figure
        for figure in dict.fromkeys(_FIGURE.findall(_CODE.sub(" ", page)))
        if figure not in words and not _rounds(figure, numbers)
    ]


def unheld_by_section(page: str, parts: Mapping[str, Any]) -> dict[str, list[str]]:
    """The same by section: each may state what its own part of the results holds, others nothing.

    What stands before the first section is named "".
    """
    found = {}
    before, *sections = re.split(r"^## ", page, flags=re.MULTILINE)
    for heading, _, text in (("", "", before), *(section.partition("\n") for section in sections)):
        missing = unheld(text, parts.get(heading, []))
        if missing:
            found[heading] = missing
    return found


def _values(results: Any) -> Iterator[float | str]:
    if isinstance(results, dict):
        results = list(results.values())
    if isinstance(results, list):
        for each in results:
            yield from _values(each)
    elif results is not None and not isinstance(results, bool):
        yield results


def _rounds(figure: str, numbers: list[Decimal]) -> bool:
    share = figure.endswith("%")
    stated = Decimal(figure.rstrip("% ").replace(",", ""))
    half = Decimal(1).scaleb(int(stated.as_tuple().exponent)) / 2
    return any(abs((100 * number if share else number) - stated) <= half for number in numbers)
