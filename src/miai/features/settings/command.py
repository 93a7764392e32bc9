"""miai rules."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from miai.answers import Column, Table
from miai.desk.changed_file import write_changed
from miai.domain.log.events import SettingsChanged
from miai.domain.stages import StageId
from miai.features.draw.round_warnings import rounds_warning
from miai.features.settings.answer import RULES, Rules
from miai.features.settings.rule_warnings import (
    idle_warnings,
    rules_not_brought,
    seeding_warnings,
    weight_warnings,
)
from miai.features.settings.rules_view import changed_rules, rules_view
from miai.features.settings.typed_rules import with_typed_rules
from miai.messages import english
from miai.terminal.app import Demo, File, Json, Lenient, Stage, app, reading_of
from miai.terminal.asking import Force, Reason
from miai.terminal.options import ChangedRules
from miai.terminal.output import print_answer, print_line, print_notes, print_table
from miai.terminal.streams import event_output

if TYPE_CHECKING:
    from miai.features.settings.rules_view import RuleGroupView, RuleView

# A longer list is in the JSON and in docs/reference.
_MOST_CHOICES = 14


@app.command()
def rules(
    file: File = None,
    changes: ChangedRules = None,
    output: Annotated[Path | None, event_output("Write the tournament with the changed rules.")] = None,
    keep_rules: Annotated[
        bool, typer.Option("--keep-rules", help="Change the system alone, without the rules that it brings.")
    ] = False,
    force: Force = False,
    reason: Reason = "",
    explain: Annotated[bool, typer.Option("--explain", help="Say what each rule does.")] = False,
    stage: Stage = "",
    as_json: Json = False,
    demo: Demo = False,
    lenient: Lenient = False,
) -> None:
    """Show every rule of a tournament by its path, and change rules."""
    reading = reading_of(file, demo=demo, lenient=lenient, stage=stage)
    event = with_typed_rules(reading.tournament, changes or (), system_rules=not keep_rules)
    changed = changed_rules(reading.tournament.settings, event.settings)
    changes_made = [SettingsChanged(settings=event.settings)] if changed else []
    written = write_changed(file, output, event, changes_made, stage=StageId(stage)) if output else None
    groups = rules_view(event.settings)
    idle = idle_warnings(event.settings, [path for path, _, _ in changed])
    drawn, unfit = rules_not_brought(reading.tournament, event.settings), rounds_warning(event)
    warnings = [*seeding_warnings(event.settings), *weight_warnings(event.settings)]
    print_notes([*reading.notes, *filter(None, (drawn, unfit)), *warnings, *idle])
    if as_json:
        print_answer(RULES, Rules(event=event, groups=groups, changed=changed, written=written))
        return
    if output and written:
        for path, before, after in changed:
            print_line(f"{path}: {after} (was {before})")
        print_line(f"written: {output.name} ({written.format})")
        for lost in written.lost:
            print_line(f"  not held: {lost}")
        return
    for group in groups:
        print_table(_table(group, explain=explain))
        if explain and group.group.intro:
            print_line(str(group.group.intro))
        if explain and group.group.applies:
            print_line(str(group.group.applies))
        print_line()


def _table(group: "RuleGroupView", *, explain: bool) -> "Table":
    columns = {"Path": _path, "Rule": _label, "Value": _value, "Choices": _choices}
    if not group.unused and any(rule.unused for rule in group.rules):
        columns["Not used"] = _unused
    if explain:
        columns["What it does"] = _help
    title = str(group.group.title)
    return Table(
        title=f"{title} (not used: {group.unused})" if group.unused else title,
        columns=tuple(Column(title=each) for each in columns),
        rows=tuple(tuple(cell(rule) for cell in columns.values()) for rule in group.rules),
    )


def _path(rule: "RuleView") -> str:
    return rule.path


def _label(rule: "RuleView") -> str:
    return str(rule.field.label)


def _value(rule: "RuleView") -> str:
    """The value in words, with what one types for it if that is something else."""
    words = english(rule.words)
    listed = isinstance(rule.value, tuple)
    return rule.text if listed or words == rule.text else f"{words} ({rule.text})"


def _choices(rule: "RuleView") -> str:
    shown = rule.possible[:_MOST_CHOICES]
    return ", ".join((*shown, "…") if len(shown) < len(rule.possible) else shown)


def _unused(rule: "RuleView") -> str:
    return str(rule.unused or "")


def _help(rule: "RuleView") -> str:
    return str(rule.help or "")
