"""A criterion for places: the longest winning streak."""

from miai.extend import POINT, NewTiebreak, Scores


def longest_streak(table: Scores) -> list[int]:
    """The most rounds that each player won one after the other."""
    found = []
    for rounds in table.rounds:
        longest = current = 0
        for each in rounds:
            current = current + 1 if each.points == POINT else 0
            longest = max(longest, current)
        found.append(longest)
    return found


STREAK = NewTiebreak(
    title="Streak",
    name="longest winning streak",
    says="The most games won one after the other.",
    compute=longest_streak,
)
