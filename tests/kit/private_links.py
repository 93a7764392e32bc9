"""Private links for tests."""

from weakref import WeakKeyDictionary

from miai.desk.live_state import Desk
from miai.domain.people.player import PlayerId
from miai.features.links.player_links import issue_links

_tokens: WeakKeyDictionary[Desk, dict[tuple[str, str], str]] = WeakKeyDictionary()


def token_of(desk: Desk, tournament_id: str, player: PlayerId) -> str:
    """The token of a player's private link, which is issued the first time."""
    known = _tokens.setdefault(desk, {})
    for link in issue_links(desk, tournament_id, [player], by="director"):
        known[tournament_id, player] = link.token
    return known[tournament_id, player]
