"""People, details and games of an event hold in all its stages, and a stage adds what is its own."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import reduce

import pytest

from miai.domain.event_games import games_of, rounds_elsewhere, rounds_in_order
from miai.domain.log import events
from miai.domain.log.history import History
from miai.domain.log.replay import apply, apply_all, replay
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.points import quarters
from miai.domain.rounds.game import Board, Result
from miai.domain.rounds.round import Pairings
from miai.domain.settings.clock import Clock
from miai.domain.settings.event_settings import Ruleset, Settings
from miai.domain.stage_view import name_in_event, with_stage_changed
from miai.domain.stages import MAIN, Losers, Qualification, StageId, StagePlan
from miai.domain.tournament import Tournament

GROUP, CUP = StageId("group"), StageId("cup")
A, B, C, D = (PlayerId(each) for each in "abcd")


def player(known: PlayerId, **about: object) -> Player:
    return replace(Player(id=known, surname=known.upper(), grade=Grade.parse("1d")), **about)  # type: ignore[arg-type]


def inside(stage: StageId, *changes: events.InTournament) -> tuple[events.Change, ...]:
    return tuple(events.InStage(stage=stage, change=change) for change in changes)


def drawn(number: int, *pairs: tuple[PlayerId, PlayerId]) -> events.RoundDrawn:
    boards = tuple(Board(table=at, white=w, black=b) for at, (w, b) in enumerate(pairs, start=1))
    return events.RoundDrawn(round=Pairings(number=number, boards=boards))


def opened(stage: StageId, people: Sequence[PlayerId], **plan: object) -> tuple[events.Change, ...]:
    return (
        events.StageOpened(plan=replace(StagePlan(id=stage), **plan)),  # type: ignore[arg-type]
        *inside(
            stage,
            events.TournamentCreated(name=stage.title()),
            *(events.PlayerRegistered(player=player(each)) for each in people),
        ),
    )


def event_with(*more: events.Change) -> Tournament:
    """Four players, and a group of all of them."""
    return replay(
        (
            events.TournamentCreated(name="Open", place="Wien"),
            *(events.PlayerRegistered(player=player(each)) for each in (A, B, C, D)),
            *opened(GROUP, (A, B, C, D)),
            *more,
        )
    )


def group(event: Tournament) -> Tournament:
    return event.stage(GROUP).event


def test_a_player_is_the_same_in_a_stage_also_after_its_first_draw() -> None:
    event = event_with(
        *inside(GROUP, drawn(1, (A, B))),
        events.PlayerChanged(player=player(A, surname="Quill", grade=Grade.parse("4d"), egf_pin="1234")),
    )
    seen = group(event).player(A)
    assert (seen.surname, str(seen.grade), seen.egf_pin) == ("Quill", "4d", "1234")
    assert event.stage(GROUP).own.player(A).surname == "A"


def test_a_stage_keeps_what_it_alone_knows_of_a_player() -> None:
    own = player(A, start=quarters(2), absent_rounds=frozenset({2}))
    event = event_with(
        *inside(GROUP, events.PlayerChanged(player=own)),
        events.PlayerChanged(player=player(A, club="Graz", start=quarters(5), absent_rounds=frozenset({1}))),
    )
    seen = group(event).player(A)
    assert (seen.start, seen.absent_rounds, seen.club) == (quarters(2), frozenset({2}), "Graz")


def test_a_withdrawal_holds_in_all_rounds_of_a_stage_that_the_player_has_not_played() -> None:
    won = events.ResultEntered(round=1, table=1, result=Result.WHITE_WINS)
    event = event_with(
        *inside(GROUP, drawn(1, (A, B), (C, D)), won, drawn(2, (A, C), (B, D))),
        events.PlayerWithdrew(player=A, from_round=1),
    )
    # The game of round 2 has no result: drawn again, the round is without the player.
    seen = group(event).player(A)
    assert [seen.attends(number) for number in (1, 2, 3, 4, 20)] == [True, False, False, False, False]
    won = events.ResultEntered(round=2, table=1, result=Result.WHITE_WINS)
    played = apply_all(event, inside(GROUP, won))
    assert [group(played).player(A).attends(number) for number in (2, 3)] == [True, False]


def test_a_player_who_enters_again_plays_in_the_stages_again() -> None:
    event = event_with(events.PlayerWithdrew(player=A, from_round=1))
    assert not group(event).player(A).attends(1)
    assert group(apply(event, events.PlayerChanged(player=player(A)))).player(A).attends(1)


def test_an_absence_from_some_rounds_of_the_event_is_not_one_from_a_stage() -> None:
    event = event_with(events.PlayerChanged(player=player(A, absent_rounds=frozenset({1, 2, 3}))))
    assert group(event).player(A).attends(1)


def test_details_exist_once_and_a_stage_has_its_own_name() -> None:
    event = event_with(
        events.DetailsChanged(name="Winter Open", place="Prag", country="CZ", begin="2026-01-02"),
        *inside(GROUP, events.DetailsChanged(name="Pool", place="elsewhere")),
    )
    seen = group(event)
    assert (seen.name, seen.place, seen.country, seen.begin) == ("Pool", "Prag", "CZ", "2026-01-02")
    assert name_in_event(seen) == "Winter Open – Pool"
    assert name_in_event(event) == "Winter Open"


def test_a_stage_follows_komi_clock_and_rules_of_play_unless_it_has_set_them() -> None:
    quick = Settings(komi=7.5, ruleset=Ruleset.CHINESE, clock=Clock(basic_minutes=20))
    other = replace(group(event_with()).settings, komi=0.5, system="round_robin")
    event = event_with(
        *inside(GROUP, events.SettingsChanged(settings=other)), events.SettingsChanged(settings=quick)
    )
    now = group(event).settings
    assert (now.komi, now.ruleset, now.clock.basic_minutes) == (0.5, Ruleset.CHINESE, 20)
    assert now.system == "round_robin"


def one_by_one(event: Tournament, changes: Sequence[events.Change]) -> Tournament:
    return reduce(apply, changes, event)


@pytest.mark.parametrize("applied", [apply_all, one_by_one])
def test_events_applied_together_and_one_by_one_give_the_same(
    applied: Callable[[Tournament, Sequence[events.Change]], Tournament],
) -> None:
    changes = (
        *opened(CUP, (A, B), phase=2),
        *inside(GROUP, drawn(1, (A, B))),
        events.PlayerChanged(player=player(A, club="Graz")),
        *inside(GROUP, events.ResultEntered(round=1, table=1, result=Result.WHITE_WINS)),
    )
    event = applied(event_with(), changes)
    assert group(event).player(A).club == "Graz"
    [before] = rounds_elsewhere(event.stage(CUP).event, before=1)
    assert before.round.boards[0].result is Result.WHITE_WINS
    again = History.of_tournament(event).tournament()
    assert again == event
    assert [each.event for each in again.stages] == [each.event for each in event.stages]


def test_the_games_of_an_event_are_in_order_of_play() -> None:
    main = Qualification(stage=MAIN, first=1, last=2)
    event = event_with(
        *opened(StageId("final"), (A, C), phase=2),
        *opened(CUP, (A, B), phase=1, sources=(main,), losers=Losers.JOIN_MAIN),
        *inside(StageId("final"), drawn(1, (A, C))),
        *inside(GROUP, drawn(1, (A, B), (C, D)), drawn(2, (A, D), (B, C))),
        drawn(1, (C, D)),
        drawn(2, (B, D)),
        *inside(CUP, drawn(1, (A, B))),
    )
    order = [(each.part.stage, each.round.number) for each in rounds_in_order(event)]
    assert order == [("", 1), ("cup", 1), ("", 2), ("group", 1), ("group", 2), ("final", 1)]
    for part in (event, *(stage.event for stage in event.stages)):
        assert [(each.part.stage, each.round.number) for each in rounds_in_order(part)] == order
    assert [(each.part.stage, each.round.number) for each in rounds_elsewhere(event, before=2)] == [
        ("cup", 1)
    ]
    before_cup = rounds_elsewhere(event.stage(CUP).event, before=2)
    assert [(each.part.stage, each.round.number) for each in before_cup] == [("", 1)]
    assert [each.part.stage for each in games_of(event, D)] == ["", "", "group", "group"]


def test_a_stage_whose_own_tournament_is_replaced_is_seen_in_its_event() -> None:
    event = event_with(events.PlayerChanged(player=player(A, club="Graz")))
    stage = event.stage(GROUP)
    changed = with_stage_changed(event, replace(stage, own=replace(stage.own, name="Pool")))
    assert group(changed).name == "Pool"
    assert group(changed).player(A).club == "Graz"


def test_the_history_of_a_stage_holds_what_happened_to_its_players_and_knows_the_event() -> None:
    history = History.of(
        (
            events.TournamentCreated(name="Open"),
            *(events.PlayerRegistered(player=player(each)) for each in (A, B, C)),
            *opened(GROUP, (A, B)),
            events.PlayerChanged(player=player(C, club="Linz")),
            events.PlayerChanged(player=player(A, club="Graz")),
            events.PlayerChanged(player=player(A, club="Wels")),
        )
    )
    last = history.entries[-1].number
    of_group = history.in_stage(GROUP)
    assert [each.number for each in of_group.entries[-2:]] == [last - 1, last]
    assert last - 2 not in [each.number for each in of_group.entries]
    assert of_group.tournament().player(A).club == "Wels"
    assert of_group.until(last - 1).tournament().player(A).club == "Graz"
    assert of_group.until(2).tournament() == Tournament()
    longer = of_group.append(drawn(1, (A, B)))
    assert longer.entries[-1].number == last + 1
    assert longer.whole is not None
    assert longer.whole.entries[-1].event == events.InStage(stage=GROUP, change=drawn(1, (A, B)))
