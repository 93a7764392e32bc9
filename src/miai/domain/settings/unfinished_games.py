"""The rules for games that are not over when the next round is drawn."""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from miai.domain.settings.setting import Setting
from miai.domain.settings.setting_groups import (
    WEEKS,
)
from miai.messages import Message


class OpenGames(Enum):
    """What games of earlier rounds that are not over count in the next draw, or that it waits for them."""

    HALF = "half"
    NOTHING = "nothing"
    WAIT = "wait"


class AfterDeadline(Enum):
    """What becomes of a game that is not over at the deadline of its round."""

    STAYS_OPEN = "stays open"
    BOTH_LOSE = "both lose"
    JIGO = "jigo"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnfinishedGames:
    """The rules for games that are not over when the next round is drawn, and after their deadline."""

    in_next_draw: Annotated[
        OpenGames,
        Setting(
            Message("Games that are not over, in the next draw"),
            Message(
                "What a game of an earlier round that has no result yet counts when the next round is drawn."
            ),
            group=WEEKS,
            row=1,
        ),
    ] = OpenGames.HALF
    after_deadline: Annotated[
        AfterDeadline,
        Setting(
            Message("Games that are not over at the deadline"),
            Message(
                "The result that the director can give to all games that are past the deadline of "
                "their round."
            ),
            group=WEEKS,
            row=1,
        ),
    ] = AfterDeadline.STAYS_OPEN
