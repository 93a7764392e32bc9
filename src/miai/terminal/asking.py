"""Asks at a terminal before a command changes what was played or published."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from miai.desk.asking import Proposal, Settled, asking
from miai.errors import InputError, Problem
from miai.messages import Message
from miai.terminal.output import print_notes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from miai.features.consequences.confirm import Way

# More places than these are counted.
_MOST = 12
# The reason of a command, in the values of its context.
_REASON = "miai.reason"


def _ask(context: typer.Context, force: bool) -> bool:
    """Show what the command moves before it writes; with --force it writes the usual way."""

    def settle(proposals: "Sequence[Proposal]", confirmed: str) -> "Sequence[Settled]":
        from miai.features.consequences.confirm import ways_of  # noqa: PLC0415 - help needs no engine

        asked.reason = context.meta.get(_REASON, "")
        ways = ways_of(proposals)
        if not ways:
            return [(each.events, each.after) for each in proposals]
        chosen = next((way for way in ways if way.mark == confirmed), None)
        if chosen is None:
            chosen = ways[0] if force else _chosen(ways)
            if force:
                print_notes(_lines(chosen))
        # Somebody else may write first: then the same is not asked again.
        asked.confirmed = chosen.mark
        return chosen.settled(proposals)

    asked = context.with_resource(asking(settle))
    return force


def _chosen(ways: "Sequence[Way]") -> "Way":
    """The way that the person at the terminal chooses; without one nothing is written."""
    from miai.features.consequences.choice_words import choice_of  # noqa: PLC0415 - as above

    if not sys.stdin.isatty():
        what = Message("this changes what was played or published; %(option)s writes it", option="--force")
        raise InputError([Problem(what=what), *(Problem(what=line) for line in _lines(ways[0]))])
    for number, way in enumerate(ways, start=1):
        print_notes([f"{number}. {choice_of(way)}", *_lines(way)])
    if len(ways) == 1:
        if typer.confirm("Write it?", err=True):
            return ways[0]
        raise typer.Exit(1)
    answer: int = typer.prompt("Write which, or 0 for none", type=int, default=1, err=True)
    if not 0 < answer <= len(ways):
        raise typer.Exit(1)
    return ways[answer - 1]


def _lines(way: "Way") -> list[Message]:
    """What is lost and what moves, with the first places."""
    from miai.features.consequences.wording import all_lines  # noqa: PLC0415 - as above

    found = []
    for line in all_lines(way):
        found.append(Message("%(label)s: %(text)s", label=line.label, text=line.text))
        found += [
            Message(
                "  %(name)s: %(before)s → %(after)s",
                name=move.name,
                before=move.before or "–",
                after=move.after or "–",
            )
            for move in line.moves[:_MOST]
        ]
    return found


def _keep(context: typer.Context, reason: str) -> str:
    """Keep the reason for the question, which may be set up before or after this option is read."""
    context.meta[_REASON] = reason
    return reason


Reason = Annotated[
    str,
    typer.Option(
        "--reason", help="The reason for a change of the past, kept in the history.", callback=_keep
    ),
]
Force = Annotated[
    bool,
    typer.Option(
        "--force",
        help="Write it although it changes what was played or published; starting scores are kept.",
        callback=_ask,
    ),
]
