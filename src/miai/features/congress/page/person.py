"""A person of a congress: details, entries in the events, fees and all games of the congress."""

from starlette.responses import Response

from miai.domain.people.player import PlayerId
from miai.features.congress.enter_events import change_entries
from miai.features.congress.view.state import whole_of
from miai.server.form_fields import Text, Texts
from miai.server.page import Page, in_congress
from miai.server.request_context import Here
from miai.server.words import gettext as _
from miai.server.words.formatting import joined

page = Page("person", suited=in_congress)


@page.post("/t/{id}/players/{player}/events")
def set_entries(visit: Here, player: str, events: Texts, seen: Text = "") -> Response:
    """Enter a person in the events that were ticked, and let them leave those that were unticked."""
    whole = whole_of(visit)
    person = visit.tournament.player(PlayerId(player))
    before, ticked = set(seen.split()), set(events)
    present = {entry.event for entry in whole.entries.get(person.id, ())}
    # Only what was changed on this page: another desk may have entered them elsewhere meanwhile.
    new = [event for event in whole.events if event in ticked - before]
    gone = [event for event in whole.events if event in (before - ticked) & present]
    said = []
    names = {event: state.tournament.name for event, state in whole.events.items()}
    left = change_entries(visit.desk, visit.id, person.id, entering=new, leaving=gone, by=visit.by)
    if new:
        said.append(
            _("%(name)s plays in %(events)s", name=person.name, events=joined([names[each] for each in new]))
        )
    if gone:
        if left.removed:
            events_left = joined([names[each] for each in left.removed])
            said.append(_("%(name)s no longer plays in %(events)s", name=person.name, events=events_left))
        if left.withdrawn:
            events_left = joined([names[each] for each in left.withdrawn])
            said.append(
                _("%(name)s leaves %(events)s before the next round", name=person.name, events=events_left)
            )
    return visit.done(". ".join(said) or _("Nothing changed"))
