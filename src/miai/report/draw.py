"""A draw on paper: boards, and their reasons."""

from miai.pairing.protocol import Draw, Pairing
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
            str(board.handicap or ""),
            f"{board.komi:g}",
        )
        for board in draw.boards
    )
    return Table(title=f"Round {draw.round}: {draw.system}, preset {draw.preset}", columns=columns, rows=rows)


def verdict_line(draw: Draw) -> str:
    """Who sits out, what it costs, and whether that is proved to be the best."""
    bye = f"bye: {', '.join(player.name for player in draw.free)}; " if draw.bye else ""
    if not draw.preset and draw.optimal and not draw.total:
        return f"{bye}as the schedule wants it, seed {draw.seed}"
    if not draw.optimal:
        return f"{bye}drawn by the rules of {draw.system}, seed {draw.seed}"
    return f"{bye}total {draw.total}, proved optimal, seed {draw.seed}"


def board_lines(board: Pairing, *, everything: bool = False) -> list[str]:
    """A board and what each rule says of it; rules that are fully kept are left out unless asked for."""
    lines = [f"Table {board.table}: {board.white.name} – {board.black.name}"]
    told = [
        f"  {reason.rule}: {reason.text}" + (f" (costs {reason.cost})" if reason.cost else "")
        for reason in board.reasons
        if everything or (reason.cost and reason.rule != "chance")
    ]
    return lines + (told or ["  everything is as the rules want it"])
