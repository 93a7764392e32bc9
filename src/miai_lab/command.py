"""miai lab: the list of its commands."""

from miai.terminal.app import app
from miai.terminal.listed_commands import Entry, listed_group
from miai.terminal.words import Commands

# In the order of the list.
_COMMANDS = {
    "calibrate": Entry(
        "Compare ratings and win models with results: log loss, Brier score and observed scores of each.",
        "miai_lab.calibrate_command",
    ),
    "forecast-check": Entry(
        "Forecast events that are over, before each of their rounds, and score the forecasts.",
        "miai_lab.forecast_check_command",
    ),
    "generate": Entry(
        "Make a random tournament, drawn and played: late entries, absences, forfeits, jigo, gaps in grades.",
        "miai_lab.generate_command",
    ),
    "referee": Entry(
        "Play random tournaments by every system and let the referee check every draw and all standings.",
        "miai_lab.referee.command",
    ),
    "league": Entry(
        "Let every system play the same events with the same luck, and compare the results.",
        "miai_lab.league.command",
    ),
    "probe": Entry(
        "Try many weights on the same tournaments: which of them matter, and which are good everywhere.",
        "miai_lab.probe.command",
    ),
    "search": Entry(
        "Search weights and orders of tiers for several sets of priorities, and check the best on new"
        " events.",
        "miai_lab.search.command",
    ),
    "reproduce": Entry(
        "Recompute the tables of the documents: every printed cell beside ours, by class, with its"
        " tolerance.",
        "miai_lab.reproduce.command",
    ),
    "report": Entry(
        "Draw the figures of the documents from Miai's own simulations, with a page of captions.",
        "miai_lab.figures.command",
    ),
    "informed": Entry(
        "Compare pairing by what games are expected to tell with McMahon, on the same weekends.",
        "miai_lab.informed_command",
    ),
}
lab = Commands(help="Studies of ratings and tournaments.")
lab.info.cls = listed_group(_COMMANDS, lab)
app.add_typer(lab, name="lab")


@lab.callback()
def group() -> None:
    """Studies of ratings and tournaments."""
