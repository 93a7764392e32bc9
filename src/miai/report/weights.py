"""Weights as a table."""

from typing import Any

from miai.report.table import Column, Table


def weights_table(data: dict[str, Any]) -> Table:
    """One line a pair, one column a term."""
    names = list(data["pairs"][0]["terms"]) if data["pairs"] else []
    columns = (
        Column(title="A"),
        Column(title="B"),
        *(Column(title=name, right=True) for name in [*names, "total"]),
    )
    rows = tuple(
        (pair["a"], pair["b"], *(str(pair["terms"][name]) for name in names), str(pair["total"]))
        for pair in data["pairs"]
    )
    return Table(title=f"Round {data['round']}: weights, preset {data['preset']}", columns=columns, rows=rows)
