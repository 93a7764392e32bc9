"""Who has White."""

from miai.engine.kernel.jit import compiled_part

# What decides where nothing speaks for either player.
BY_LOT = 0


@compiled_part
def white_side(
    handicap: int,
    level: int,
    other_level: int,
    promised: int,
    balance: int,
    other_balance: int,
    last: int,
    other_last: int,
) -> int:
    """1 if the first player has White, -1 if the second has, `BY_LOT` if a lot decides.

    White gives the handicap. In an even game White goes where it breaks fewer promises (`promised` is 1 for
    the first player, -1 for the second, 0 if there is no difference), then to the player with fewer whites,
    then to the one who had Black last.
    """
    if handicap > 0:
        return 1 if level > other_level else -1
    if promised != 0:
        return promised
    if balance != other_balance:
        return 1 if balance < other_balance else -1
    if last != other_last:
        return 1 if last < other_last else -1
    return BY_LOT
