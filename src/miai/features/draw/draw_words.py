"""A draw in words: its verdict, and the reasons for each game."""

from collections.abc import Sequence

from miai.domain.people.player import Player
from miai.engine.pairing.evaluation import BoardEvaluation, Comparison, Evaluation
from miai.engine.pairing.protocol import Draw, Reason
from miai.engine.pairing.weights import RoundWeights


def verdict_line(draw: Draw, *, numbers: bool = False) -> str:
    """Who sits out, and whether the draw is proved to be the best; with numbers also what it costs."""
    bye, total = _bye(draw.free), f"total {draw.total}, " if numbers else ""
    if not draw.preset and draw.optimal and not draw.total:
        return f"{bye}as the schedule wants it, seed {draw.seed}"
    if not draw.optimal:
        return f"{bye}drawn by the rules of {draw.system}, seed {draw.seed}"
    return f"{bye}{total}proved optimal, seed {draw.seed}"


def evaluation_line(evaluation: Evaluation, *, numbers: bool = False) -> str:
    """Who sits out, and whether the round is proved to be the best or was changed; with numbers its cost."""
    start = _bye([each.player for each in evaluation.byes])
    end = f"seed {evaluation.seed}"
    total = f"total {evaluation.total}, " if numbers else ""
    if evaluation.best:
        return f"{start}{total}proved optimal, {end}"
    if evaluation.blocked is not None:
        return f"{start}no draw keeps all rules, {end}"
    if evaluation.comparison is not None and not evaluation.own:
        best = f"total {evaluation.total} instead of {evaluation.comparison.best_total}, " if numbers else ""
        return f"{start}{best}not the best draw, {end}"
    if evaluation.own:
        return f"{start}drawn by the rules of {evaluation.system}, {end}"
    return f"{start}not as {evaluation.system} draws it, {end}"


def board_lines(board: BoardEvaluation, *, everything: bool = False, numbers: bool = False) -> list[str]:
    """A board and what each rule says of it; rules that are fully kept are left out unless asked for."""
    lines = [f"Table {board.board.table}: {board.white.name} – {board.black.name}"]
    lines += [f"  forbidden: {breach.text}" for breach in board.forbidden]
    shown = [
        _reason_line(reason, numbers=numbers)
        for reason in board.reasons
        if everything or reason.rule == "not_drawn" or (reason.cost and reason.rule != "chance")
    ]
    return lines + (shown or ["  everything is as the rules want it"])


def bye_lines(evaluation: Evaluation, *, numbers: bool = False) -> list[str]:
    """Everybody who sits out, and why."""
    lines = []
    for bye in evaluation.byes:
        lines.append(f"Bye: {bye.player.name}")
        lines += [_reason_line(reason, numbers=numbers) for reason in bye.reasons]
    return lines


def comparison_lines(comparison: Comparison) -> list[str]:
    """The games that make the difference between two draws, rule by rule."""
    lines = []
    for change in comparison.changes:
        if change.games or change.instead:
            lines.append(f"  {change.title}")
            lines += [f"    {game}" for game in change.games]
            lines += [f"    {'' if at else 'instead of '}{game}" for at, game in enumerate(change.instead)]
    return lines


def _reason_line(reason: Reason, *, numbers: bool) -> str:
    cost = f" (costs {reason.cost})" if numbers and reason.cost else ""
    return f"  {reason.title}: {reason.text}{cost}"


def summary_lines(evaluation: Evaluation) -> list[str]:
    """The round as a whole, one line a rule."""
    boards = len(evaluation.boards)
    return [
        f"{count.title}: {count.fault} on {count.boards} of {boards} boards"
        if count.boards
        else f"{count.title}: no {count.fault}"
        for count in evaluation.counts
    ]


def optimum_line(weights: RoundWeights) -> str:
    """The best total of a round's weights."""
    return f"optimum {weights.optimum} ({'maximised' if weights.maximised else 'minimised'})"


def _bye(players: Sequence[Player]) -> str:
    return f"bye: {', '.join(player.name for player in players)}; " if players else ""
