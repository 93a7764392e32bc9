"""Thinking time as the federations calculate it."""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from miai.domain.bounds import (
    Minutes,
    Seconds,
)
from miai.domain.field_facts import Added
from miai.domain.numbers import Between
from miai.domain.settings.setting import Setting, When
from miai.domain.settings.setting_groups import (
    TIME,
)
from miai.messages import Message

_OTHER_OVERTIME = Message("the overtime is another one")

_BYO_YOMI = When(lambda settings, _: settings.clock.overtime is Overtime.BYO_YOMI, _OTHER_OVERTIME)

_CANADIAN = When(lambda settings, _: settings.clock.overtime is Overtime.CANADIAN, _OTHER_OVERTIME)

_FISCHER = When(lambda settings, _: settings.clock.overtime is Overtime.FISCHER, _OTHER_OVERTIME)


class Overtime(Enum):
    """What follows the basic time."""

    SUDDEN_DEATH = "sudden death"
    BYO_YOMI = "byo-yomi"
    CANADIAN = "canadian"
    FISCHER = "fischer"


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """Thinking time: minutes of basic time, seconds of overtime, periods of byo-yomi (0 if not stated)."""

    basic_minutes: Annotated[Minutes, Setting(Message("Main time in minutes"), group=TIME, row=1)] = 60
    overtime: Annotated[Overtime, Setting(Message("Overtime"), group=TIME, row=1)] = Overtime.BYO_YOMI
    byo_yomi_seconds: Annotated[
        Seconds, Setting(Message("Seconds of byo-yomi"), group=TIME, row=2, column=2, used_when=(_BYO_YOMI,))
    ] = 30
    byo_yomi_periods: Annotated[
        int,
        Between(0, 999),
        Setting(
            Message("Periods of byo-yomi"),
            Message("0 if the event does not state it."),
            group=TIME,
            row=2,
            column=1,
            used_when=(_BYO_YOMI,),
        ),
        Added(4, before=0),
    ] = 3
    canadian_seconds: Annotated[
        Seconds,
        Setting(Message("Seconds of Canadian overtime"), group=TIME, row=2, column=4, used_when=(_CANADIAN,)),
    ] = 300
    canadian_moves: Annotated[
        int,
        Between(0, 999),
        Setting(
            Message("Moves in Canadian overtime"),
            group=TIME,
            row=2,
            column=3,
            used_when=(_CANADIAN,),
            least=1,
        ),
    ] = 15
    fischer_seconds: Annotated[
        Seconds,
        Setting(Message("Seconds added each move"), group=TIME, row=2, column=5, used_when=(_FISCHER,)),
    ] = 10


def adjusted_minutes(clock: Clock) -> float:
    """EGF: basic time and 45 moves of byo-yomi, 60 of Canadian overtime, or 120 Fischer increments."""
    return clock.basic_minutes + overtime_minutes(clock)


def overtime_minutes(clock: Clock) -> float:
    """The overtime that a player is expected to need, as the EGF counts it."""
    extra = {
        Overtime.SUDDEN_DEATH: 0.0,
        Overtime.BYO_YOMI: 45 * clock.byo_yomi_seconds / 60,
        Overtime.CANADIAN: 60 * clock.canadian_seconds / max(1, clock.canadian_moves) / 60,
        Overtime.FISCHER: 120 * clock.fischer_seconds / 60,
    }
    return extra[clock.overtime]
