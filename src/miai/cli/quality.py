"""miai quality."""

from miai.cli.app import Demo, File, Json, app, reading_of
from miai.cli.output import print_json, print_line, print_notes, print_table


@app.command()
def quality(file: File = None, as_json: Json = False, demo: Demo = False) -> None:
    """Measure how good a tournament's pairings were, beside the ideal values."""
    from miai.app.studies.quality import quality_data
    from miai.report.quality import groups_table, quality_table

    reading = reading_of(file, demo=demo)
    data = quality_data(reading.tournament)
    print_notes(reading.notes)
    if as_json:
        print_json(data)
        return
    print_notes(data["problems"])
    print_table(quality_table(data))
    print_line()
    print_table(groups_table(data))
