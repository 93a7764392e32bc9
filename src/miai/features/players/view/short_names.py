"""Names for places where a long one does not fit."""

from miai.domain.people.player import Player


def short_name(player: Player) -> str:
    """The surname with the initials of the first of the first names: "Lefèvre J.-B."."""
    first = player.first_name.split()[:1]
    initials = "-".join(f"{part[0]}." for word in first for part in word.split("-") if part)
    return f"{player.surname} {initials}".strip()


def fitting_name(player: Player, letters: int) -> str:
    """The whole name if it has no more than so many letters, else the short one."""
    return player.name if len(player.name) <= letters else short_name(player)
