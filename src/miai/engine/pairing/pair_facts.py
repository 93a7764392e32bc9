"""Facts about a pair, whatever system drew it: the surfaces put them into words."""

from collections.abc import Callable
from dataclasses import dataclass

from miai.domain.people.player import Player
from miai.domain.people.sides import all_texts, shared_text
from miai.domain.settings.pairing_rules import ColourRule
from miai.engine.pairing.protocol import RoundView
from miai.engine.pairing.rules.geography import Geography, Kinship, exempt, far_message
from miai.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class PairFacts:
    """What is known of two players who are to meet; `gap` is in quarters.

    `floats_down` comes from a higher group than the opponent, and `floats_again` says that they have floated
    down before. `kinship` is what the two have in common, where the settings mind, and `far_apart` says
    how far their time zones are apart, where that is too far. Those who are `off_balance` have a colour that
    they have had more often already; those with `colour_again` have had both alike, and this one last.
    """

    gap: int
    floats_down: Player | None
    floats_again: bool
    met_in: tuple[int, ...]
    kinship: Kinship | None
    far_apart: Message | None
    off_balance: tuple[Player, ...]
    colour_again: tuple[Player, ...]


def kinship_message(common: Kinship, one: Player, other: Player) -> Message:
    """What two players have in common, in as few words as possible."""
    if common is Kinship.CLUB:
        return Message("both %(what)s", what=shared_text(one, other, "club"))
    if common is Kinship.CLUBS_GROUP:
        return Message(
            "%(a)s and %(b)s belong together", a=all_texts(one, "club"), b=all_texts(other, "club")
        )
    country = shared_text(one, other, "country")
    places = {Kinship.CITY: one.city, Kinship.STATE: one.state, Kinship.COUNTRY: country}
    return Message("both %(what)s", what=places[common])


def pair_facts(view: RoundView) -> Callable[[int, int, int], PairFacts]:
    """A function of White, Black and the handicap; what concerns the whole view is worked out once."""
    free = exempt(view)
    rules = view.settings.pairing
    geography = Geography.of(rules)
    balanced = rules.colours is ColourRule.BALANCE

    def facts(white: int, black: int, handicap: int) -> PairFacts:
        common = geography.minded(view, white, black)
        floats = bool(view.groups[white] != view.groups[black])
        upper = white if view.groups[white] > view.groups[black] else black
        seats = ((white, 1), (black, -1)) if balanced and not handicap else ()
        return PairFacts(
            gap=abs(int(view.scores[white] - view.scores[black])),
            floats_down=view.players[upper] if floats else None,
            floats_again=floats and bool(view.downs[upper]),
            met_in=view.met_in(white, black),
            kinship=None if free[white] and free[black] else common,
            far_apart=far_message(view, white, black) if geography.too_far(view, white, black) else None,
            off_balance=tuple(view.players[i] for i, colour in seats if view.balances[i] * colour > 0),
            colour_again=tuple(
                view.players[i]
                for i, colour in seats
                if view.balances[i] == 0 and view.last_colours[i] == colour
            ),
        )

    return facts
