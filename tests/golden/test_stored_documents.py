"""Documents of every version open for ever, and mean what they meant; files are added and never changed."""

import json
from collections import defaultdict
from contextlib import closing
from dataclasses import MISSING, Field, fields, is_dataclass
from pathlib import Path
from typing import Any, get_args

import pytest

from kit.old_documents import (
    DOCUMENTS,
    NEWEST_STORED,
    as_text,
    described,
    expected,
    newest_of_its_story,
    opened,
    version_of,
    written_by,
)
from miai.domain.field_facts import Added, classes_inside, facts
from miai.domain.log import events
from miai.domain.log.version_1 import DEFAULTS, INNER
from miai.domain.log.versions import VERSION
from miai.domain.people.grade import Grade
from miai.domain.problems import problems
from miai.domain.table_numbers import TableRange
from miai.domain.tournament import Tournament
from miai.store.database import open_store

ANOTHER = object()
# The first version that knows a kind of event; all others are as old as version 1.
SINCE: dict[type[Any], int] = {
    events.PlayersChanged: 4,
    events.ScheduleSet: 4,
    events.ResultContested: 4,
    events.TeamEntered: 6,
    events.TeamsChanged: 6,
    events.TeamRemoved: 6,
    events.StandingsFinalised: 6,
    events.StandingsReopened: 6,
    events.GameDelayed: 6,
    events.StageOpened: 6,
    events.StageChanged: 6,
    events.StageRemoved: 6,
    events.InStage: 6,
    events.CongressEventsSet: 6,
    events.EntriesChanged: 6,
    events.SignUpFormChanged: 6,
    events.PhoneOptionsChanged: 6,
    events.LeaderChanged: 6,
    events.EntrantsKept: 8,
    events.ReasonGiven: 8,
}
BEFORE = {path: (opened(path), opened(path).tournament()) for path in DOCUMENTS}


def _by_name(hint: Any) -> list[type[Any]]:
    """The dataclasses inside a type; a grade and a range of tables are texts in a document."""
    kinds = set(classes_inside(hint)) - {Grade, TableRange}
    return sorted(kinds, key=lambda kind: kind.__name__)


STORED = _by_name(events.Event)
# Not stored, but it is what a log is replayed to.
CLASSES = [*STORED, *(kind for kind in _by_name(Tournament) if kind not in STORED)]
WITH_DEFAULT = [
    (kind, field)
    for kind in CLASSES
    for field in fields(kind)
    if not (field.default is MISSING and field.default_factory is MISSING)
]


def change_default(kind: type[Any], field: Field[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Give a field another default, as if its class had been written so."""
    monkeypatch.setitem(kind.__init__.__kwdefaults__, field.name, ANOTHER)
    monkeypatch.setattr(field, "default", ANOTHER)
    monkeypatch.setattr(field, "default_factory", MISSING)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_every_field_of_the_tournament_and_of_its_entries_is_what_it_was(path: Path) -> None:
    found, said = described(opened(path)), expected(path)
    assert as_text(found["tournament"]) == as_text(said["tournament"])
    for entry, said_then in zip(found["entries"], said["entries"], strict=True):
        assert as_text(entry) == as_text(said_then)


@pytest.mark.parametrize(
    ("kind", "field"), WITH_DEFAULT, ids=[f"{kind.__name__}.{field.name}" for kind, field in WITH_DEFAULT]
)
def test_a_new_default_does_not_change_an_old_tournament(
    kind: type[Any], field: Field[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    change_default(kind, field, monkeypatch)
    needed = [each.name for each in fields(kind) if (kind, each) not in WITH_DEFAULT]
    required = {name: Grade.parse("1d") if name == "grade" else None for name in needed}
    assert getattr(kind(**required), field.name) is ANOTHER
    for path in DOCUMENTS:
        if path.stem.endswith("-defaults"):
            history = opened(path)
            assert (history, history.tournament()) == BEFORE[path], path.name


def test_no_document_changes_when_all_defaults_change(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind, field in WITH_DEFAULT:
        change_default(kind, field, monkeypatch)
    for path, before in BEFORE.items():
        history = opened(path)
        assert (history, history.tournament()) == before, path.name


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_an_old_document_goes_through_the_store_unchanged(path: Path, tmp_path: Path) -> None:
    history = opened(path)
    assert problems(history.tournament()) == []
    with closing(open_store(tmp_path)) as store:
        assert store.history(store.create(history)) == history


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_a_document_is_written_as_the_newest_one_of_its_story(path: Path) -> None:
    newest = newest_of_its_story(path)
    assert written_by(version_of(newest), opened(path)) == newest.read_text()


def test_there_are_documents_of_every_version_and_at_most_one_is_not_published_yet() -> None:
    assert {version_of(path) for path in DOCUMENTS} == set(range(1, NEWEST_STORED + 1))
    assert NEWEST_STORED in (VERSION, VERSION - 1)


def test_every_kind_of_event_is_in_a_document() -> None:
    found = {type(entry.event) for history, _ in BEFORE.values() for entry in history.entries}
    known = {kind for kind in get_args(events.Event) if SINCE.get(kind, 1) <= NEWEST_STORED}
    assert found == known, "add a document with it to tests/golden/documents"


@pytest.mark.parametrize("version", range(1, NEWEST_STORED + 1))
def test_every_kind_of_event_is_in_a_document_of_every_version(version: int) -> None:
    found = {
        type(entry.event)
        for path, (history, _) in BEFORE.items()
        if version_of(path) == version
        for entry in history.entries
    }
    known = {kind for kind in get_args(events.Event) if SINCE.get(kind, 1) <= version}
    assert found == known, "add a document with the new kind to tests/golden/documents"


def is_younger(kind: type[Any], field: Field[Any]) -> bool:
    """Whether no stored document can have the field yet."""
    added = facts(kind, Added).get(field.name)
    return added is not None and added.version > NEWEST_STORED


def test_every_field_that_can_differ_does_so_in_the_documents() -> None:
    values: defaultdict[tuple[type[Any], str], set[str]] = defaultdict(set)

    def collect(value: Any) -> None:
        if is_dataclass(value) and not isinstance(value, Grade | TableRange):
            for field in fields(value):
                values[type(value), field.name].add(repr(getattr(value, field.name)))
                collect(getattr(value, field.name))
        elif isinstance(value, tuple):
            for item in value:
                collect(item)

    for history, _ in BEFORE.values():
        for entry in history.entries:
            collect(entry.event)
    assert [
        f"{kind.__name__}.{field.name}"
        for kind, field in WITH_DEFAULT
        if kind in STORED and len(values[kind, field.name]) < 2 and not is_younger(kind, field)
    ] == []


def test_the_document_of_defaults_of_version_1_leaves_out_every_one() -> None:
    left_out: set[tuple[str, str]] = set()

    def look(raw: Any, kind: str) -> None:
        if isinstance(raw, list):
            for item in raw:
                look(item, kind)
        elif raw is not None:
            left_out.update((kind, name) for name in DEFAULTS.get(kind, {}) if name not in raw)
            for name, inner in INNER.get(kind, {}).items():
                look(raw.get(name, DEFAULTS.get(kind, {}).get(name)), inner)

    [path] = [path for path in DOCUMENTS if path.stem == "version-1-defaults"]
    for entry in json.loads(path.read_text())["history"]:
        look(entry, entry["event"])
    assert left_out == {(kind, name) for kind, defaults in DEFAULTS.items() for name in defaults}
