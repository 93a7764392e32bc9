"""The reference pages that are made from the registries."""

import json
import sys
from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path
from typing import Any

from default_preset import default_preset_page
from league_page import league_page
from miai.domain.settings.criterion_names import Criterion
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.presets import preset_description
from miai.domain.settings.scoring_rules import Unplayed
from miai.domain.settings.setting_fields import setting_fields, value_at
from miai.engine.forecast.draw_habits import WAYS, fitted_habits
from miai.engine.judging import MEASURES
from miai.engine.pairing.presets import PRESETS
from miai.engine.pairing.registry import ALL_SYSTEMS
from miai.engine.pairing.rules import RULES
from miai.engine.pairing.rules.forbidding import BANS
from miai.engine.pairing.system_rules import settings_of_system
from miai.engine.rating import OWN_SYSTEMS as RATINGS
from miai.engine.rating.strengths import FITTED_NAMES, fitted
from miai.engine.rating.win_models import MODELS
from miai.engine.scoring.direct import DIRECT, Direct
from miai.engine.scoring.teams.criteria import TEAM_TIEBREAKS
from miai.engine.scoring.tiebreaks import TIEBREAKS, Tiebreak
from miai.features.settings.rule_groups import GROUPS
from miai.features.settings.rule_text import rule_text
from miai.features.settings.rule_values import choices_of
from miai.formats import FORMATS
from miai.mounts.questions import questions
from miai.server.api.problems import KINDS
from miai.serving.api_schema import document, operations_by_tag
from miai.serving.application import api_app
from reproduction import reproduction_page
from requirements import documents_page
from simulation_page import SIMULATION_HEADING, SIMULATION_INTRO, simulation_rows

_BROUGHT = (
    "criteria",
    "scoring.bar",
    "scoring.bands_from_entries",
    "scoring.absent_points",
    "scoring.absence_for_place",
    "scoring.unplayed",
    "handicapping.ceiling",
    "handicapping.by_score",
    "handicapping.correction",
    "pairing.bracket_by_lot",
)
_FIVE_DOCUMENTS = "Documents 1 to 5 are [these](../explanation/five-documents.md)."
_POLICIES = {
    Unplayed.ZERO: "Nothing.",
    Unplayed.START: "The player's own starting score; in SOSOS, that times the rounds. OpenGotha's rule.",
    Unplayed.OWN: "The player's own score; in SOSOS, their own SOS.",
    Unplayed.MACMAHON: "A bye is a win over somebody with one point less, and adds the own SOS to SOSOS; an "
    "absence adds the starting score, and that times the rounds to SOSOS.",
    Unplayed.DUMMY: "A bye is a player with no points, whose SOS is the sum of all who met it; "
    "an absence adds nothing.",
    Unplayed.AGA: "A phantom who started where the player did and won half of the rounds; "
    "opponents count half a point more for each voluntary bye or double forfeit.",
    Unplayed.EPM: "A bye adds the player's own score, and nothing to SOSOS; an absence adds nothing. "
    "The rule of document 1.",
}


