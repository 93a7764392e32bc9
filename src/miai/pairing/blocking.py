"""Says who blocks whom where no pairing exists."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import numpy as np

from miai.pairing.match import Blocked
from miai.pairing.protocol import RoundView
from miai.pairing.rules.forbidding import Ban

_SHOWN = 8


def blocked_sentence(view: RoundView, bans: Sequence[Ban], blocked: Blocked) -> str:
    """One sentence: the players who cannot all be paired, and the rules that keep them apart."""
    stuck = [i for group in blocked.groups for i in group]
    if not stuck:
        return f"no pairing exists for round {view.round}: nobody may have the bye"
    who = _names(view, stuck)
    rules = _keeping_apart(view, bans, blocked.groups)
    if blocked.blockers:
        others = _names(view, blocked.blockers)
        may = f"{who} can only meet {others}, and that is not enough"
    elif len(stuck) == 1:
        may = f"{who} can meet nobody"
    else:
        may = f"{who} cannot be paired with each other or with anybody else"
    return f"no pairing exists for round {view.round}: {may} ({rules})"


def _names(view: RoundView, players: Sequence[int]) -> str:
    names = sorted(view.name(i) for i in players)
    if len(names) > _SHOWN:
        names = [*names[:_SHOWN], f"{len(names) - _SHOWN} more"]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _keeping_apart(view: RoundView, bans: Sequence[Ban], groups: Sequence[Sequence[int]]) -> str:
    """The rules that forbid pairs across the groups, the busiest first, each with an example."""
    found: Counter[str] = Counter()
    examples: dict[str, str] = {}
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
    told = [
        f"{examples[key]}, and {count - 1} more such" if count > 1 else examples[key]
        for key, count in found.most_common()
    ]
    return "; ".join(told) or "there is no one left to meet"
