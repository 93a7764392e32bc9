"""Grade groups: what players of one grade won and whom they met."""

from dataclasses import dataclass

from miai.engine.kernel import qualities as kernel
from miai.engine.kernel.arrays import Floats


@dataclass(frozen=True, slots=True, kw_only=True)
class GradeGroup:
    """The players of one grade (a zero-shodan number): what they won and whom they met, on average.

    `score` is the final score in points; `peers` is the share of games of this grade and above that were
    played among themselves.
    """

    grade: int
    players: float
    games: float
    wins: float
    score: float
    opponent_grade: float | None
    peers: float | None


def groups_of(table: Floats, lowest: int) -> tuple[GradeGroup, ...]:
    """The grade groups that have players, the strongest first; the first line of the table is `lowest`."""
    result = []
    seats = peers = 0.0
    for line in range(len(table) - 1, -1, -1):
        row = table[line]
        seats += row[kernel.MEMBER_SEATS]
        peers += row[kernel.WEAKER_SEATS]
        members, games = float(row[kernel.MEMBERS]), float(row[kernel.MEMBER_SEATS])
        if members:
            result.append(
                GradeGroup(
                    grade=lowest + line,
                    players=members,
                    games=games / members,
                    wins=float(row[kernel.MEMBER_WINS]) / members / kernel.POINT,
                    score=float(row[kernel.MEMBER_SCORES]) / members / kernel.POINT,
                    opponent_grade=float(row[kernel.OPPONENT_GRADES]) / games if games else None,
                    peers=float(peers / seats) if seats else None,
                )
            )
    return tuple(result)
