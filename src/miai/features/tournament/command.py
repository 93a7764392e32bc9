"""miai new."""

from pathlib import Path
from typing import Annotated

import typer

from miai.desk.changed_file import write_changed
from miai.domain.draw_seeds import new_lot
from miai.domain.problems import demand_none
from miai.domain.settings import setting_groups
from miai.domain.settings.event_details import detail_problems
from miai.domain.tournament import Tournament
from miai.engine.pairing.registry import demand_system
from miai.features.settings.answer import RULES, Rules
from miai.features.settings.rule_groups import GROUPS
from miai.features.settings.rules_view import rules_view
from miai.features.settings.typed_rules import with_typed_rules
from miai.features.tournament.create_tournament import new_settings
from miai.terminal.app import Json, app
from miai.terminal.options import ChangedRules
from miai.terminal.output import print_answer, print_line, print_lines
from miai.terminal.streams import event_output
from miai.terminal.words import completing

# What a system brings, in a few words.
_SHOWN = (
    setting_groups.SYSTEM,
    setting_groups.BAR,
    setting_groups.UNPLAYED,
    setting_groups.HANDICAP,
    setting_groups.CRITERIA,
)


@app.command()
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of the event.")],
    output: Annotated[Path, event_output("Write the event to this file.")],
    system: Annotated[
        str, typer.Option(help="{systems}.", metavar="KEY", autocompletion=completing("systems"))
    ] = "mcmahon",
    rounds: Annotated[int | None, typer.Option(help="What the system needs by default.")] = None,
    team_size: Annotated[int, typer.Option(help="Boards of a team; 0 if there are no teams.")] = 0,
    begin: Annotated[str, typer.Option(metavar="DAY", help="The first day, such as 2026-05-01.")] = "",
    end: Annotated[str, typer.Option(metavar="DAY", help="The last day.")] = "",
    place: Annotated[str, typer.Option(help="The town or hall.")] = "",
    changes: ChangedRules = None,
    as_json: Json = False,
) -> None:
    """Make an event without players, with the rules that its system brings."""
    demand_system(system)
    demand_none(detail_problems({"name": name.strip(), "begin": begin, "end": end or begin, "place": place}))
    settings = new_settings(system, rounds=rounds, team_size=team_size)
    made = Tournament(
        name=name.strip(), begin=begin, end=end or begin, place=place, settings=settings, lot=new_lot()
    )
    event = with_typed_rules(made, changes or ())
    written = write_changed(None, output, event, ())
    groups = rules_view(event.settings)
    if as_json:
        print_answer(RULES, Rules(event=event, groups=groups, written=written))
        return
    print_line(f"written: {output.name} ({written.format})")
    print_lines(f"  not held: {lost}" for lost in written.lost)
    summaries = {group.key: group for group in GROUPS}
    for shown in _SHOWN:
        unused = next(group.unused for group in groups if group.group.key == shown.key)
        print_line(f"{shown.title}: {unused or summaries[shown.key].summary(event.settings)}")
