"""The tables of docs/explanation/strengths.md, made of their results alone.

The results are those of `miai lab calibrate --json` and `miai lab forecast-check --leave-one-out --json`.
"""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from kit.places import DOCS

_EXPLANATION = DOCS / "explanation"
PAGE = _EXPLANATION / "strengths.md"
GAMES = _EXPLANATION / "strengths-games.json"
FORECASTS = _EXPLANATION / "strengths-forecasts.json"

_MODELS = {
    "fitted, learning": "`fitted`, learning during the event",
    "fitted": "`fitted`, from grades and ratings alone",
    "coin": "a coin",
}
_FORECASTERS = {
    "drawn as set": "every round drawn as set",
    "ratings": "ratings, `egf-2021`",
    "grades": "grades, `egf-2021`",
    "coin": "a coin",
}


def results(path: Path) -> dict[str, Any]:
    """What a command told."""
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def model_table(data: dict[str, Any]) -> str:
    """How well each model foretold the games."""
    return _table(
        ("Model", "Log loss of a game", "Brier score"),
        (
            (
                _MODELS.get(each["model"], f"`{each['model']}`"),
                _valued(each["log_loss"]),
                _valued(each["brier"]),
            )
            for each in data["models"]
        ),
    )


def forecast_table(data: dict[str, Any]) -> str:
    """How well each way to forecast did."""
    return _table(
        ("Forecast", "Games, log loss", "Winner, log loss", "Winner, Brier", "In 80 %", "In 95 %"),
        (
            (
                _FORECASTERS.get(key, key),
                _spanned(each["games"]["log_loss"], each["games"]["log_loss_interval"], 3),
                _spanned(each["winner"]["log_loss"], each["winner"]["log_loss_interval"], 2),
                f"{each['winner']['brier']:.3f}",
                f"{100 * each['places']['coverage80']:.1f} %",
                f"{100 * each['places']['coverage95']:.1f} %",
            )
            for key, each in {"learning": data, **data["baselines"]}.items()
        ),
    )


def _valued(estimate: dict[str, float]) -> str:
    return _spanned(estimate["value"], (estimate["low"], estimate["high"]), 3)


def _spanned(value: float, interval: Sequence[float], digits: int) -> str:
    low, high = interval
    if low == high:
        return f"{value:.{digits}f}"
    return f"{value:.{digits}f} ({low:.{digits}f} to {high:.{digits}f})"


def _table(titles: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    shown = [f"| {' | '.join(line)} |" for line in (titles, *rows)]
    return "\n".join((shown[0], "|---" * len(titles) + "|", *shown[1:]))
