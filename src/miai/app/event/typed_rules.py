"""Rules as a person types them, for a tournament in a file: another bar, another seeding."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from miai.app.event.change_settings import demand_good_settings, demand_rounds
from miai.domain import events
from miai.domain.document import read_history, write_history
from miai.domain.setting_fields import setting_fields, with_value
from miai.domain.setting_text import read_text
from miai.domain.settings import Settings
from miai.domain.tournament import Tournament
from miai.errors import InputError, Problem
from miai.formats.losses import losses
from miai.formats.registry import format_for, load, recognise, save
from miai.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenRules:
    """The format that the rules were written in, and what it cannot hold."""

    format: str
    lost: tuple[Message, ...]


def with_typed_rules(tournament: Tournament, assignments: Iterable[str]) -> Tournament:
    """The tournament with other rules, each given as "path=value"; every problem is named at once."""
    settings = tournament.settings
    problems: list[Problem] = []
    for assignment in assignments:
        try:
            settings = _with(settings, assignment)
        except InputError as error:
            problems += error.problems
    if problems:
        raise InputError(problems)
    if settings != tournament.settings:
        demand_good_settings(settings)
        demand_rounds(settings, tournament)
    return replace(tournament, settings=settings)


def write_rules(source: Path | None, tournament: Tournament, target: Path) -> WrittenRules:
    """Write a tournament from a file with its changed rules; a document keeps its history."""
    form = format_for(target, None)
    document = load(source) if source else None
    keeps = document is not None and form.key == recognise(document).key == "miai"
    if source and not keeps and target.exists() and target.samefile(source):
        what = Message("only a Miai document can be changed in its place; name another file")
        raise InputError([Problem(what=what, where=target.name)])
    data = _changed_document(document, tournament.settings) if document and keeps else form.write(tournament)
    lost = losses(tournament, recognise(data).read(data))
    save(target, data)
    return WrittenRules(format=form.key, lost=tuple(lost))


def _changed_document(document: bytes, settings: Settings) -> bytes:
    history = read_history(document)
    if history.tournament().settings != settings:
        history = history.append(events.SettingsChanged(settings=settings))
    return write_history(history)


def _with(settings: Settings, assignment: str) -> Settings:
    path, equals, text = (part.strip() for part in assignment.partition("="))
    if not equals:
        what = Message("a rule is changed with PATH=VALUE, such as scoring.bar=3d")
        raise InputError([Problem(what=what, where=assignment)])
    field = setting_fields().get(path)
    if field is None:
        inside = tuple(known for known in setting_fields() if known.startswith(f"{path}."))
        raise InputError([Problem(what=_no_rule(inside), where=path)])
    try:
        return with_value(settings, path, read_text(field.kind, text))
    except InputError as error:
        raise InputError(Problem(what=each.message, where=path) for each in error.problems) from None


def _no_rule(inside: tuple[str, ...]) -> Message:
    if inside:
        return Message("these are several rules: %(paths)s", paths=inside)
    return Message("there is no such rule; miai rules shows all of them")
