"""Weights as a table."""

from miai.answers import Column, Table
from miai.engine.pairing.weights import RoundWeights


def weights_table(weights: RoundWeights) -> Table:
    """One line a pair, one column a term."""
    names = list(weights.pairs[0].terms) if weights.pairs else []
    columns = (
        Column(title="A"),
        Column(title="B"),
        *(Column(title=name, right=True) for name in [*names, "total"]),
    )
    rows = tuple(
        (pair.a.name, pair.b.name, *(str(pair.terms[name]) for name in names), str(pair.total))
        for pair in weights.pairs
    )
    return Table(title=f"Round {weights.round}: weights, preset {weights.preset}", columns=columns, rows=rows)


def optimum_line(weights: RoundWeights) -> str:
    """The best total."""
    return f"optimum {weights.optimum} ({'maximised' if weights.maximised else 'minimised'})"
