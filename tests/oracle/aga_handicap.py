"""The AGA's protocol: how many stones are given."""


def stones(difference: int, *, reduced_by: int | None, ceiling: int = 9, top_band: bool = False) -> int:
    """Handicaps: full (reduced by 0), "minus 1", "minus 2" or none at all, for a difference of ranks.

    With the option for it, all games with a player of the top band are even "regardless of the handicap
    settings". A handicap is never negative, and no program gives more stones than its largest handicap.
    """
    if top_band or reduced_by is None:
        return 0
    return min(ceiling, max(0, abs(difference) - reduced_by))
