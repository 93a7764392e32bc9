"""The mark of an entry: undo is about exactly the entry that was on the screen."""

from miai.desk.live_state import State
from miai.desk.seen import Mark, SeenChanged
from miai.messages import Message


def entry_mark(state: State, number: int) -> Mark:
    """The mark of one entry of the log; after the log was replaced, its number has another one."""
    known = state.history.until(number).entries[-1:]
    parts = [
        (state.history.identity, each.number, each.at, each.by) for each in known if each.number == number
    ]
    return Mark.of(state, parts)


def demand_entry(state: State, number: int, mark: Mark) -> None:
    """Raise SeenChanged if the number now stands for another entry than on the screen."""
    now = entry_mark(state, number)
    if now.content != mark.content:
        raise SeenChanged(
            Message("entry %(number)s is different now from the one on this screen", number=number), now
        )
