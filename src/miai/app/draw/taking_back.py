"""What is lost when a whole draw is taken back."""

from collections.abc import Iterator
from dataclasses import dataclass

from miai.app.desk import State
from miai.app.draw.by_hand import HandWork, hand_work, work_messages
from miai.app.event.publish import Shown, publication
from miai.domain.tournament import Tournament
from miai.messages import Message, counted


@dataclass(frozen=True, slots=True, kw_only=True)
class TakingBack:
    """What a round loses with its draw: changes by hand, results, and the pairings that players see."""

    work: HandWork
    results: int
    published: bool

    @property
    def key(self) -> str:
        """What a form carries that says which losses its reader has seen; empty where nothing is lost."""
        lost = self.work or self.results or self.published
        return f"{self.work.key}|{self.results}|{'shown' if self.published else ''}" if lost else ""

    def messages(self, tournament: Tournament) -> Iterator[Message]:
        """Each loss in a sentence."""
        if self.published:
            yield Message("Players no longer see the pairings of this round.")
        if self.results:
            yield counted(
                "%(num)s result is dropped with the draw.",
                "%(num)s results are dropped with the draw.",
                self.results,
            )
        if self.work:
            yield dropped_by_hand(tournament, self.work)


def taking_back(state: State, number: int) -> TakingBack:
    """What taking back a round would lose."""
    event = state.tournament
    return TakingBack(
        work=hand_work(state, number),
        results=sum(board.result.known for board in event.round(number).boards),
        published=publication(event, number).shown is not Shown.NOTHING,
    )


def dropped_by_hand(tournament: Tournament, work: HandWork) -> Message:
    """The changes by hand that a new draw drops."""
    return Message("This drops what was done by hand: %(changes)s.", changes=work_messages(tournament, work))
