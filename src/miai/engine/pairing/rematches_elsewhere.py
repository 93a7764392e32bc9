"""Games of a draw whose players have met in another part of the event: drawn only if no other draw exists."""

from collections.abc import Sequence
from dataclasses import dataclass

from miai.engine.pairing.fewest_breaches import met_elsewhere_alone
from miai.engine.pairing.protocol import Draw, RoundView
from miai.engine.pairing.rules.forbidding import Ban, NeverMet
from miai.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class RematchElsewhere:
    """Two players who meet again, and the rounds of other parts of the event in which they met."""

    one: str
    other: str
    when: tuple[Message, ...]

    @property
    def message(self) -> Message:
        """The warning for the director."""
        return Message(
            "no pairing avoids all rematches with other parts of the event: %(a)s and %(b)s meet again after"
            " %(when)s",
            a=self.one,
            b=self.other,
            when=self.when,
        )


def rematches_elsewhere(
    view: RoundView, bans: Sequence[Ban], draw: Draw
) -> tuple[RematchElsewhere, ...] | None:
    """The rematches of other parts in a draw; None if it breaks any other rule, or none of these."""
    index = {player.id: i for i, player in enumerate(view.players)}
    alone = met_elsewhere_alone(view)
    forbidden = [(ban.key, ban.forbids(view)) for ban in bans]
    wanted = {frozenset(pair) for pair in view.constraints.forced}
    found: list[RematchElsewhere] = []
    for board in draw.boards:
        i, j = index[board.white.id], index[board.black.id]
        broken = [key for key, flags in forbidden if flags[i, j]]
        if not broken or frozenset((board.white.id, board.black.id)) in wanted:
            continue
        if broken != [NeverMet.key] or not alone[i, j]:
            return None
        one, other = sorted((view.name(i), view.name(j)))
        found.append(RematchElsewhere(one=one, other=other, when=view.met_elsewhere_in(i, j)))
    return tuple(found) or None
