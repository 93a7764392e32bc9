"""A player's own rating change so far."""

from dataclasses import dataclass

from miai.desk.live_state import State
from miai.domain.people.player import Player
from miai.features.ratings.rating_so_far import ratings_so_far
from miai.server.request_context import Visit
from miai.server.words import ngettext
from miai.server.words.formatting import figure

# The first phone that asks after a change waits so many seconds; others see the numbers before it meanwhile.
_PATIENCE = 0.4


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownRating:
    """Old and new rating, the change, and by which rules; `assumed`: there is no real old rating."""

    before: str
    after: str
    change: str
    says: str
    assumed: bool


def rating_of(visit: Visit, state: State, player: Player) -> ShownRating | None:
    """The rating change of a player by the published games; None where nothing is rated or known yet."""
    found = visit.app_state.prepared.find(
        ("ratings", state.id),
        state.head,
        lambda: ratings_so_far(state.tournament),
        patience=_PATIENCE,
    )
    ratings = found.value if found else None
    change = ratings.changes.get(player.id) if ratings else None
    if ratings is None or change is None or not change.games:
        return None
    aga = ratings.system == "aga"
    digits = 3 if aga else 1
    return ShownRating(
        before=figure(f"{change.before:.{digits}f}"),
        after=figure(f"{change.after:.{digits}f}"),
        change=figure(f"{change.change:+.{digits}f}"),
        says=_rules(ratings.class_key, len(change.games)),
        assumed=(player.aga_rating if aga else player.rating) is None,
    )


def _rules(class_key: str | None, games: int) -> str:
    if class_key is None:
        return ngettext(
            "By the rules of the AGA, from %(num)s game.",
            "By the rules of the AGA, from %(num)s games.",
            games,
        )
    return ngettext(
        "By the rules of the EGF, class %(key)s, from %(num)s game.",
        "By the rules of the EGF, class %(key)s, from %(num)s games.",
        games,
        key=class_key,
    )
