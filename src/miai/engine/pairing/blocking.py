"""Says who blocks whom where no pairing exists."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import numpy as np

from miai.engine.pairing.match import Blocked
from miai.engine.pairing.protocol import RoundView
from miai.engine.pairing.rules.forbidding import Ban
from miai.messages import Clauses, Message, counted

_SHOWN = 8


def blocked_message(view: RoundView, bans: Sequence[Ban], blocked: Blocked) -> Message:
    """The players who cannot all be paired, and the rules that keep them apart."""
    stuck = [i for group in blocked.groups for i in group]
    number = view.round
    if not stuck:
        return Message("no pairing exists for round %(round)s: nobody may have the bye", round=number)
    who = _names(view, stuck)
    why = _keeping_apart(view, bans, blocked.groups)
    if blocked.blockers:
        return Message(
            "no pairing exists for round %(round)s: %(who)s can only meet %(others)s, "
            "and that is not enough (%(why)s)",
            round=number,
            who=who,
            others=_names(view, blocked.blockers),
            why=why,
        )
    if len(stuck) == 1:
        return Message(
            "no pairing exists for round %(round)s: %(who)s can meet nobody (%(why)s)",
            round=number,
            who=who,
            why=why,
        )
    return Message(
        "no pairing exists for round %(round)s: %(who)s cannot be paired with each other "
        "or with anybody else (%(why)s)",
        round=number,
        who=who,
        why=why,
    )


def _names(view: RoundView, players: Sequence[int]) -> tuple[str | Message, ...]:
    names = sorted(view.name(i) for i in players)
    if len(names) <= _SHOWN:
        return tuple(names)
    return (*names[:_SHOWN], counted("%(num)s more", "%(num)s more", len(names) - _SHOWN))


def _keeping_apart(
    view: RoundView, bans: Sequence[Ban], groups: Sequence[Sequence[int]]
) -> Clauses | Message:
    """The rules that forbid pairs across the groups, the busiest first, each with an example."""
    found: Counter[str] = Counter()
    examples: dict[str, Message] = {}
    label = np.full(len(view), -1)
    for number, group in enumerate(groups):
        label[list(group)] = number
    stuck = [i for group in groups for i in group][:200]
    matrices = [(ban, ban.forbids(view)) for ban in bans]
    for i, j in combinations(stuck, 2):
        if label[i] == label[j] and len(groups) > 1:
            continue
        for ban, forbidden in matrices:
            if forbidden[i, j]:
                found[ban.key] += 1
                examples.setdefault(ban.key, ban.explain(view, i, j))
    if not found:
        return Message("there is no one left to meet")
    return Clauses(tuple(_example(examples[key], count) for key, count in found.most_common()))


def _example(example: Message, count: int) -> Message:
    if count == 1:
        return example
    return counted(
        "%(example)s, and %(num)s more such", "%(example)s, and %(num)s more such", count - 1, example=example
    )
