"""miai signups."""

from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from miai.desk.authors import COMMAND_LINE
from miai.desk.live_state import Desk
from miai.errors import InputError
from miai.features.hosting.check_data import existing_folder
from miai.features.lists.candidates import Decisions
from miai.features.sign_up.answer import SIGN_UPS, SignUps
from miai.features.sign_up.decide import accept, accept_clear, decline, reviews, sign_ups_file
from miai.features.sign_up.sign_up_form import close_form, form_state, open_form
from miai.messages import Message
from miai.store.database import open_store
from miai.store.people.player_lists import FILE_NAME, PlayerLists
from miai.terminal.app import Json, app
from miai.terminal.asking import Force, Reason
from miai.terminal.options import Data, Database
from miai.terminal.output import print_answer, print_line, print_table, write_table
from miai.terminal.streams import table_output


class Action(StrEnum):
    """What to do with the sign-ups of an event."""

    LIST = "list"
    ACCEPT = "accept"
    DECLINE = "decline"
    OPEN = "open"
    CLOSE = "close"


@app.command()
def signups(
    event: Annotated[str, typer.Argument(metavar="EVENT", help="The id of a tournament or congress.")],
    action: Annotated[Action, typer.Argument(help="What to do.")] = Action.LIST,
    numbers: Annotated[
        list[int] | None,
        typer.Argument(help="The numbers of those meant; accept without any takes all who are clear."),
    ] = None,
    said: Annotated[str, typer.Option("--say", help="The sentence that those who are declined read.")] = "",
    all_the_same: Annotated[
        bool, typer.Option("--all-the-same", help="Accept also who may be entered already.")
    ] = False,
    same: Annotated[
        list[str] | None,
        typer.Option("--same", metavar="KEY", help="Accept as this listed player: 3:egf:12345678."),
    ] = None,
    not_same: Annotated[
        list[str] | None,
        typer.Option("--not-same", metavar="KEY", help="It is not this listed player; do not ask again."),
    ] = None,
    output: Annotated[Path | None, table_output("Write the list to a file")] = None,
    force: Force = False,
    reason: Reason = "",
    data: Data = None,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """List those who signed up and wait, accept or decline them, open or close the form."""
    with _opened(data, database) as (desk, lists):
        decided = Decisions.of(same or (), not_same or ())
        _act(desk, lists, event, action, numbers or [], said=said, all_the_same=all_the_same, decided=decided)
        found = reviews(desk, event, lists)
        state = _form_state(desk, event, len(found))
        if as_json:
            print_answer(SIGN_UPS, SignUps(state, found))
        elif output:
            write_table(output, sign_ups_file(found))
        else:
            print_line(f"The form: {state}")
            if found:
                print_table(sign_ups_file(found))


def _act(
    desk: "Desk",
    lists: "PlayerLists | None",
    event: str,
    action: Action,
    numbers: list[int],
    *,
    said: str,
    all_the_same: bool,
    decided: Decisions,
) -> None:
    match action:
        case Action.OPEN:
            open_form(desk, event, by=COMMAND_LINE)
        case Action.CLOSE:
            close_form(desk, event, by=COMMAND_LINE)
        case Action.ACCEPT if numbers:
            accept(
                desk,
                event,
                numbers,
                by=COMMAND_LINE,
                lists=lists,
                all_the_same=all_the_same,
                decided=decided,
            )
        case Action.ACCEPT:
            accept_clear(desk, event, by=COMMAND_LINE, lists=lists)
        case Action.DECLINE if not numbers:
            raise InputError(Message("say by their numbers who is declined"))
        case Action.DECLINE:
            for number in numbers:
                decline(desk, event, number, said=said)


def _form_state(desk: "Desk", event: str, waiting: int) -> str:
    return form_state(desk.state(event).tournament, waiting).value


@contextmanager
def _opened(data: Path | None, database: str | None) -> "Iterator[tuple[Desk, PlayerLists | None]]":
    """The desk over Miai's data, and the rating lists if there are any."""
    folder = existing_folder(data, database)
    with ExitStack() as opened:
        store = opened.enter_context(closing(open_store(folder, database)))
        has_lists = (folder / FILE_NAME).exists()
        lists = opened.enter_context(PlayerLists(folder)) if has_lists else None
        yield Desk(store), lists
