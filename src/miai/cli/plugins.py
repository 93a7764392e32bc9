"""miai plugins: what installed packages add."""

from miai.cli.app import Json, app
from miai.cli.output import print_answer, print_line, print_table


@app.command()
def plugins(as_json: Json = False) -> None:
    """List what installed packages add: criteria, rules, systems, formats, rating systems and languages."""
    from miai.app.library.plugin_answers import PLUGINS
    from miai.app.library.plugins import installed_plugins

    found = installed_plugins()
    if as_json:
        print_answer(PLUGINS, found)
        return
    if not found:
        print_line("No package adds anything to Miai.")
        return
    print_table(PLUGINS.table(found))
