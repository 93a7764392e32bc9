"""What players pay to take part."""

from dataclasses import dataclass
from typing import Annotated

from miai.domain.bounds import BirthYear
from miai.domain.money import NO_MONEY, Amount, Cents
from miai.domain.people.player import Player
from miai.domain.settings.setting import Setting, When
from miai.domain.settings.setting_groups import FEES
from miai.messages import Message

_IF_JUNIORS_ARE_KNOWN = When(
    lambda settings, _: settings.fees.junior_since is not None,
    Message("no year is given from which players are juniors"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fees:
    """The usual fee, and another one for those born in `junior_since` or later, if a year is given."""

    currency: Annotated[
        str,
        Setting(Message("Currency"), Message("Written after amounts, such as EUR or £."), group=FEES, row=1),
    ] = ""
    usual: Annotated[
        Amount, Setting(Message("Usual fee"), Message("0 if nobody pays."), group=FEES, row=1)
    ] = NO_MONEY
    for_juniors: Annotated[
        Amount,
        Setting(
            Message("Fee of juniors"),
            Message("0 if they pay nothing."),
            group=FEES,
            row=2,
            used_when=(_IF_JUNIORS_ARE_KNOWN,),
        ),
    ] = NO_MONEY
    junior_since: Annotated[
        BirthYear | None,
        Setting(
            Message("Junior fee for those born since"),
            Message("The first year of birth; empty if all pay the same."),
            group=FEES,
            row=2,
        ),
    ] = None

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
