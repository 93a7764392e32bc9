"""What people call the tournament systems, without loading the systems themselves."""

from typing import Any

from miai.messages import Message
from miai.plugins import Registry, demand_parts, message_of

_OWN: dict[str, Message] = {
    "mcmahon": Message("McMahon"),
    "swiss": Message("Swiss"),
    "aga": Message("AGA McMahon"),
    "accelrat": Message("AccelRat"),
    "guided_random": Message("Guided random"),
    "backtracking": Message("Backtracking"),
    "entropy": Message("Entropy"),
    "random": Message("Random"),
    "roommates": Message("Roommates"),
    "round_robin": Message("Round robin"),
    "split_and_cycle": Message("Split-and-cycle"),
    "knockout": Message("Knock-out"),
    "double_elimination": Message("Double elimination"),
}


def _of_plugin(_key: str, value: Any) -> Message:
    demand_parts(value, ("name",))
    return message_of(value.name)


SYSTEM_NAMES: Registry[Message] = Registry("systems", _OWN, _of_plugin)
