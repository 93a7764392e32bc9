"""The one number that orders players by strength, whatever is known of them."""

from miai.domain.people.player import Player

# AGA 1.5 is the middle of 1 dan, as 2100 is on the EGF's scale; the gap from -1 to 1 is taken out.
_SHODAN, _POINTS_A_GRADE = 2050.0, 100.0


def rating_of(player: Player, *, american: bool = False) -> float:
    """The EGF's rating or, for `american` events first, the AGA's on the EGF's scale; else the grade's."""
    own, other = player.rating, from_aga(player.aga_rating)
    if american:
        own, other = other, own
    known = own if own is not None else other
    return float(player.grade.rating) if known is None else known


def from_aga(rating: float | None) -> float | None:
    """An AGA rating on the EGF's scale."""
    if rating is None:
        return None
    return _SHODAN + _POINTS_A_GRADE * (rating - 1.0 if rating > 0 else rating + 1.0)
