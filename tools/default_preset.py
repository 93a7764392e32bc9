"""The page about the default preset, made of the results of its search alone.

They are those of `miai lab search docs/explanation/default-preset.toml --out DIR`: make default-preset.
"""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from miai.domain.settings.preset_weights import PRESET_WEIGHTS
from miai.domain.settings.presets import preset_name
from miai.engine.judging import MEASURES
from miai.engine.judging.measures import Unit
from miai_lab.probe.config import RULES

RESULTS = Path(__file__).resolve().parents[1] / "docs" / "explanation" / "default-preset.json"

Json = dict[str, Any]

_INTRO = """\
# Which preset is the default, and why

A preset says how the rules of pairing are weighed against each other. New tournaments are drawn by
`balanced`; tournaments that were made before keep the preset that they have. This page says how
`balanced` was found, what it is better at than `miai`, which was the default before, and what that
costs. It is made of the results of one search ([default-preset.json](default-preset.json)) and says
nothing else; `make default-preset` makes it again.

## In short

- **Nothing dominates `balanced`**: of {compared} settings on tournaments held out, none is surely worse
  in no quality and surely better in one.
- **It is in the best tenth on every kind of event** by the priorities below: it beats {standing} of the
  settings that were drawn at random on the kind that likes it least. `miai` beats {former}{apart}.
- **No board is given up for the others.** On no kind of field is the widest game of a tournament, on
  average, more than half a point wider than under `miai`. That was a condition: weights that level off,
  such as those of `kaniuk`, hardly tell a game over ten points from one over three, and so have one
  very wide game in many rounds.
- **It is a choice.** Compared with `miai`, {cost}.
- Directors with other priorities have three more presets, from the ends of the front: {ends}."""
_SEARCHED = """\
## How it was searched

<!-- not run: plays for many minutes -->
```
miai lab search docs/explanation/default-preset.toml --out DIR
```

A setting is a weight W, a scale lambda and a shape psi for five rules (score, clubs and countries,
floats, colours, seeding), or an order of these rules as tiers. All but the preset `kaniuk` keep the
halves of a group apart. {points} settings were drawn at random from the ranges in
[default-preset.toml](default-preset.toml); with every order of tiers there were {first}. All played the
same tournaments. The best of every set of priorities went on to the next stage, together with new
settings close to them, and played more. In all {settings} settings played {searched} tournaments
(seed {seed}):

{stages}

The fields are of three kinds. For each kind half of the fields are made, the others are real players,
drawn from the fields of {events} real events. Grades, ratings, clubs and countries are those of the
players; who is how strong and who wins follows [the model that was fitted to real games](strengths.md).
Stones change no result.

{kinds}

**The check was made with tournaments held out**: another seed ({held_seed}), and the real players of
the other half of the events. {compared} settings played {held} of them: {cloud} drawn at random, those
with which the search ended, and the presets. The weights of the four new presets are round numbers that
were chosen before, on tournaments with other seeds. Earlier runs, without the widest game among the
qualities, led to weights that gave boards up; their checks used real players of the same events, in
other draws. No tournament of this page was used to choose."""
_PRIORITIES = """\
## What a good tournament is

A quality gets a mark between the worst and the best twentieth of the settings drawn at random, and a
setting's score is the mean mark by priority. Its *standing* is the share of the settings drawn at
random that it beats on the kind of field that likes it least; the best tenth begins at {tenth}. Four
sets of priorities were searched for:

{table}"""
_FRONT = """\
## The front

Equal scores, near grades and clubs pull against each other: where one is better another is worse. Each
value is the mean of all kinds of field, with its {level} interval. *Dominated by* says how many of the
{compared} settings are surely worse in no quality and surely better in one.

{table}

![All settings by two qualities each](pictures/default-front.svg)

Nothing dominates {front} of the {compared} settings: they are on the front. There are eight qualities,
and most settings are better than any other in one of them: to be on the front says little by itself,
and the standings decide."""
_STANDINGS = """\
## Standings

The share of the settings drawn at random that each preset beats on the kind of field that likes it
least, with its {level} interval:

{table}"""
_COST = """\
## What it costs

By how much each quality of a preset is higher than that of `miai`, on the same tournaments held out,
with {level} intervals; differences of shares are in percentage points:

{table}

The values of `balanced` and of `miai`, kind by kind:

{kinds}"""
_WEIGHTS = """\
## The weights

W and lambda of each rule; psi is the shape. With so small a lambda of the score the price of a game
grows with the square of the points between the two. The other rules are as heavy, compared with a
point, as in the preset `kaniuk`. A director who wants other numbers takes the preset `kaniuk` and sets
them.

These presets keep the two halves of a group apart, as `miai` does: with the seedings *slip*, *fold* and
*split and random* nobody meets somebody of the same half if there is another way at the same scores,
clubs, floats and colours. By the weights of `kaniuk` it can happen where many of a group have met before.

{table}"""
_LIMITS = """\
## What this does not tell

- The rules for handicap, categories and grading, teams, and systems other than McMahon were not tried.
  [What a choice costs](choices.md) measures games about grades and the part of a group that floats.
- Real fields are small: a congress of real players is put together from several events.
- OpenGotha's weights and the AGA's penalty were not compared: `miai lab league` does that.
- Which setting is best depends on the priorities. Change them in the configuration and run it again."""


