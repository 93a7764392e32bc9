"""The files of a league: its data, its tables and a plot for every kind of event."""

import json
import re
from importlib.util import find_spec
from pathlib import Path

from miai.answers import JsonObject
from miai.errors import InputError, Problem
from miai.formats.registry import save
from miai.messages import Message
from miai.terminal.plain_table import plain_text
from miai_lab.league.answer import league_json
from miai_lab.league.plots import kind_plot
from miai_lab.league.report import SHOWN, LeagueResult, league_lines, league_tables


def prepare_folder(folder: Path) -> Path:
    """Make the folder before anything is played, so that a long run does not fail at its end."""
    if find_spec("matplotlib") is None:
        raise InputError(Message("plots of a league need the extra 'lab': pip install 'miai[lab]'"))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        what = Message("cannot be made (%(reason)s)", reason=error.strerror)
        raise InputError([Problem(what=what, where=folder.name)]) from error
    return folder


def write_league(league: LeagueResult, folder: Path) -> None:
    """Write league.json with the measures of the tables, league.txt, and one plot for each kind."""
    save(folder / "league.json", _compact(league_json(league)))
    parts = ["\n".join(league_lines(league)) + "\n", *(plain_text(table) for table in league_tables(league))]
    save(folder / "league.txt", "\n".join(parts).encode())
    for kind in league.kinds:
        if not kind.models:
            continue
        save(folder / f"league-{_file_name(kind.kind)}.svg", kind_plot(kind, league.units))


def _compact(data: JsonObject) -> bytes:
    """What the tables show, a line for each contestant."""
    lines = json.dumps({**data, "measures": [each for each in data["measures"] if each["key"] in SHOWN]})
    shown = json.loads(lines)
    for kind in shown["kinds"]:
        for model in kind["models"]:
            for row in model["rows"]:
                row["measures"] = {key: found for key, found in row["measures"].items() if key in SHOWN}
    text = json.dumps(shown, ensure_ascii=False, separators=(",", ":"))
    return (text.replace('{"contestant"', '\n{"contestant"').replace('{"kind"', '\n{"kind"') + "\n").encode()


def _file_name(name: str) -> str:
    """A name that every file system accepts."""
    return re.sub(r"\W+", "-", name.casefold()).strip("-") or "events"
