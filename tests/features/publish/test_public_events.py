"""Which events players see: the list follows every change, and loads only what it does not know yet."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from kit.console import Console, console
from kit.riverside import open_riverside
from miai.desk.live_state import Desk
from miai.domain.log import events
from miai.features.club_site.linked_site import link_site, linked_site
from miai.features.congress.set_up import create_congress, create_event
from miai.features.history.undo import undo
from miai.features.publish.public_events import PublicEvents, is_public
from miai.features.publish.publish_round import publish_round
from miai.features.publish.unpublish import unpublish_round
from miai.features.tournament.change_details import change_details
from miai.features.tournament.create_tournament import create_tournament
from miai.messages import Message
from miai.store.database import Database, open_store
from miai.store.protocol import Finding


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Database]:
    with closing(open_store(tmp_path)) as opened:
        yield opened


def played(**settings: int) -> Console:
    at = console("Ada 3d, Bo 3d, Cy 2d, Di 2d", **settings)
    at.draw(1)
    return at


def test_the_list_follows_every_change_of_an_event() -> None:
    at = played()
    public = PublicEvents(at.desk)
    assert public.ids() == frozenset()
    publish_round(*at.at, round=1, by="Anneke")
    published = at.state.version
    assert public.ids() == {at.id}
    undo(*at.at, published, by="Anneke")
    assert public.ids() == frozenset()
    publish_round(*at.at, round=1, by="Anneke")
    assert public.ids() == {at.id}
    unpublish_round(*at.at, round=1, by="Anneke")
    assert public.ids() == frozenset()
    assert not is_public(*at.at)


def test_after_a_start_only_events_that_have_changed_are_loaded(store: Database) -> None:
    first = Desk(store)
    shown = open_riverside(first)
    hidden = create_tournament(first, name="Club night", by="Anneke").id
    assert PublicEvents(first).ids() == {shown}
    again = Desk(store)
    assert PublicEvents(again).ids() == {shown}
    assert not any(map(again.is_loaded, (shown, hidden)))
    change_details(first, hidden, by="Anneke", place="Hall")
    other = Desk(store)
    assert PublicEvents(other).ids() == {shown}
    assert (other.is_loaded(shown), other.is_loaded(hidden)) == (False, True)


def test_a_log_that_was_replaced_by_another_of_the_same_length_is_looked_at_anew() -> None:
    at = played()
    publish_round(*at.at, round=1, by="Anneke")
    public = PublicEvents(at.desk)
    assert public.ids() == {at.id}
    entries = at.state.history.entries
    other = replace(entries[-1], event=events.DetailsChanged(name="Restored"))
    at.store.histories[at.state.id] = replace(at.state.history, entries=(*entries[:-1], other))
    # Whoever restores a log lets the desk forget the old one.
    at.desk.forget(at.id)
    assert public.ids() == frozenset()


def test_a_congress_is_seen_as_soon_as_it_has_events(store: Database) -> None:
    desk = Desk(store)
    congress = create_congress(desk, name="Congress", by="Anneke").id
    assert PublicEvents(desk).ids() == frozenset()
    create_event(desk, congress, name="Main event", by="Anneke")
    assert PublicEvents(desk).ids() == {congress}


def test_of_a_damaged_event_players_see_nothing(store: Database) -> None:
    desk = Desk(store)
    shown = open_riverside(desk)
    assert PublicEvents(desk).ids() == {shown}
    desk.findings = (Finding(what=Message("damaged"), tournament=shown, damaged=True),)
    assert PublicEvents(desk).ids() == frozenset()


def test_what_was_kept_of_another_version_is_not_believed() -> None:
    at = played()
    publish_round(*at.at, round=1, by="Anneke")
    assert PublicEvents(at.desk).ids() == {at.id}
    (key,) = [key for key in at.store.values if "players see" in key]
    end = at.store.log_ends()[at.state.id].hash
    for kept in (f'{{"form": 0, "events": {{"{end}": false}}}}', "not JSON"):
        at.store.values[key] = kept
        assert PublicEvents(Desk(at.store)).ids() == {at.id}


def test_whether_an_event_is_linked_to_a_club_site_is_known_without_loading_it(store: Database) -> None:
    desk = Desk(store)
    shown = open_riverside(desk)
    change_details(desk, shown, by="Anneke", short_name="riverside")
    link_site(desk, shown, url="https://club.example", secret="s" * 32, by_itself=True)
    again = Desk(store)
    linked = linked_site(again, shown)
    assert linked is not None
    assert linked.url.startswith("https://club.example")
    assert not again.is_loaded(shown)
