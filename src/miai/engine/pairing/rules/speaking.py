"""What rules say of a pair that they did not choose."""

from collections.abc import Callable, Sequence

from miai.engine.pairing.protocol import Reason, RoundView, Rule


def rule_reasons(
    view: RoundView, rules: Sequence[Rule]
) -> Callable[[RoundView, int, int], tuple[Reason, ...]]:
    """The deviations of some rules as reasons that cost nothing; their matrices are worked out once."""
    matrices = [(rule, rule.deviation(view)) for rule in rules]

    def reasons(view: RoundView, i: int, j: int) -> tuple[Reason, ...]:
        return tuple(
            Reason(
                rule=rule.key, title=rule.title, deviation=int(matrix[i, j]), text=rule.explain(view, i, j)
            )
            for rule, matrix in matrices
        )

    return reasons
