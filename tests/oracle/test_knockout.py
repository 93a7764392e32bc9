"""Miai's cup and double elimination, compared with document 1, section 3.2."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from miai.domain.people.player import PlayerId
from miai.domain.rounds.round import Bye
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.pairing_rules import PairingRules
from miai.errors import InputError
from oracle.conftest import EVENTS
from oracle.histories import Entrant, Event, PlayedGame, PlayedRound
from oracle.knockout import avoidable_rematches, free_first_rounds, losses, number_of_rounds, still_in
from oracle.miai_side import PlainDraw, draw_of, tournament_of

MOST_ROUNDS = 20


def field(players: int, dice: Random) -> Event:
    """Players with ratings by chance."""
    ratings = dice.sample(range(1500, 2700), players)
    return Event(entrants=tuple(Entrant(name=f"p{n:02}", rating=each) for n, each in enumerate(ratings)))


@cache
def played(system: str, seed: int, *, redraw: bool = False) -> tuple[tuple[Event, PlainDraw], ...]:
    """Every round of an event with the state before it, until Miai says that the event is over."""
    dice = Random(seed)
    event = field(dice.randrange(2, 18) if system == "knockout" else dice.randrange(3, 12), dice)
    byes: list[tuple[str, ...]] = []
    rounds: list[tuple[Event, PlainDraw]] = []
    while len(rounds) < MOST_ROUNDS:
        tournament = tournament_of(
            event, Settings(rounds=MOST_ROUNDS, system=system, pairing=PairingRules(redraw_losers=redraw))
        )
        # Several free rounds at once: the plain data have room for one only.
        tournament = replace(
            tournament,
            rounds=tuple(
                replace(each, byes=tuple(Bye(player=PlayerId(name)) for name in free))
                for each, free in zip(tournament.rounds, byes, strict=True)
            ),
        )
        try:
            drawn = draw_of(tournament, round_number=event.next_round, system=system, seed=seed)
        except InputError:
            break
        rounds.append((event, drawn))
        byes.append(drawn.free)
        games = tuple(PlayedGame(white=w, black=b, points=dice.choice((0, 2))) for w, b in drawn.boards)
        event = replace(event, rounds=(*event.rounds, PlayedRound(games=games)))
    return tuple(rounds)


def events(system: str, *, redraw: bool = False) -> Iterator[tuple[int, tuple[tuple[Event, PlainDraw], ...]]]:
    """A third of the events for each system, with their seeds."""
    for seed in range(EVENTS // 3):
        yield seed, played(system, seed, redraw=redraw)


@pytest.mark.requirement("V22")
def test_a_cup_takes_its_number_of_rounds() -> None:
    wrong = []
    for seed, rounds in events("knockout"):
        players = len(rounds[0][0].entrants)
        if len(rounds) != number_of_rounds(players):
            wrong.append((seed, players, len(rounds)))
    assert wrong == []


@pytest.mark.requirement("V22", "V23")
def test_free_first_rounds_fill_a_cup_up_to_a_power_of_two() -> None:
    wrong = []
    for seed, rounds in events("knockout"):
        players = len(rounds[0][0].entrants)
        free = [len(drawn.free) for _, drawn in rounds]
        if free != [free_first_rounds(players), *[0] * (len(rounds) - 1)]:
            wrong.append((seed, players, free))
    assert wrong == []


@pytest.mark.requirement("V22")
def test_in_a_cup_everybody_who_never_lost_plays_on_and_nobody_else() -> None:
    wrong = []
    for seed, rounds in events("knockout"):
        for event, drawn in rounds:
            inside = still_in(event.present, event.rounds, out_after=1)
            seated = {name for pair in drawn.pairs for name in pair} | set(drawn.free)
            # "Usually organized to find the three top standings" (2.4.2): the losers of the semi-finals may
            # play for the third place beside the final.
            third = {name for name in seated - inside if len(inside) == 2}
            lost_before = {name for name in third if losses(event.rounds[:-1])[name] == 0}
            apart = third in drawn.pairs
            if seated != inside and not (seated == inside | third and third == lost_before and apart):
                wrong.append((seed, event.next_round, sorted(seated ^ inside)))
    assert wrong == []


@pytest.mark.requirement("V24")
def test_nobody_plays_after_two_losses() -> None:
    wrong = []
    for seed, rounds in (*events("double_elimination"), *events("double_elimination", redraw=True)):
        for event, drawn in rounds:
            inside = still_in(event.present, event.rounds, out_after=2)
            seated = {name for pair in drawn.pairs for name in pair} | set(drawn.free)
            if not seated <= inside:
                wrong.append((seed, event.next_round, sorted(seated - inside)))
        event, drawn = rounds[-1]
        if len(drawn.pairs) != 1:
            wrong.append((seed, event.next_round, ["the last round is no final"]))
    assert wrong == []


@pytest.mark.requirement("V24")
def test_players_meet_only_with_the_same_number_of_losses_until_the_final() -> None:
    # "Players having won all their games play each other and the players with one loss with each other."
    wrong = []
    for seed, rounds in (*events("double_elimination"), *events("double_elimination", redraw=True)):
        for event, drawn in rounds:
            lost = losses(event.rounds)
            final = len(still_in(event.present, event.rounds, out_after=2)) == 2
            mixed = [sorted(pair) for pair in drawn.pairs if len({lost[name] for name in pair}) > 1]
            if mixed and not final:
                wrong.append((seed, event.next_round, mixed))
    assert wrong == []


@pytest.mark.requirement("V24")
def test_one_player_is_left_without_a_loss_after_the_rounds_of_a_cup() -> None:
    # "log2 N (rounded up) rounds are needed to find out the winner": nobody without a loss waits.
    wrong = []
    for seed, rounds in events("double_elimination", redraw=True):
        needed = number_of_rounds(len(rounds[0][0].entrants))
        if len(rounds) > needed:
            event, _ = rounds[needed]
            unbeaten = still_in(event.present, event.rounds, out_after=1)
            if len(unbeaten) > 1:
                wrong.append((seed, len(event.entrants), sorted(unbeaten)))
    assert wrong == []


@pytest.mark.requirement("V24")
def test_in_fixed_brackets_somebody_without_a_loss_waits_for_one_round_at_most() -> None:
    # 3.2.1 has one group of players with one loss, and no lines that are fixed beforehand. With such lines
    # the losers' bracket has two rounds for each one of the winners' bracket: those without a loss wait every
    # other round, and "log2 N (rounded up)" is the number of games until only one of them is left.
    wrong: list[tuple[object, ...]] = []
    for seed, rounds in events("double_elimination"):
        needed = number_of_rounds(len(rounds[0][0].entrants))
        waited: set[str] = set()
        for event, drawn in rounds:
            unbeaten = still_in(event.present, event.rounds, out_after=1)
            waiting = unbeaten - {name for pair in drawn.pairs for name in pair} - set(drawn.free)
            if len(unbeaten) > 1 and waiting & waited:
                wrong.append((seed, event.next_round, sorted(waiting & waited)))
            waited = waiting
        event, _ = rounds[-1]
        for name in still_in(event.present, event.rounds, out_after=1):
            games = sum(name in game.pair for played in event.rounds for game in played.games)
            if games > needed:
                wrong.append((seed, games, [name]))
    assert wrong == []


@pytest.mark.requirement("V25")
def test_a_losers_bracket_drawn_anew_has_no_rematch_that_could_be_avoided() -> None:
    wrong = []
    for seed, rounds in events("double_elimination", redraw=True):
        for event, drawn in rounds:
            lost = losses(event.rounds)
            bracket = [pair for pair in drawn.pairs if all(lost[name] == 1 for name in pair)]
            if avoidable_rematches(bracket, event.met):
                wrong.append(
                    (seed, event.next_round, [sorted(pair) for pair in bracket if pair in event.met])
                )
    assert wrong == []
