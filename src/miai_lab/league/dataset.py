"""A league as a folder to cite."""

from collections.abc import Sequence

from miai.answers import JsonObject
from miai.engine.rating.win_models import DEFAULT
from miai_lab.dataset import DataColumn, Dataset, DataTable
from miai_lab.league.answer import league_json
from miai_lab.league.measures import TOLD
from miai_lab.league.played_events import LeagueOutcome, LeagueTask
from miai_lab.league.report import LeagueResult

_ESTIMATE = {
    "value": DataColumn(float, "the mean over events"),
    "low": DataColumn(float, "the low end of its 95 % interval; null for a single event"),
    "high": DataColumn(float, "the high end"),
    "events": DataColumn(int, "how many events, or real fields, it is the mean of"),
}
_WHERE = {
    "kind": DataColumn(str, "the kind of event"),
    "model": DataColumn(str, "the win model"),
    "contestant": DataColumn(str, "the system, and its preset if it has one"),
}
_VALUES = {
    **_WHERE,
    "measure": DataColumn(str, "the key of the measure; results.json says what it is"),
    **_ESTIMATE,
    "difference": DataColumn(float, "by how much it exceeds that of the first contestant, event by event"),
    "difference_low": DataColumn(float, "the low end of its 95 % interval"),
    "difference_high": DataColumn(float, "the high end"),
    "difference_events": DataColumn(int, "how many events both played"),
}
_HYPOTHESES = {
    "kind": DataColumn(str, "the kind of event"),
    "measure": DataColumn(str, "the key of the measure"),
    "contestant": DataColumn(str, "who is compared"),
    "beside": DataColumn(str, "with whom"),
    "margin": DataColumn(float, "differences below this do not matter"),
    "expected": DataColumn(str, "what was expected before"),
    **_ESTIMATE,
    "p_difference": DataColumn(float, "p of no difference, corrected by Holm's method"),
    "p_equivalence": DataColumn(float, "p of a difference as large as the margin, corrected too"),
    "verdict": DataColumn(str, "what is decided"),
    "held_out": DataColumn(float, "the difference on fresh events; null without any"),
    "held_out_low": DataColumn(float, "the low end of its 95 % interval"),
    "held_out_high": DataColumn(float, "the high end"),
    "confirmed": DataColumn(bool, "whether fresh events alone say the same; null where nothing was decided"),
}


def _sources(results: JsonObject) -> tuple[str, ...]:
    """Where the chances to win come from."""
    models = dict.fromkeys(each["model"] for kind in results["kinds"] for each in kind["models"])
    told = f"Win models: {', '.join(models)}."
    if DEFAULT not in models:
        return (told,)
    return (told, f"The model {DEFAULT} was fitted to real games: docs/explanation/strengths.md.")


def league_dataset(
    league: LeagueResult, tasks: Sequence[LeagueTask], outcomes: Sequence[LeagueOutcome], config: str
) -> Dataset:
    """Every value by contestant, every hypothesis, and every measure of every event."""
    results = league_json(league)
    return Dataset(
        title="A league of systems and presets for pairing Go tournaments",
        abstract=(
            f"Simulated tournaments, {len(outcomes)} in all, with the same players and the same luck for"
            f" every system. Seed {league.seed}."
        ),
        sources=_sources(results),
        command=f"miai lab league {config} --out DIR",
        results=results,
        tables=(
            DataTable(
                name="values",
                says="Every measure of every contestant.",
                columns=_VALUES,
                rows=[
                    row
                    for kind in results["kinds"]
                    for model in kind["models"]
                    for each in model["rows"]
                    for row in _value_rows(kind["kind"], model["model"], each)
                ],
            ),
            DataTable(
                name="hypotheses",
                says="What was asked before, and what is decided.",
                columns=_HYPOTHESES,
                rows=[_hypothesis_row(each) for each in results["hypotheses"]],
            ),
            DataTable(
                name="events",
                says="Every measure of every event.",
                columns={
                    **_WHERE,
                    "event": DataColumn(int, "the number of the event, from 1"),
                    **{told.key: DataColumn(float, told.title) for told in TOLD.values()},
                },
                rows=[_event_row(task, outcome) for task, outcome in zip(tasks, outcomes, strict=True)],
            ),
        ),
    )


def _value_rows(kind: str, model: str, row: JsonObject) -> list[JsonObject]:
    where = {"kind": kind, "model": model, "contestant": row["contestant"]}
    return [
        {**where, "measure": key, **found, **_ends("difference", found["difference"])}
        for key, found in row["measures"].items()
    ]


def _hypothesis_row(each: JsonObject) -> JsonObject:
    return {**each, **each["difference"], **_ends("held_out", each["held_out"])}


def _ends(name: str, found: JsonObject | None) -> JsonObject:
    if found is None:
        return {name: None}
    return {name: found["value"], **{f"{name}_{end}": found[end] for end in ("low", "high", "events")}}


def _event_row(task: LeagueTask, outcome: LeagueOutcome) -> JsonObject:
    return {
        "kind": task.series,
        "model": task.model,
        "contestant": task.contestant.key,
        "event": task.number + 1,
        # A tau-b of players who all tie is not a number.
        **{key: value for key, value in outcome.values.items() if value == value},  # noqa: PLR0124
    }
