"""miai plugins: what installed packages add."""

from miai.cli.app import Json, app
from miai.cli.output import print_json, print_line, print_table


@app.command()
def plugins(as_json: Json = False) -> None:
    """List what installed packages add: criteria, rules, systems, formats, rating systems and languages."""
    from miai.app.json.files import plugins_json
    from miai.app.library.plugins import installed_plugins
    from miai.report.table import Column, Table

    found = installed_plugins()
    if as_json:
        print_json("plugins", plugins_json(found))
        return
    if not found:
        print_line("No package adds anything to Miai.")
        return
    columns = tuple(Column(title=title) for title in ("Kind", "Name", "Package", "Version", "Used"))
    rows = tuple(
        (
            each.group.replace("_", " "),
            each.key,
            each.package,
            each.version,
            f"no: {each.problem}" if each.problem else "yes",
        )
        for each in found
    )
    print_table(Table(title="What installed packages add", columns=columns, rows=rows))