def default_preset_page() -> str:
    """The page about the results."""
    return page_of(json.loads(RESULTS.read_text(encoding="utf-8")))


def page_of(data: Json) -> str:
    """The page about some results."""
    named = {each["name"]: each for each in data["found"] if each["role"] == "preset"}
    told = [*PRESET_WEIGHTS, *(key for key in named if key not in PRESET_WEIGHTS)]
    level = _share(data["level"], 0)
    best, former = (named[key]["standings"]["balanced"] for key in ("balanced", "miai"))
    values = {
        "compared": f"{data['compared']:,}",
        "level": level,
        "standing": _interval(best),
        "former": _interval(former),
        "apart": ""
        if best["low"] > former["high"]
        else ": the intervals overlap, so that neither is surely ahead",
        "cost": _cost_words(named["balanced"]["more_than_miai"]),
        "ends": ", ".join(f"`{key}`" for key in PRESET_WEIGHTS if key != "balanced"),
    }
    parts = [
        _INTRO.format(**values),
        _SEARCHED.format(
            **values,
            points=f"{data['points']:,}",
            first=f"{data['stages'][0]['settings']:,}",
            settings=f"{data['settings']:,}",
            searched=f"{data['tournaments_searched']:,}",
            held=f"{data['tournaments_held_out']:,}",
            seed=data["seed"],
            held_seed=data["held_out_seed"],
            events=data["events"],
            cloud=data["cloud"],
            stages=_stage_table(data),
            kinds=_kind_table(data),
        ),
        _PRIORITIES.format(tenth=_share(data["best_tenth"], 0), table=_priority_table(data)),
        _FRONT.format(**values, front=data["front"], table=_quality_table(data, named, told)),
        _STANDINGS.format(level=level, table=_standing_table(data, named, told)),
        _COST.format(
            level=level,
            table=_difference_table(data, named, told),
            kinds=_two_presets(data, named["balanced"], named["miai"]),
        ),
        _WEIGHTS.format(table=_weight_table(named)),
        _LIMITS,
    ]
    return "\n\n".join(parts) + "\n"


def _cost_words(differences: Json) -> str:
    """What is surely higher and lower, in words."""
    words = []
    for key, each in differences.items():
        if abs(each["value"]) > each["reach"]:
            more = "more" if each["value"] > 0 else "less"
            words.append(f"{_title(key)}: {_value(key, abs(each['value']))} {more}")
    return "; ".join(words)


def _title(key: str) -> str:
    title = MEASURES[key].title
    return title[0].lower() + title[1:]


