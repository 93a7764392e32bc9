"""What players pay to take part."""

from dataclasses import dataclass

from miai.domain.bounds import BirthYear
from miai.domain.money import NO_MONEY, Amount, Cents
from miai.domain.player import Player


@dataclass(frozen=True, slots=True, kw_only=True)
class Fees:
    """The usual fee, and another one for those born in `junior_since` or later, if a year is given."""

    currency: str = ""
    usual: Amount = NO_MONEY
    for_juniors: Amount = NO_MONEY
    junior_since: BirthYear | None = None

    def owed_by(self, player: Player) -> Cents:
        """What a player owes: their own fee where one is stated; a side owes for each of its people."""
        if player.fee is not None:
            return player.fee
        junior = (
            self.junior_since is not None
            and player.birth_year is not None
            and player.birth_year >= self.junior_since
        )
        return Cents((self.for_juniors if junior else self.usual) * max(1, len(player.members)))
