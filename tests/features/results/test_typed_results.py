"""Lines such as "12 w", by the table of cases that the page's script is tested with too."""

import re
from typing import Any

import pytest

from kit.shared_cases import shared_cases
from miai.errors import InputError
from miai.features.results.typed_results import Letters, meaning, read_line

CASES = shared_cases("typed_results")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_a_line_is_read_as_the_script_reads_it(case: dict[str, Any]) -> None:
    tokens = Letters(**case["letters"]).tokens()
    assert tokens == case["tokens"]
    for line, table, said in case["lines"]:
        assert meaning(line, tokens) == (None if said is None else (table, said)), line


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("3", "Who won table 3? Type b or n after the number."),
        ("3 f", "Who won table 3 by forfeit? Type b or n as well."),
        ("3 w", "“3 w” is not a table and a winner, such as 12 b"),
    ],
)
def test_a_question_names_the_letters_that_are_in_use(line: str, said: str) -> None:
    with pytest.raises(InputError, match=re.escape(said)):
        read_line(line, Letters(white="b", black="n"))
