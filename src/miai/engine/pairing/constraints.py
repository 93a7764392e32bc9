"""The director's standing wishes, as far as they touch one round."""

from collections.abc import Iterable

from miai.domain.people.player import Player
from miai.domain.rounds.director_constraints import Wishes
from miai.engine.pairing.protocol import Constraints


def constraints_of(wishes: Wishes, round_number: int, playing: Iterable[Player]) -> Constraints:
    """What to keep to in a round; wishes about players who are not there wait for another."""
    there = {player.id for player in playing}
    return Constraints(
        forbidden=tuple(pair for pair in wishes.apart if there.issuperset(pair)),
        forced=tuple(
            (game.white, game.black)
            for game in wishes.games
            if game.round == round_number and there.issuperset((game.white, game.black))
        ),
        fixed_tables=tuple(wish for wish in wishes.tables if wish[0] in there),
        excluded_tables=tuple(wish for wish in wishes.off_tables if wish[0] in there),
        volunteers=tuple(
            offer.player
            for offer in wishes.volunteers
            if offer.round == round_number and offer.player in there
        ),
    )