def _share(value: float, digits: int = 1) -> str:
    return f"{100 * value:.{digits}f} %"


def _interval(standing: Json) -> str:
    low, high = (f"{100 * standing[key]:.0f}" for key in ("low", "high"))
    return f"{_share(standing['value'], 0)} ({low} % to {high} %)"


def _value(key: str, value: float) -> str:
    shown = f"{100 * value:.1f} %" if MEASURES[key].unit is Unit.SHARE else f"{value:.2f}"
    return shown.removeprefix("-") if not shown.strip("-0. %") else shown


def _figure(key: str, figure: Json, *, signed: bool = False) -> str:
    value, reach = _value(key, figure["value"]), _value(key, figure["reach"])
    sign = "+" if signed and not value.startswith("-") else ""
    return f"{sign}{value} ± {reach}"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)])


def _stage_table(data: Json) -> str:
    rows = [
        (
            f"{stage['settings']:,}",
            *(f"{count:,}" for count in stage["fields"][:: _sides(data)]),
            f"{stage['tournaments']:,}",
        )
        for stage in data["stages"]
    ]
    kinds = [f"Fields of each sort, {each['name']}" for each in data["kinds"]]
    return _table(("Settings", *kinds, "Tournaments"), rows)


def _sides(data: Json) -> int:
    return len(data["stages"][0]["fields"]) // len(data["kinds"])


def _kind_table(data: Json) -> str:
    rows = [
        (
            each["name"],
            f"{each['players'][0]} to {each['players'][1]}",
            str(each["rounds"]),
            str(each["plays"]),
            str(each["held_out"]),
        )
        for each in data["kinds"]
    ]
    return _table(
        ("Kind", "Players", "Rounds", "Times each field is played", "Fields held out, of each sort"), rows
    )


def _priority_table(data: Json) -> str:
    names = list(data["priorities"])
    rows = [
        (title, *(f"{data['priorities'][name].get(key, 0):g}" for name in names))
        for key, title in data["qualities"].items()
    ]
    return _table(("Quality", *names), rows)


def _quality_table(data: Json, named: Json, told: Sequence[str]) -> str:
    rows = [
        (
            f"`{key}`",
            *(_figure(quality, named[key]["qualities"][quality]) for quality in data["qualities"]),
            str(len(named[key]["dominated_by"])),
        )
        for key in told
    ]
    return _table(("Preset", *data["qualities"].values(), "Dominated by"), rows)


def _standing_table(data: Json, named: Json, told: Sequence[str]) -> str:
    names = list(data["priorities"])
    rows = [(f"`{key}`", *(_interval(named[key]["standings"][name]) for name in names)) for key in told]
    return _table(("Preset", *names), rows)


def _difference_table(data: Json, named: Json, told: Sequence[str]) -> str:
    rows = [
        (
            title,
            *(
                _figure(key, named[preset]["more_than_miai"][key], signed=True)
                for preset in told
                if preset != "miai"
            ),
        )
        for key, title in data["qualities"].items()
    ]
    return _table(("Quality", *(f"`{key}`" for key in told if key != "miai")), rows)


def _two_presets(data: Json, new: Json, former: Json) -> str:
    rows = [
        (
            kind,
            *(
                ", ".join(_value(key, each["kinds"][kind][key]["value"]) for each in (new, former))
                for key in data["qualities"]
            ),
        )
        for kind in new["kinds"]
    ]
    return _table(("Kind: `balanced`, `miai`", *data["qualities"].values()), rows)


def _weight_table(named: Json) -> str:
    rows = []
    for key in PRESET_WEIGHTS:
        each = named[key]
        weights = (f"{each['weights'][rule][0]:g}, {round(each['weights'][rule][1], 4):g}" for rule in RULES)
        rows.append((f"`{key}`: {str(preset_name(key)).lower()}", each["psi"], *weights))
    return _table(("Preset", "psi", *RULES), rows)
