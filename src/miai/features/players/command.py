"""miai players, miai pairings, miai withdraw."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from miai.desk.changed_file import new_ids_for, write_changed
from miai.domain.log import events
from miai.domain.log.replay import apply_all
from miai.domain.settings.scoring_rules import Withdrawal
from miai.domain.stages import StageId
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.features.draw.all_games_answer import ALL_GAMES, AllGames
from miai.features.draw.answer import PAIRINGS, Pairings
from miai.features.files.spreadsheet_tables import games_file, pairings_file, players_file
from miai.features.history.history_changes import leaves
from miai.features.players.answer import PLAYERS, Players
from miai.features.players.change_player import with_withdrawal
from miai.features.players.find_entrant import entrant_named
from miai.features.players.left_games import left_messages
from miai.features.players.table_files import is_table_file, pasted_entries, read_table_file
from miai.features.stages.main_rounds import has_main_rounds
from miai.messages import Message
from miai.terminal.app import Demo, File, Json, Lenient, Stage, TableOutput, app, reading_of
from miai.terminal.asking import Force, Reason
from miai.terminal.options import Data
from miai.terminal.output import print_answer, print_line, print_lines, print_notes, print_table, write_table
from miai.terminal.paste_notes import paste_notes
from miai.terminal.streams import event_output

_PlayersOutput = Annotated[
    Path | None,
    typer.Option("-o", "--output", help="Write a table (.csv, .xlsx, .html) or a tournament."),
]
_TABLES = (".csv", ".tsv", ".xlsx", ".html")


@app.command()
def players(
    file: File = None,
    columns: Annotated[
        str | None,
        typer.Option(help="What columns hold, by heading or number: name=1,grade=Level.", metavar="COLUMNS"),
    ] = None,
    sheet: Annotated[
        str | None,
        typer.Option(help="The sheet of a workbook; by default the one with most cells.", metavar="NAME"),
    ] = None,
    into: Annotated[
        Path | None, typer.Option(help="Add the players of a table to this tournament.", metavar="FILE")
    ] = None,
    output: _PlayersOutput = None,
    force: Force = False,
    reason: Reason = "",
    data: Data = None,
    as_json: Json = False,
    demo: Demo = False,
    lenient: Lenient = False,
) -> None:
    """Print the players of a tournament, or of a table (.csv, .xlsx, text) and what its columns hold."""
    paste = None
    changes: Sequence[events.Change] = ()
    if file is not None and not demo and is_table_file(file):
        before = (
            reading_of(into, demo=False, lenient=lenient).tournament if into else Tournament(name=file.stem)
        )
        paste = read_table_file(file, before, columns=columns or "", sheet=sheet or "", data=data)
        changes = pasted_entries(paste, new_ids_for(into, before))
        event = apply_all(before, changes)
    elif columns or sheet or into:
        what = Message("--columns, --sheet and --into are for tables of players (.csv, .xlsx or text)")
        raise InputError(what)
    else:
        reading = reading_of(file, demo=demo, lenient=lenient)
        print_notes(reading.notes)
        event = reading.tournament
    if paste:
        print_notes(paste_notes(paste))
    if output and output.suffix.lower() in _TABLES:
        write_table(output, players_file(event))
    elif output:
        written = write_changed(into if paste else file, output, event, changes)
        print_line(f"written: {output.name}")
        print_lines(f"  not held: {lost}" for lost in written.lost)
    elif as_json:
        print_answer(PLAYERS, Players(event, paste))
    else:
        print_table(players_file(event))


@app.command()
def pairings(
    file: File = None,
    round_number: Annotated[int | None, typer.Option("--round", help="The last one by default.")] = None,
    all_rounds: Annotated[
        bool, typer.Option("--all", help="All games of the event and its stages, in order of play.")
    ] = False,
    name: Annotated[
        str | None,
        typer.Option("--player", metavar="NAME", help="All games of one player in the event and its stages."),
    ] = None,
    output: TableOutput = None,
    stage: Stage = "",
    as_json: Json = False,
    demo: Demo = False,
    lenient: Lenient = False,
) -> None:
    """Print the games of a round as they were drawn, or of all rounds, or write them to a file."""
    reading = reading_of(file, demo=demo, lenient=lenient, stage=stage)
    event = reading.tournament
    several = all_rounds or name is not None
    if several and round_number is not None:
        raise InputError(Message("choose one round with --round, or all games with --all or --player"))
    number = event.rounds_played if round_number is None else round_number
    player = None if name is None else entrant_named(event, name).id
    print_notes(reading.notes)
    table = games_file(event, player=player) if several else pairings_file(event, number)
    if output:
        write_table(output, table)
    elif as_json and several:
        print_answer(ALL_GAMES, AllGames(event, player))
    elif as_json:
        print_answer(PAIRINGS, Pairings(event, event.round(number)))
    else:
        print_table(table)


@app.command()
def withdraw(
    file: File = None,
    name: Annotated[str | None, typer.Option("--player", metavar="NAME", help="Who leaves.")] = None,
    from_round: Annotated[
        int | None, typer.Option("--from", help="The first round without them; the next one by default.")
    ] = None,
    games: Annotated[
        Withdrawal | None,
        typer.Option(help="What becomes of their games in a round robin; by default the rule of the event."),
    ] = None,
    output: Annotated[Path | None, event_output("Write the tournament without the player.")] = None,
    force: Force = False,
    reason: Reason = "",
    stage: Stage = "",
    as_json: Json = False,
    demo: Demo = False,
    lenient: Lenient = False,
) -> None:
    """Let a player leave a tournament; in a round robin each rule for their games is shown first."""
    if name is None:
        raise InputError(Message("say with --player who leaves"))
    reading = reading_of(file, demo=demo, lenient=lenient, stage=stage)
    before = reading.tournament
    leaving = entrant_named(before, name)
    number = before.rounds_played + 1 if from_round is None else from_round
    event, changes = with_withdrawal(before, leaving.id, from_round=number, games=games)
    written = write_changed(file, output, event, changes, stage=StageId(stage)) if output else None
    print_notes(reading.notes)
    if as_json:
        print_answer(PLAYERS, Players(event, None))
        return
    rounds = before.settings.rounds if has_main_rounds(before) else 0
    print_line(str(leaves(leaving.name, number, rounds)))
    print_lines(left_messages(before, event))
    if output and written:
        print_line(f"written: {output.name} ({written.format})")
        for lost in written.lost:
            print_line(f"  not held: {lost}")
