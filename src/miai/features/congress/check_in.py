"""One check-in desk for all events of a congress."""

from collections.abc import Collection

from miai.desk.live_state import Desk, Saved
from miai.desk.together import written_together
from miai.domain.people.player import PlayerId, Registration
from miai.features.congress.congress_state import WholeCongress, whole_congress
from miai.features.congress.person import has_left
from miai.features.players.change_player import check_in_several


@written_together
def check_in(
    desk: Desk, congress_id: str, people: Collection[PlayerId], *, by: str, here: bool = True
) -> Saved:
    """Record that people are here, or are not, in the congress and in all events that they still play in.

    A side is here when all of its people are.
    """
    whole = whole_congress(desk, congress_id)
    saved = check_in_several(desk, congress_id, people, by=by, here=here)
    present = {
        person.id for person in saved.state.tournament.players if person.registration is Registration.FINAL
    }
    for event_id, players in to_check_in(whole, people, present, here=here).items():
        check_in_several(desk, event_id, players, by=by, here=here)
    return saved


def to_check_in(
    whole: WholeCongress, people: Collection[PlayerId], present: Collection[PlayerId], *, here: bool
) -> dict[str, set[PlayerId]]:
    """The players of each event to check in with these people; nobody who has left the event."""
    found: dict[str, set[PlayerId]] = {}
    for person in people:
        for entry in whole.entries.get(person, ()):
            player = whole.players.get(entry.event, {}).get(entry.player)
            if player is None or has_left(whole.events[entry.event].tournament, player):
                continue
            others = whole.persons[entry.event, entry.player]
            complete = len(others) >= len(player.members) and all(each in present for each in others)
            if complete or not here:
                found.setdefault(entry.event, set()).add(player.id)
    return found
