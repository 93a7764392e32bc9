"""What a file holds is shown on the terminal, and never commands it."""

import json

from miai.answers import Column, Table
from miai.terminal.ruled_table import visible, visible_in_line, visible_json, visible_table

ATTACK = "\x1b[2J\x1b]0;title\x07\x9b31mA\u202eB\x7f"


def test_commands_to_the_terminal_become_visible() -> None:
    assert visible(ATTACK) == r"\x1b[2J\x1b]0;title\x07\x9b31mA\u202eB\x7f"
    assert visible("a\tb\nc") == "a\tb\nc"
    assert visible("Müller 見合い ½ 👩‍🦰") == "Müller 見合い ½ 👩‍🦰"


def test_a_cell_cannot_start_a_line_of_its_own() -> None:
    assert visible_in_line("A\nmiai: all is well\r\tB") == r"A\nmiai: all is well\r\tB"
    table = Table(title="T\n", columns=(Column(title="C\x1b"),), rows=(("a\nb",), (ATTACK,)))
    shown = visible_table(table)
    assert shown.title == r"T\n"
    assert shown.columns[0].title == r"C\x1b"
    assert shown.rows == ((r"a\nb",), (visible(ATTACK),))


def test_json_says_the_same_without_commands() -> None:
    shown = visible_json(json.dumps({"name": ATTACK}, ensure_ascii=False, indent=1))
    assert shown.isprintable() or set(shown) - set(visible(shown)) == set()
    assert json.loads(shown) == {"name": ATTACK}
