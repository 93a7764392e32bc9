"""Lines such as "12 w", by the table of cases that the page's script is tested with too."""

from typing import Any

import pytest

from miai.web.pages.results.typed import Letters, meaning
from shared_cases import shared_cases

CASES = shared_cases("typed_results")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_a_line_is_read_as_the_script_reads_it(case: dict[str, Any]) -> None:
    tokens = Letters(**case["letters"]).tokens()
    assert tokens == case["tokens"]
    for line, table, said in case["lines"]:
        assert meaning(line, tokens) == (None if said is None else (table, said)), line
