"""People sign up, wait, and are accepted or declined."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from kit.memory_store import MemoryStore
from miai.desk.entry_once import entry_once
from miai.desk.live_state import Desk
from miai.domain.money import Cents
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, Registration
from miai.errors import InputError
from miai.features.congress.congress_state import whole_congress
from miai.features.congress.set_up import add_event, create_congress
from miai.features.draw.draw_round import draw_round
from miai.features.links.player_links import player_of_token
from miai.features.players.change_player import remove_player
from miai.features.players.register_player import NEW, register_players
from miai.features.settings.change_settings import change_rules
from miai.features.sign_up import waiting as waiting_module
from miai.features.sign_up.decide import accept, accept_as, accept_clear, decline, reviews, sign_ups_file
from miai.features.sign_up.form_answers import SignUpAnswers
from miai.features.sign_up.sign_up_form import FormState, change_form, close_form, form_state, open_form
from miai.features.sign_up.waiting import (
    NoSuchSignUpError,
    SignUpState,
    change_answers,
    own_sign_up,
    sign_up,
    waiting_of,
    withdraw_sign_up,
)
from miai.features.tournament.create_tournament import create_tournament

IDA = SignUpAnswers(surname="Fox", first_name="Ida", grade="3k", club="Lyon", country="FR")
TOM = SignUpAnswers(surname="Green", first_name="Tom", grade="2d")
EVA = SignUpAnswers(surname="Hill", first_name="Eva", grade="10k")


class Event:
    """A tournament whose form is open."""

    def __init__(self) -> None:
        self.desk = Desk(MemoryStore())
        self.id = create_tournament(self.desk, name="Spring Open", by="Anneke", rounds=5).id
        open_form(self.desk, self.id, by="Anneke")

    def limit(self, places: int, *, waiting_list: bool = True) -> None:
        change_form(
            self.desk,
            self.id,
            lambda form: replace(form, limit=places, waiting_list=waiting_list),
            by="Anneke",
        )

    def enter(self, *names: str) -> None:
        players = [Player(id=NEW, surname=name, grade=Grade.parse("1d")) for name in names]
        register_players(self.desk, self.id, players, by="Anneke")

    @property
    def players(self) -> tuple[Player, ...]:
        return self.desk.state(self.id).tournament.players

    @property
    def queue(self) -> list[int | None]:
        return [each.queue for each in waiting_of(self.desk, self.id)]


@pytest.fixture
def event() -> Event:
    return Event()


def test_an_accepted_person_is_entered_and_their_address_becomes_the_private_link(event: Event) -> None:
    row, token = sign_up(event.desk, event.id, replace(IDA, missed=(2, 4), note="late on Sunday"))
    assert not event.players
    assert own_sign_up(event.desk, event.id, token).state is SignUpState.WAITING
    accept(event.desk, event.id, [row.number], by="Anneke")
    [ida] = event.players
    assert (ida.name, str(ida.grade), ida.club, ida.country) == ("Fox Ida", "3k", "Lyon", "FR")
    assert ida.absent_rounds == {2, 4}
    assert ida.registration is Registration.PRELIMINARY
    assert player_of_token(event.desk, event.id, token) == ida
    assert event.desk.state(event.id).history.entries[-1].by == "Anneke"


def test_what_somebody_wrote_is_removed_with_the_decision(event: Event) -> None:
    one, accepted = sign_up(event.desk, event.id, replace(IDA, contact="ida@example.org"))
    two, declined = sign_up(event.desk, event.id, replace(TOM, contact="tom@example.org"))
    accept(event.desk, event.id, [one.number], by="Anneke")
    decline(event.desk, event.id, two.number, said="The hall is too small.")
    assert own_sign_up(event.desk, event.id, accepted).sign_up.about == ""
    gone = own_sign_up(event.desk, event.id, declined)
    assert (gone.state, gone.sign_up.about, gone.sign_up.said) == (
        SignUpState.DECLINED,
        "",
        "The hall is too small.",
    )
    assert waiting_of(event.desk, event.id) == ()


def test_a_person_corrects_and_withdraws_until_it_is_decided(event: Event) -> None:
    row, token = sign_up(event.desk, event.id, IDA)
    change_answers(event.desk, event.id, token, replace(IDA, grade="2k"))
    assert waiting_of(event.desk, event.id)[0].answers.grade == "2k"
    with pytest.raises(InputError, match="not a grade"):
        change_answers(event.desk, event.id, token, replace(IDA, grade="strong"))
    withdraw_sign_up(event.desk, event.id, token)
    with pytest.raises(NoSuchSignUpError):
        own_sign_up(event.desk, event.id, token)
    assert event.desk.store.sign_ups.of(row.tournament) == ()
    again, other = sign_up(event.desk, event.id, TOM)
    accept(event.desk, event.id, [again.number], by="Anneke")
    with pytest.raises(InputError, match="decided already"):
        withdraw_sign_up(event.desk, event.id, other)


def test_those_after_the_limit_wait_in_order_and_move_up(event: Event) -> None:
    event.limit(2)
    event.enter("Adler")
    for each in (IDA, TOM, EVA):
        sign_up(event.desk, event.id, each)
    assert event.queue == [None, 1, 2]
    assert form_state(event.desk.state(event.id).tournament, 3) is FormState.WAITING_LIST
    remove_player(event.desk, event.id, event.players[0].id, by="Anneke")
    assert event.queue == [None, None, 1]
    done = accept_clear(event.desk, event.id, by="Anneke")
    assert len(done.players) == 2
    assert event.queue == [1]
    assert accept_clear(event.desk, event.id, by="Anneke").saved is None


def test_whoever_is_accepted_beyond_the_limit_takes_nobody_s_place_on_the_waiting_list(event: Event) -> None:
    event.limit(1)
    event.enter("Adler")
    first, _ = sign_up(event.desk, event.id, IDA)
    for each in (TOM, EVA):
        sign_up(event.desk, event.id, each)
    accept(event.desk, event.id, [first.number], by="Anneke")
    assert event.queue == [1, 2]


def test_the_form_is_refused_when_it_is_closed_full_or_over(event: Event) -> None:
    event.limit(1, waiting_list=False)
    sign_up(event.desk, event.id, IDA)
    with pytest.raises(InputError, match="all places are taken"):
        sign_up(event.desk, event.id, TOM)
    close_form(event.desk, event.id, by="Anneke")
    with pytest.raises(InputError, match="the sign-up is closed"):
        sign_up(event.desk, event.id, TOM)
    soon = datetime.now(UTC) + timedelta(hours=1)
    change_form(
        event.desk,
        event.id,
        lambda form: replace(form, is_open=True, limit=None, closes_at=soon.isoformat(timespec="seconds")),
        by="Anneke",
    )
    sign_up(event.desk, event.id, TOM)
    with pytest.raises(InputError, match="the time to sign up is over"):
        sign_up(event.desk, event.id, EVA, now=soon)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"surname": ""}, "Surname: this is missing"),
        ({"first_name": ""}, "First name: this is missing"),
        ({"grade": "strong"}, "strong is not a grade"),
        ({"club": "x" * 61}, "Club: at most 60 characters"),
        ({"note": "x" * 501}, "at most 500 characters"),
        ({"birth_year": "20"}, "Year of birth"),
        ({"missed": (9,)}, "there is no round 9"),
        ({"missed": (1, 2, 3, 4, 5)}, "you would play in no round at all"),
        ({"events": ("cup",)}, "there are no events to choose here"),
    ],
)
def test_wrong_answers_are_refused_with_the_field(event: Event, wrong: dict[str, object], says: str) -> None:
    with pytest.raises(InputError, match=says):
        sign_up(event.desk, event.id, replace(IDA, **wrong))  # type: ignore[arg-type]
    assert waiting_of(event.desk, event.id) == ()


def test_only_so_many_can_wait(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting_module, "MOST_WAITING", 2)
    sign_up(event.desk, event.id, IDA)
    sign_up(event.desk, event.id, TOM)
    with pytest.raises(InputError, match="too many people"):
        sign_up(event.desk, event.id, EVA)


def test_a_form_that_is_sent_twice_signs_up_once(event: Event) -> None:
    tokens = set()
    for _ in range(2):
        with entry_once("the-same-request-id"):
            tokens.add(sign_up(event.desk, event.id, IDA)[1])
    assert len(tokens) == 1
    assert len(waiting_of(event.desk, event.id)) == 1


def test_only_clear_sign_ups_are_accepted_together(event: Event) -> None:
    sign_up(event.desk, event.id, IDA)
    sign_up(event.desk, event.id, replace(EVA, note="Can I come at noon?"))
    sign_up(event.desk, event.id, TOM)
    sign_up(event.desk, event.id, replace(IDA, club="Paris"))
    assert [each.clear for each in reviews(event.desk, event.id)] == [True, False, True, False]
    assert len(accept_clear(event.desk, event.id, by="Anneke").players) == 2
    assert [each.waiting.answers.name for each in reviews(event.desk, event.id)] == ["Hill Eva", "Fox Ida"]


def test_somebody_who_is_entered_already_is_not_entered_again_by_mistake(event: Event) -> None:
    register_players(
        event.desk,
        event.id,
        [Player(id=NEW, surname="Fox", first_name="Ida", grade=Grade.parse("3k"))],
        by="Anneke",
    )
    row, token = sign_up(event.desk, event.id, IDA)
    [review] = reviews(event.desk, event.id)
    assert review.same == event.players[0]
    with pytest.raises(InputError, match="twice"):
        accept(event.desk, event.id, [row.number], by="Anneke")
    accept_as(event.desk, event.id, row.number, event.players[0].id, by="Anneke")
    assert len(event.players) == 1
    assert player_of_token(event.desk, event.id, token) == event.players[0]
    again, _ = sign_up(event.desk, event.id, IDA)
    accept(event.desk, event.id, [again.number], by="Anneke", all_the_same=True)
    assert len(event.players) == 2


def test_the_fee_that_was_told_stays_when_the_fees_change(event: Event) -> None:
    change_rules(event.desk, event.id, {"fees.usual": Cents(3000)}, by="Anneke")
    sign_up(event.desk, event.id, replace(IDA, fee=3000))
    sign_up(event.desk, event.id, replace(TOM, fee=2000))
    accept_clear(event.desk, event.id, by="Anneke")
    fees = event.desk.state(event.id).tournament.settings.fees
    assert [player.fee for player in event.players] == [None, 2000]
    assert [fees.owed_by(player) for player in event.players] == [3000, 2000]


def test_who_is_accepted_late_misses_the_rounds_that_are_drawn(event: Event) -> None:
    event.enter("Adler", "Bakker")
    draw_round(event.desk, event.id, round=1, by="Anneke")
    row, _ = sign_up(event.desk, event.id, IDA)
    accept(event.desk, event.id, [row.number], by="Anneke")
    assert event.players[-1].absent_rounds == {1}


def test_people_sign_up_for_a_congress_and_choose_events() -> None:
    desk = Desk(MemoryStore())
    congress = create_congress(desk, name="Lake Congress", by="Anneke").id
    for name in ("Main", "Rapid"):
        add_event(desk, congress, create_tournament(desk, name=name, by="Anneke", rounds=3).id, by="Anneke")
    open_form(desk, congress, by="Anneke")
    with pytest.raises(InputError, match="choose at least one event"):
        sign_up(desk, congress, IDA)
    with pytest.raises(InputError, match="is not an event that you can choose"):
        sign_up(desk, congress, replace(IDA, events=("nowhere",)))
    row, token = sign_up(desk, congress, replace(IDA, events=("rapid",)))
    accept(desk, congress, [row.number], by="Anneke")
    whole = whole_congress(desk, congress)
    [person] = whole.tournament.players
    assert [entry.event for entry in whole.entries[person.id]] == ["rapid"]
    assert player_of_token(desk, "rapid", token).name == "Fox Ida"
    with pytest.raises(InputError, match="open its sign-up instead"):
        open_form(desk, "main", by="Anneke")


def test_the_file_lists_everybody_who_waits(event: Event) -> None:
    sign_up(event.desk, event.id, replace(IDA, missed=(1, 3), contact="ida@example.org", note="a\nb"))
    [row] = sign_ups_file(reviews(event.desk, event.id)).rows
    assert row == ("1", "Fox Ida", "3k", "Lyon", "FR", "1 3", "", "ida@example.org", "a b", "")
