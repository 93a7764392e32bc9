"""What people call the tournament systems, without loading the systems themselves."""

from miai.messages import Message

SYSTEM_NAMES: dict[str, Message] = {
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
