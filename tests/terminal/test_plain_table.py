"""Tables on a terminal."""

import pytest

from miai.answers import Column, Table
from miai.terminal.plain_table import plain_text, print_rich

LONG = Table(
    title="",
    columns=(Column(title="Setting"), Column(title="Games between strangers below", right=True, wrap=16)),
    rows=(("miai", "86.7 ± 26.2 %"),),
)
LINES = ["           Games between", "Setting  strangers below", "miai       86.7 ± 26.2 %"]


def test_a_long_heading_takes_several_lines_above_its_column() -> None:
    assert plain_text(LONG).splitlines() == LINES


def test_a_long_heading_takes_several_lines_on_a_terminal_too(capsys: pytest.CaptureFixture[str]) -> None:
    print_rich(LONG)
    shown = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert [line for line in shown if line and "─" not in line] == [" ".join(line.split()) for line in LINES]