def _page(title: str, intro: str, heading: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [f"# {title}", "", intro, "", f"| {' | '.join(heading)} |", f"|{'---|' * len(heading)}"]
    lines += [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join(lines) + "\n"


def criteria_page() -> str:
    """All placement criteria."""
    every: list[Tiebreak | Direct] = [*TIEBREAKS.values(), *DIRECT.values()]
    intro = (
        "Every criterion that can order the standings. `--criteria` takes its heading, its name or its key, "
        "in capitals or not. Higher is better. `all` shows every one and orders by the tournament's own."
    )
    of_teams = (
        "Every criterion that can order the table of teams, with `--teams`. OpenGotha has those up to the "
        "mean rating; the others are Miai's own. In MMS and its sums a match is a game, and a team starts by "
        "the mean of its grades."
    )
    heading = ("Heading", "Name", "Key", "What it is")
    players = _page("Placement criteria", intro, heading, _criterion_rows(every))
    teams = _page("Teams", of_teams, heading, _criterion_rows(TEAM_TIEBREAKS.values()))
    return f"{players}\n#{teams}"


def _criterion_rows(criteria: Iterable[Criterion]) -> Iterable[tuple[str, ...]]:
    return ((str(each.title), str(each.name), f"`{each.key}`", str(each.says)) for each in criteria)


def policies_page() -> str:
    """The rules for a round that was not played."""
    intro = (
        "What a round without an opponent adds to sums over opponents, by the key to give to `--unplayed`. "
        f"{_FIVE_DOCUMENTS}"
    )
    rows = ((f"`{policy.value}`", _POLICIES[policy]) for policy in Unplayed)
    return _page("Unplayed rounds", intro, ("Key", "What it adds"), rows)


def formats_page() -> str:
    """All file formats."""
    intro = (
        "Every file that Miai reads, and which of them it writes. A file is recognised by its content; the "
        "ending decides the format only when `miai convert` writes one."
    )
    rows = (
        (f"`{each.key}`", f"`{each.extension}`", "yes" if each.is_written else "no", str(each.title))
        for each in FORMATS.values()
    )
    return _page("File formats", intro, ("Key", "Ending", "Written", "What it is"), rows)


def pairing_page() -> str:
    """Systems, presets and rules of pairing."""
    systems = _page(
        "Pairing",
        "## Systems\n\nBy the key to give to `--system`.",
        ("Key", "What it is"),
        ((f"`{key}`", system.says) for key, system in ALL_SYSTEMS.items()),
    )
    brought = "#" + _page(
        "Rules that a system brings",
        "The rules of a new event, as the document of its system describes them; all other rules are alike "
        "in every system. The paths are those of `miai rules`, which shows and changes each.",
        ("System", "Rounds", *(f"`{path}`" for path in _BROUGHT)),
        (_brought(key) for key in ALL_SYSTEMS),
    )
    presets = _table(
        "Presets",
        "By the key to give to `--preset`.",
        ((f"`{key}`", str(preset_description(key))) for key in PRESETS),
    )
    rules = _table(
        "Rules",
        "What a good pairing is, the most important first in the preset `miai`. "
        "Each gives a whole number for every pair, 0 being ideal, and a sentence.",
        ((f"`{rule.key}`", rule.says) for rule in RULES),
    )
    bans = _table("Bans", "Pairs that are never drawn.", ((f"`{ban.key}`", ban.says) for ban in BANS))
    return "\n".join((systems, brought, presets, rules, bans))


def _brought(key: str) -> tuple[str, ...]:
    """The rules that a system brings."""
    settings = settings_of_system(key)
    values = (rule_text(path, value_at(settings, path)) for path in _BROUGHT)
    return (f"`{key}`", str(settings.rounds), *values)


def ratings_page() -> str:
    """Rating systems and win models."""
    systems = _page(
        "Ratings",
        "## Systems\n\nBy the key to give to `miai rate --system`. "
        "Each is a frozen dataclass of its settings; what the documents leave open is one of them. "
        f"{_FIVE_DOCUMENTS}",
        ("Key", "What it is", "Settings and defaults"),
        ((f"`{key}`", system.says, _settings_of(system)) for key, system in RATINGS.items()),
    )
    models = _table(
        "Win models",
        "The chance of winning an even game by strength, for simulations.",
        ((f"`{key}`", model.says) for key, model in MODELS.items()),
    )
    found = fitted()
    figures = "#" + _page(
        "Figures of the fitted model",
        "How true strengths, in grades, follow from grades and ratings, and results from strengths; with "
        f"95 % intervals over events. The fit knows {found.games} games of {found.events} real events; "
        f"events that it does not know cost {found.log_loss_left_out:.4f} a game (log loss), by a fit to the "
        "others. "
        "See [how strong players are](../explanation/strengths.md).",
        ("Figure", "Value", "Interval"),
        (
            (
                f"`{name}`",
                f"{getattr(found.model, name):.2f}",
                f"{found.low[name]:.2f} to {found.high[name]:.2f}",
            )
            for name in FITTED_NAMES
        ),
    )
    habits = fitted_habits()
    draws = "#" + _page(
        "How rounds are drawn",
        "The share of boards that are drawn in each way, by the same events. Once rounds of an event were "
        f"drawn, these shares count like {habits.rounds:g} of its rounds.",
        ("Way", "Share of boards"),
        ((f"`{way}`", f"{100 * share:.0f} %") for way, share in zip(WAYS, habits.shares, strict=True)),
    )
    return "\n".join((systems, models, figures, draws))


def qualities_page() -> str:
    """All measures of a tournament's quality."""
    intro = (
        "Every measure that `miai quality` prints and that the laboratory collects. A seat is one player's "
        "side of a game. The counts of many tournaments are added before they are divided (document 4, (8)). "
        f"{_FIVE_DOCUMENTS}"
    )
    rows = (
        (f"`{key}`", each.title, each.says, each.formula, each.source, each.printed)
        for key, each in MEASURES.items()
    )
    heading = ("Key", "Heading", "What it says", "Formula", "Source", "In the documents")
    return _page("Qualities", intro, heading, rows)


def simulation_page() -> str:
    """What the compiled simulation plays."""
    return _page("Simulation", SIMULATION_INTRO, SIMULATION_HEADING, simulation_rows())


def rules_page() -> str:
    """All rules of a tournament."""
    settings = Settings()
    parts = [
        "# Rules",
        "",
        "Every rule of a tournament, by the path to give to `miai rules --set`, with its default. The "
        "console has them under Settings, in the same groups.",
    ]
    for group in GROUPS:
        parts += [
            "",
            f"## {group.title}",
            "",
            "| Path | Rule | Default | Choices | What it does |",
            f"|{'---|' * 5}",
        ]
        parts += [_rule_line(settings, path) for path in group.paths]
    return "\n".join(parts) + "\n"


def _rule_line(settings: Settings, path: str) -> str:
    field = setting_fields()[path]
    keys = ["yes", "no"] if field.kind is bool else [key for key, _ in choices_of(path)]
    if "teamp" in keys:
        choices = "a [criterion for teams](criteria.md#teams)"
    elif "sosm" in keys:
        choices = "a [criterion](criteria.md)"
    else:
        choices = ", ".join(f"`{key}`" for key in keys)
    text = rule_text(path, value_at(settings, path))
    return f"| `{path}` | {field.label} | `{text}` | {choices} | {field.help or ''} |"


def _settings_of(system: type[Any]) -> str:
    return ", ".join(f"`{each.name}`: {getattr(system(), each.name)}" for each in fields(system)) or "none"


def _table(title: str, intro: str, rows: Iterable[tuple[str, ...]]) -> str:
    return "#" + _page(title, intro, ("Key", "What it is"), rows)


def api_page() -> str:
    """All operations of the API."""
    made = document(api_app())
    parts = [
        "# The API",
        "",
        f"{made['info']['description']}",
        "",
        "Addresses begin with `/api/v1`; the document of OpenAPI 3.1 is at `/api/v1/openapi.json`, this list "
        "at `/api`. See [how to use it](../how-to/use-the-api.md).",
    ]
    for group in operations_by_tag(made):
        parts += ["", f"## {group['name'].capitalize()}", "", group["description"], ""]
        parts += ["| Operation | Scope | Takes | Answers | What it does |", f"|{'---|' * 5}"]
        parts += [_operation_line(each) for each in group["operations"]]
    parts += ["", "## Problems", "", "| Kind | Title | When |", f"|{'---|' * 3}"]
    parts += [f"| `{kind}` | {title} | {about} |" for kind, (title, about) in KINDS.items()]
    return "\n".join(parts) + "\n"


def _operation_line(each: dict[str, Any]) -> str:
    asked = f"?{'&'.join(each['asks'])}" if each["asks"] else ""
    address = f"`{each['method']} {each['path']}{asked}`"
    takes = f"`{each['takes']}`" if each["takes"] else ""
    about = " ".join(f"{each['summary']}. {each['about']}".split())
    return f"| {address} | {each['scope']} | {takes} | `{each['answers']}` | {about} |"


def json_page() -> str:
    """The answers of commands as JSON."""
    intro = (
        "What commands print with `--json`. Each answer names its schema and version, such as "
        '`"schema": "miai.standings/1"`. The version grows when a key goes or changes its meaning, and not '
        "when one is added. `player`, and keys that end in `_id` or `_ids`, hold ids: that of a player stays "
        "when the name is corrected. Names are for people. The keys of studies (`miai lab`) are no promise."
        "\n\nThe schemas are in `docs/reference/schemas`, one file (JSON Schema 2020-12) for each answer, "
        "made from the types of the program; the tests validate real answers against them."
    )
    rows = (
        (f"[`{answer.name}`](schemas/{question}.json)", _about_answer(answer.schema()))
        for question, answer in questions().items()
    )
    return _page("Answers as JSON", intro, ("Schema", "What it holds"), rows)


def _about_answer(schema: dict[str, Any]) -> str:
    keys = ", ".join(f"`{key}`" for key in schema["properties"] if key != "schema")
    return " ".join(f"{schema.get('description', '')} {keys}".split()) or "A study."


def schema_files() -> dict[str, str]:
    """The schema of every answer as a file."""
    return {
        f"{question}.json": json.dumps(answer.schema(), ensure_ascii=False, indent=1) + "\n"
        for question, answer in questions().items()
    }


PAGES = {
    "../explanation/default-preset.md": default_preset_page,
    "../explanation/league.md": league_page,
    "api.md": api_page,
    "criteria.md": criteria_page,
    "documents.md": documents_page,
    "formats.md": formats_page,
    "json.md": json_page,
    "pairing.md": pairing_page,
    "qualities.md": qualities_page,
    "ratings.md": ratings_page,
    "reproduction.md": reproduction_page,
    "rules.md": rules_page,
    "simulation.md": simulation_page,
    "unplayed.md": policies_page,
}


def write_pages(folder: Path) -> None:
    """Write all pages anew."""
    for name, page in PAGES.items():
        (folder / name).write_text(page(), encoding="utf-8")
    schemas = folder / "schemas"
    schemas.mkdir(exist_ok=True)
    for name, text in schema_files().items():
        (schemas / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_pages(Path(sys.argv[1]))
