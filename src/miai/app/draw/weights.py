"""What every pair of a round weighs, term by term."""

from itertools import combinations
from typing import Any

from miai.app.draw.pair import Task


def weights_data(task: Task) -> dict[str, Any]:
    """The stable JSON of all weights; a preset that maximises shows weights, one that minimises costs."""
    solved = task.solve()
    priced, view = solved.priced, task.view
    playing = [i for i in range(len(view)) if i != solved.bye]
    maximised = priced.base is not None
    pairs = []
    for i, j in combinations(playing, 2):
        terms = {
            part.key: part.best - int(part.costs[i, j]) if maximised else int(part.costs[i, j])
            for part in priced.parts
        }
        total = priced.offset + sum(terms.values())
        pairs.append({"a": view.name(i), "b": view.name(j), "terms": terms, "total": total})
    return {
        "round": view.round,
        "preset": task.plan.preset,
        "maximised": maximised,
        "pairs": pairs,
        "bye": None if solved.bye is None else view.name(solved.bye),
        "optimum": priced.shown_total(solved.cost, len(solved.pairs)),
    }
