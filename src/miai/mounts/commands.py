"""All commands: where each is, and its line in the list of all of them.

The modules of commands import what they need at their top. So a module is imported when one of its commands
is asked for, and the list of all commands is written without any.
"""

from typing import Any

from typer.main import get_command

from miai.terminal.app import app
from miai.terminal.listed_commands import Entry, import_listed, listed_group

# In the order of the list.
COMMANDS = {
    "serve": Entry(
        "Run tournaments in the browser: the director's console and the players' pages.",
        "miai.features.hosting.command.serve",
    ),
    "password": Entry(
        "Set the password of the director or of the result desk.",
        "miai.features.hosting.command.serve",
    ),
    "audit": Entry(
        "Print who signed in and who got which role.",
        "miai.features.accounts.command",
    ),
    "bands": Entry(
        "Show, build and edit the bands of the AGA's protocol, by which players start.",
        "miai.features.bands.command",
    ),
    "bar": Entry(
        "Find where the McMahon bar belongs, by trying bars on the players entered.",
        "miai.features.bar.command",
    ),
    "bonus": Entry(
        "List the bonus points of a tournament, and give a player some.",
        "miai.features.standings.command.bonus",
    ),
    "players": Entry(
        "Print the players of a tournament, or of a table (.csv, .xlsx, text) and what its columns hold.",
        "miai.features.players.command",
    ),
    "pairings": Entry(
        "Print the games of a round as they were drawn, or of all rounds, or write them to a file.",
        "miai.features.players.command",
    ),
    "withdraw": Entry(
        "Let a player leave a tournament; in a round robin each rule for their games is shown first.",
        "miai.features.players.command",
    ),
    "check": Entry(
        "Verify the store and all its backups; exit status 1 means that something is damaged or missing.",
        "miai.features.hosting.command.data",
    ),
    "backup": Entry(
        "Back up the store, also while the server runs.",
        "miai.features.hosting.command.data",
    ),
    "restore": Entry(
        "Restore all tournaments or one; the old files are set aside and kept.",
        "miai.features.hosting.command.data",
    ),
    "fees": Entry(
        "Print what everybody owes, has paid and wins, or write it to a file.",
        "miai.features.fees.command",
    ),
    "validate": Entry(
        "Say whether a federation would accept the results; exit status 1 means that it would not.",
        "miai.features.uploads.command",
    ),
    "show": Entry(
        "Show what a file contains: the event, its rules, its field and its rounds.",
        "miai.features.files.command",
    ),
    "convert": Entry(
        "Convert a tournament to another format and list what that format cannot hold.",
        "miai.features.files.command",
    ),
    "formats": Entry(
        "List the file formats that Miai reads and writes.",
        "miai.features.files.command",
    ),
    "finalise": Entry(
        "Fix the standings as they are, so that later corrections need a reason; or reopen them for one.",
        "miai.features.standings.command.finalise",
    ),
    "follow": Entry(
        "Keep a copy of all tournaments of another machine, ready to take over from it.",
        "miai.features.second_laptop.command",
    ),
    "promote": Entry(
        "Take over from the leader: this machine accepts entries from now on.",
        "miai.features.second_laptop.command",
    ),
    "forecast": Entry(
        "Simulate the rest of an event: who may win, every place, and how many rounds are needed.",
        "miai.features.forecast.command",
    ),
    "hosting-file": Entry(
        "Print the unit of systemd for this installation, or the container file.",
        "miai.features.hosting.command.hosting_file",
    ),
    "links": Entry(
        "List the private links of players, issue them (they are printed only then), or revoke them.",
        "miai.features.links.command",
    ),
    "rules": Entry(
        "Show every rule of a tournament by its path, and change rules.",
        "miai.features.settings.command",
    ),
    "new": Entry(
        "Make an event without players, with the rules that its system brings.",
        "miai.features.tournament.command",
    ),
    "pair": Entry(
        "Draw a round from the state before it at the lowest cost, with a proof that it is the lowest.",
        "miai.features.draw.command",
    ),
    "weights": Entry(
        "Print what every pair of a round weighs, term by term.",
        "miai.features.draw.command",
    ),
    "explain": Entry(
        "Say why each game of a round was chosen, and what a game between two others would cost.",
        "miai.features.draw.command",
    ),
    "bracket": Entry(
        "Show the plan of a round robin, split-and-cycle or knock-out, with its results and places.",
        "miai.features.draw.command",
    ),
    "plugins": Entry(
        "List what installed packages add: criteria, rules, systems, formats, rating systems and languages.",
        "miai.features.library.command",
    ),
    "publish": Entry(
        "Write the public pages as files for any web host; no server is needed to read them.",
        "miai.features.publish.command",
    ),
    "public-log": Entry(
        "Write the log of an event without private fields, as far as players can see its rounds.",
        "miai.features.public_log.command",
    ),
    "quality": Entry(
        "Measure how good a tournament's pairings were, beside the ideal values.",
        "miai.features.quality.command",
    ),
    "rate": Entry(
        "Rate a tournament: changes, performance, suggested grades and grading information.",
        "miai.features.ratings.command",
    ),
    "signups": Entry(
        "List those who signed up and wait, accept or decline them, open or close the form.",
        "miai.features.sign_up.command",
    ),
    "standings": Entry(
        "Print the standings with the results of every round, or write them to a file.",
        "miai.features.standings.command.standings",
    ),
    "teams": Entry(
        "Print the teams of an event, with the line-ups and the matches of a round.",
        "miai.features.teams.command",
    ),
    "verify": Entry(
        "Verify a published draw: derive it from the log of its event, and show that none is better.",
        "miai.features.verify.command",
    ),
    "games": Entry(
        "List the games that are not over: put off until when, and whether they are past their deadline.",
        "miai.features.schedule.command",
    ),
    "postpone": Entry(
        "Postpone a game that has not begun.",
        "miai.features.schedule.command",
    ),
    "adjourn": Entry(
        "Adjourn a game that has begun; it goes on later.",
        "miai.features.schedule.command",
    ),
    "deadline": Entry(
        "Set the moment by which the games of a round have to be over.",
        "miai.features.schedule.command",
    ),
    "list": Entry(
        "Import the federations' rating lists, search them, and check and update entrants.",
        "miai.features.lists.command",
    ),
    "account": Entry(
        "Accounts of a server with many tournaments.",
        "miai.features.accounts.command",
    ),
    "congress": Entry(
        "Many events with one list of people, in Miai's data.",
        "miai.features.congress.command",
    ),
    "lab": Entry(
        "Studies of ratings and tournaments.",
        "miai_lab.command",
    ),
    "stage": Entry(
        "Groups, finals and cups: the stages of an event.",
        "miai.features.stages.command",
    ),
    "token": Entry(
        "Tokens of programs that use the API.",
        "miai.features.programs.command",
    ),
}


def import_commands(*names: str) -> None:
    """Import the modules of some commands, or of all: this registers them with the application."""
    import_listed(COMMANDS, names or COMMANDS)
    for group in app.registered_groups:
        inside = getattr(group.typer_instance and group.typer_instance.info.cls, "entries", {})
        import_listed(inside, () if names else inside)


def run(arguments: list[str]) -> Any:
    """Run a command; what it returns, or the status with which it ended early."""
    return app(args=arguments, standalone_mode=False)


def whole_application() -> Any:
    """All commands with their options, for whoever reads them."""
    import_commands()
    return get_command(app)


app.info.cls = listed_group(COMMANDS, app)
