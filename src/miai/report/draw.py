"""A draw on paper: boards, and their reasons."""

from collections.abc import Iterable, Sequence

from miai.domain.player import Player
from miai.pairing.evaluation import BoardEvaluation, Comparison, Evaluation, RuleChange
from miai.pairing.protocol import Draw
from miai.report.table import Column, Table


def draw_table(draw: Draw) -> Table:
    """The boards by table."""
    columns = (
        Column(title="Table", right=True),
        Column(title="White"),
        Column(title="Gr", right=True),
        Column(title="Black"),
        Column(title="Gr", right=True),
        Column(title="Hd", right=True),
        Column(title="Komi", right=True),
    )
    rows = tuple(
        (
            str(board.table),
            board.white.name,
            str(board.white.grade),
            board.black.name,
            str(board.black.grade),
            str(board.handicap or "") if board.colours_known else "nigiri",
            f"{board.komi:g}",
        )
        for board in draw.boards
    )
    preset = f", preset {draw.preset}" if draw.preset else ""
    return Table(title=f"Round {draw.round}: {draw.system}{preset}", columns=columns, rows=rows)


def verdict_line(draw: Draw) -> str:
    """Who sits out, what it costs, and whether that is proved to be the best."""
    bye = _bye(draw.free)
    if not draw.preset and draw.optimal and not draw.total:
        return f"{bye}as the schedule wants it, seed {draw.seed}"
    if not draw.optimal:
        return f"{bye}drawn by the rules of {draw.system}, seed {draw.seed}"
    return f"{bye}total {draw.total}, proved optimal, seed {draw.seed}"


def evaluation_line(evaluation: Evaluation) -> str:
    """Who sits out, what the round costs, and whether it is proved to be the best or was changed."""
    start = _bye([each.player for each in evaluation.byes])
    end = f"seed {evaluation.seed}"
    if evaluation.best:
        return f"{start}total {evaluation.total}, proved optimal, {end}"
    if evaluation.blocked is not None:
        return f"{start}no draw keeps all rules, {end}"
    if evaluation.comparison is not None and not evaluation.own:
        return f"{start}total {evaluation.total} instead of {evaluation.comparison.best_total}, {end}"
    if evaluation.own:
        return f"{start}drawn by the rules of {evaluation.system}, {end}"
    return f"{start}not as {evaluation.system} draws it, {end}"


def board_lines(board: BoardEvaluation, *, everything: bool = False) -> list[str]:
    """A board and what each rule says of it; rules that are fully kept are left out unless asked for."""
    lines = [f"Table {board.board.table}: {board.white.name} – {board.black.name}"]
    lines += [f"  forbidden: {breach.text}" for breach in board.forbidden]
    shown = [
        f"  {reason.rule}: {reason.text}" + (f" (costs {reason.cost})" if reason.cost else "")
        for reason in board.reasons
        if everything or reason.rule == "not_drawn" or (reason.cost and reason.rule != "chance")
    ]
    return lines + (shown or ["  everything is as the rules want it"])


def bye_lines(evaluation: Evaluation) -> list[str]:
    """Everybody who sits out, and why."""
    lines = []
    for bye in evaluation.byes:
        lines.append(f"Bye: {bye.player.name}")
        lines += [
            f"  {reason.rule}: {reason.text}" + (f" (costs {reason.cost})" if reason.cost else "")
            for reason in bye.reasons
        ]
    return lines


def summary_lines(evaluation: Evaluation) -> list[str]:
    """The round as a whole, one line a rule."""
    boards = len(evaluation.boards)
    return [
        f"{count.rule}: {count.fault} on {count.boards} of {boards} boards"
        if count.boards
        else f"{count.rule}: no {count.fault}"
        for count in evaluation.counts
    ]


def comparison_line(comparison: Comparison) -> str:
    """What a pairing costs beside the system's own, in one line."""
    worse, better = _listed(comparison.worse), _listed(comparison.better)
    if worse and better:
        return f"this costs: {worse}; in return: {better}"
    if worse:
        return f"this costs: {worse}"
    if better:
        return f"this is better: {better}"
    return "this costs nothing: it is as good as the best pairing"


def _bye(players: Sequence[Player]) -> str:
    return f"bye: {', '.join(player.name for player in players)}; " if players else ""


def _listed(changes: Iterable[RuleChange]) -> str:
    return ", ".join(str(change.text) for change in changes)
