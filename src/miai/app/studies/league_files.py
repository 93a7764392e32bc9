"""The files of a league: its data, its tables and a picture for every kind of event."""

import json
import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from miai.errors import InputError, Problem
from miai.formats.registry import save
from miai.report.league import league_lines, league_tables
from miai.report.league_plots import dot_plot, panels_of
from miai.report.text import plain_text


def demand_folder(folder: Path) -> Path:
    """The folder, made if it is not there, before anything is played in vain."""
    if find_spec("matplotlib") is None:
        raise InputError("pictures of a league need matplotlib: install miai[lab]")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError([Problem(what=f"cannot be made ({error.strerror})", where=folder.name)]) from error
    return folder


def write_league(data: dict[str, Any], folder: Path) -> None:
    """Write league.json, league.txt and one picture a kind."""
    save(folder / "league.json", json.dumps(data, ensure_ascii=False, indent=1).encode())
    parts = ["\n".join(league_lines(data)) + "\n", *(plain_text(table) for table in league_tables(data))]
    save(folder / "league.txt", "\n".join(parts).encode())
    units = {measure["key"]: measure["unit"] for measure in data["measures"]}
    for kind in data["kinds"]:
        names, panels = panels_of(kind, units)
        picture = dot_plot(title=f"{kind['kind']}: {kind['events']} events", names=names, panels=panels)
        save(folder / f"league-{_plain(kind['kind'])}.svg", picture)


def _plain(name: str) -> str:
    """A name that every file system takes."""
    return re.sub(r"\W+", "-", name.casefold()).strip("-") or "events"
