"""miai plugins: what installed packages add."""

from miai.features.library.answer import PLUGINS
from miai.features.library.plugins import installed_plugins
from miai.terminal.app import Json, app
from miai.terminal.output import print_answer, print_line, print_table


@app.command()
def plugins(as_json: Json = False) -> None:
    """List what installed packages add: criteria, rules, systems, formats, rating systems and languages."""
    found = installed_plugins()
    if as_json:
        print_answer(PLUGINS, found)
        return
    if not found:
        print_line("No package adds anything to Miai.")
        return
    print_table(PLUGINS.table(found))
