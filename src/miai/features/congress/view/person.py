"""A person of a congress: details, entries in the events, fees and all games."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from starlette.responses import Response

from miai.domain.people.player import Player, Registration
from miai.domain.tournament import Tournament
from miai.features.congress.enter_events import remove_person
from miai.features.congress.money import open_fee, owed
from miai.features.congress.person import has_withdrawn
from miai.features.congress.sync_people import change_person
from miai.features.congress.view.state import whole_of
from miai.features.congress.views import person_view
from miai.features.history.show_history import player_history
from miai.features.players.view.entry_list import flags_of, late_players
from miai.server.page_frame import current_round
from miai.server.request_context import Visit
from miai.server.words import gettext as _
from miai.server.words import tell
from miai.server.words.formatting import joined

if TYPE_CHECKING:
    from miai.features.congress.congress_state import WholeCongress
    from miai.features.congress.sync_people import PersonChanged
    from miai.features.players.view.player_form import PlayerForm


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryLine:
    """An event and whether somebody plays in it; `fixed` says why that cannot be changed here.

    `player` is who they are there, `late` the round in progress that they have no game in. Whoever is
    `withdrawn` has an entry, but plays in no round to come.
    """

    event: str
    name: str
    entered: bool
    withdrawn: bool
    player: str
    fixed: str
    fee: int
    late: int | None


def show_person(
    visit: Visit, person: Player, form: "PlayerForm", *, seen: str, **form_values: Any
) -> Response:
    """Everything known of a person."""
    whole = whole_of(visit)
    fee, still_open = owed(whole, person), open_fee(whole, person)
    return visit.render(
        "congress/person.html",
        event=visit.tournament,
        player=person,
        here=person.registration is Registration.FINAL,
        entries=_entry_lines(whole, person),
        view=person_view(visit.desk, visit.id, person.id),
        owed=fee,
        paid=fee - still_open,
        open=still_open,
        currency=visit.tournament.settings.fees.currency,
        flags=flags_of(visit.tournament, person.id, visit.app_state.serving.data),
        history=player_history(visit.state, person.id),
        form=form,
        seen=seen or form.model_dump_json(),
        **form_values,
    )


def change_said(changed: "PersonChanged", name: str, names: Mapping[str, str]) -> str:
    """What became of a change: which events have it now, and which keep what they had."""
    if not changed.saved.entries:
        return _("Nothing changed")
    said = (
        _("%(name)s saved, also in %(events)s", name=name, events=joined([names[e] for e in changed.changed]))
        if changed.changed
        else _("%(name)s saved", name=name)
    )
    kept = [tell(each.why) for each in changed.left if each.why]
    return _("%(said)s. Not in all events: %(reasons)s", said=said, reasons=joined(kept)) if kept else said


def change_person_of(visit: Visit, person: Player, values: Any) -> Response:
    """Save a changed person, also in the events that have not begun."""
    changed = change_person(visit.desk, visit.id, person.id, values, by=visit.by)
    whole = whole_of(visit)
    names = {event: state.tournament.name for event, state in whole.events.items()}
    return visit.done(change_said(changed, whole.tournament.name_of(person.id), names))


def remove_person_of(visit: Visit, person: Player) -> Response:
    """Remove somebody who plays in no event."""
    saved = remove_person(visit.desk, visit.id, person.id, by=visit.by)
    return visit.done(_("%(name)s removed", name=person.name), to=visit.url("players"), saved=saved)


def _entry_lines(whole: "WholeCongress", person: Player) -> list[EntryLine]:
    entered = {entry.event: entry.player for entry in whole.entries.get(person.id, ())}
    lines = []
    for event, state in whole.events.items():
        tournament = state.tournament
        player = whole.players[event].get(entered[event]) if event in entered else None
        late = player and player.id in late_players(tournament)
        withdrawn = player is not None and has_withdrawn(tournament, player)
        lines.append(
            EntryLine(
                event=event,
                name=tournament.name,
                entered=event in entered and not withdrawn,
                withdrawn=withdrawn,
                player=player.id if player else "",
                fixed=_why_fixed(tournament, player),
                fee=tournament.settings.fees.owed_by(person),
                late=current_round(tournament) if late else None,
            )
        )
    return lines


def _why_fixed(tournament: Tournament, player: Player | None) -> str:
    """Why an entry in an event cannot be changed on the page of the person; empty if it can."""
    if player and player.members:
        return _("in the side %(side)s", side=player.name)
    if tournament.settings.sides.people > 1:
        return _("entered as a side in the event itself")
    if tournament.settings.by_teams:
        team = next((each for each in tournament.teams if player and player.id in each.members), None)
        if team:
            return _("in the team %(team)s", team=team.name)
        return _("entered by teams in the event itself")
    return _("the standings are final") if tournament.final is not None else ""
