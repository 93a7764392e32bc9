"""miai quality."""

from miai.domain.log.documents import documents_named
from miai.engine.judging import measure_event
from miai.features.quality.answer import QUALITY, JudgedEvent, groups_table, measures_table
from miai.features.stages.main_rounds import demand_main_rounds
from miai.terminal.app import Demo, File, Json, Lenient, Stage, app, reading_of
from miai.terminal.output import print_answer, print_line, print_lines, print_notes, print_table


@app.command()
def quality(
    file: File = None, stage: Stage = "", as_json: Json = False, demo: Demo = False, lenient: Lenient = False
) -> None:
    """Measure how good a tournament's pairings were, beside the ideal values."""
    reading = reading_of(file, demo=demo, lenient=lenient, stage=stage)
    demand_main_rounds(reading.tournament)
    found = measure_event(reading.tournament)
    print_notes(reading.notes)
    judged = JudgedEvent(reading.tournament, found)
    if as_json:
        print_answer(QUALITY, judged)
        return
    print_notes(found.problems)
    measured = measures_table(judged)
    print_table(measured)
    print_line()
    print_table(groups_table(found))
    print_line()
    print_lines(documents_named(cell for row in measured.rows for cell in row))
