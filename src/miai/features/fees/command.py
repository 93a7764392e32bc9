"""miai fees."""

from pathlib import Path
from typing import Annotated

from miai.domain.money import money_text
from miai.features.fees.answer import FEES
from miai.features.fees.charge_fees import money_file, money_table
from miai.terminal.app import Demo, File, Json, Lenient, app, reading_of
from miai.terminal.output import print_answer, print_line, print_notes, print_table, write_table
from miai.terminal.streams import table_output


@app.command()
def fees(
    file: File = None,
    output: Annotated[Path | None, table_output("Write the table to a file")] = None,
    as_json: Json = False,
    demo: Demo = False,
    lenient: Lenient = False,
) -> None:
    """Print what everybody owes, has paid and wins, or write it to a file."""
    reading = reading_of(file, demo=demo, lenient=lenient)
    table = money_table(reading.tournament)
    print_notes(reading.notes)
    if as_json:
        print_answer(FEES, table)
    elif output:
        write_table(output, money_file(table))
    else:
        print_table(money_file(table))
        if table.rest:
            print_line()
            print_line(f"not shared, because it is less than a cent each: {money_text(table.rest)}")
