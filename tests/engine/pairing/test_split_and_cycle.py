"""Split-and-cycle (document 5, page 9): one team remains seated, the other cycles through the boards."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from kit.builders import with_player
from kit.small_fields import NAMES, byes, drawn_and_played, field, pairs, play
from miai.domain.people.player import PlayerId
from miai.domain.people.team import Team, TeamId
from miai.domain.rounds.game import Colour
from miai.domain.tournament import Tournament
from miai.engine.pairing.protocol import Draw
from miai.engine.pairing.schedules import SplitAndCycle
from miai.errors import InputError

CYCLE = SplitAndCycle()


def draws(event: Tournament, rounds: int) -> list[Draw]:
    """Rounds one after the other; the results do not matter."""
    found = []
    for number in range(1, rounds + 1):
        found.append(CYCLE.draw(event, round=number, seed=0))
        event = play(event, found[-1], " ".join(NAMES))
    return found


def games(found: list[Draw]) -> Counter[str]:
    return Counter(pair for draw in found for pair in pairs(draw))


def in_teams(event: Tournament, **teams: str) -> Tournament:
    """Each team with its members: red="Ada Bea"."""
    for team, names in teams.items():
        for name in names.split():
            event = with_player(event, name, team=team)
    return event


@pytest.mark.requirement("B11")
@pytest.mark.parametrize("players", range(2, 17))
def test_every_player_of_one_half_meets_every_player_of_the_other_once(players: int) -> None:
    half = (players + 1) // 2
    found = draws(field(players), half)
    upper, lower = NAMES[:half], NAMES[half:players]
    assert games(found) == Counter("-".join(sorted((a, b))) for a in upper for b in lower)
    assert not any(draw.problems or draw.notes for draw in found)
    free = [name for draw in found for name in byes(draw)]
    assert sorted(free) == (sorted(upper) if players % 2 else [])


@pytest.mark.requirement("B11")
def test_one_half_keeps_its_boards_and_the_other_moves_by_one() -> None:
    found = draws(field(8), 4)
    boards: dict[str, list[int]] = {name: [] for name in NAMES[:8]}
    for draw in found:
        for board in draw.boards:
            for player in (board.white, board.black):
                boards[player.surname].append(board.table)
    assert [boards[name] for name in NAMES[:4]] == [[1] * 4, [2] * 4, [3] * 4, [4] * 4]
    assert boards["Eva"] == [1, 2, 3, 4]
    assert boards["Hal"] == [4, 1, 2, 3]


@pytest.mark.requirement("B11")
def test_ten_players_have_five_rounds_and_two_byes_in_the_sixth() -> None:
    """The document's example: at round 6 only four of the five players of each team can be paired."""
    found = draws(field(10), 6)
    assert [len(draw.boards) for draw in found] == [5] * 5 + [4]
    assert len(byes(found[5])) == 2
    assert len({NAMES.index(name) < 5 for name in byes(found[5])}) == 2
    assert [str(note) for note in found[5].notes] == [
        "everybody has met everybody of the other half, and the halves are odd: 2 players sit out in "
        "round 6, which is a flaw of split-and-cycle"
    ]
    assert max(games(found).values()) == 1


@pytest.mark.parametrize("players", [2, 4, 8, 16])
def test_halves_that_can_be_split_again_and_again_make_a_round_robin(players: int) -> None:
    found = draws(field(players), players - 1)
    assert games(found) == Counter("-".join(both) for both in combinations(sorted(NAMES[:players]), 2))
    assert not any(draw.byes for draw in found)
    said = [str(note) for draw in found for note in draw.notes]
    assert all("each half is split from round" in text for text in said)
    over = drawn_and_played(CYCLE, field(players), *[" ".join(NAMES)] * (players - 1))
    with pytest.raises(InputError, match=f"this split-and-cycle has {players - 1} rounds?: there is no"):
        CYCLE.draw(over, round=players, seed=0)


@pytest.mark.parametrize("players", range(2, 17))
def test_nobody_ever_meets_twice_and_in_the_end_everybody_has_met(players: int) -> None:
    event = field(players)
    found: list[Draw] = []
    while True:
        try:
            draw = CYCLE.draw(event, round=len(found) + 1, seed=0)
        except InputError:
            break
        found.append(draw)
        event = play(event, draw, " ".join(NAMES))
    assert games(found) == Counter("-".join(both) for both in combinations(sorted(NAMES[:players]), 2))


@pytest.mark.parametrize("players", range(2, 17))
def test_colours_are_balanced_after_every_round_of_the_first_splitting(players: int) -> None:
    balance: Counter[str] = Counter()
    last: dict[str, Colour] = {}
    half = (players + 1) // 2
    for draw in draws(field(players), 2 * half - 1 if players > 2 else half):
        for board in draw.boards:
            balance.update({board.white.surname: 1, board.black.surname: -1})
            if players % 2 == 0 and draw.round <= half:
                assert last.get(board.white.surname) is not Colour.WHITE
            last[board.white.surname], last[board.black.surname] = Colour.WHITE, Colour.BLACK
        limit = 1 if draw.round <= half else 2
        assert all(abs(count) <= limit for count in balance.values())


class TestTeams:
    """With exactly two teams of all players, these are the halves."""

    def test_teams_meet_and_teammates_do_not(self) -> None:
        event = in_teams(field(6), red="Ada Dan Fay", blue="Bea Cem Eva")
        found = draws(event, 3)
        assert games(found) == Counter(
            "-".join(sorted((a, b))) for a in ("Ada", "Dan", "Fay") for b in ("Bea", "Cem", "Eva")
        )

    def test_teams_of_the_event_count_rather_than_what_players_are_labelled(self) -> None:
        labelled = in_teams(field(6), red="Ada Bea Cem", blue="Dan Eva Fay")
        ids = {player.surname: player.id for player in labelled.players}
        teams = tuple(
            Team(id=TeamId(name), name=name, number=number, members=tuple(ids[each] for each in members))
            for number, (name, *members) in enumerate(
                [("red", "Ada", "Dan", "Fay"), ("blue", "Bea", "Cem", "Eva")], start=1
            )
        )
        assert games(draws(replace(labelled, teams=teams), 3)) == Counter(
            "-".join(sorted((a, b))) for a in ("Ada", "Dan", "Fay") for b in ("Bea", "Cem", "Eva")
        )

    def test_a_larger_team_has_players_who_sit_out(self) -> None:
        event = in_teams(field(5), red="Ada Bea Cem", blue="Dan Eva")
        found = draws(event, 3)
        assert sorted(name for draw in found for name in byes(draw)) == ["Ada", "Bea", "Cem"]
        assert sum(games(found).values()) == 6

    def test_after_that_teammates_meet_and_it_is_said(self) -> None:
        event = in_teams(field(4), red="Ada Dan", blue="Bea Cem")
        third = draws(event, 3)[2]
        assert pairs(third) == ["Ada-Dan", "Bea-Cem"]
        assert [str(note) for note in third.notes] == [
            "everybody has met the whole other team: from round 3 on teammates meet"
        ]

    @pytest.mark.parametrize("teams", [{"red": "Ada Bea Cem Dan"}, {"red": "Ada Bea", "blue": "Cem"}])
    def test_other_teams_do_not_matter(self, teams: dict[str, str]) -> None:
        event = in_teams(field(4), **teams)
        assert pairs(CYCLE.draw(event, round=1, seed=0)) == ["Ada-Cem", "Bea-Dan"]

    def test_colours_changed_by_hand_move_nobody_to_the_other_team(self) -> None:
        event = in_teams(field(6), red="Ada Dan Fay", blue="Bea Cem Eva")
        event = play(event, CYCLE.draw(event, round=1, seed=0), " ".join(NAMES))
        boards = tuple(
            replace(board, white=board.black, black=board.white) if board.table == 2 else board
            for board in event.rounds[0].boards
        )
        turned = replace(event, rounds=(replace(event.rounds[0], boards=boards),))
        assert pairs(CYCLE.draw(turned, round=2, seed=0)) == pairs(CYCLE.draw(event, round=2, seed=0))


def test_a_missed_game_can_be_made_up_as_in_a_round_robin() -> None:
    event = with_player(field(6, rounds=4), "Bea", absent_rounds=frozenset({2}))
    event = drawn_and_played(CYCLE, event, *[" ".join(NAMES)] * 2)
    missed = [m for m in CYCLE.bracket(event, after=2, seed=0).matches if m.not_played]
    assert len(missed) == 1
    assert {player.surname for player in missed[0].players} >= {"Bea"}


def test_the_bracket_has_as_many_rounds_as_the_tournament() -> None:
    assert CYCLE.bracket(field(8, rounds=3), after=0, seed=0).rounds == 3
    assert CYCLE.bracket(field(8, rounds=6), after=0, seed=0).rounds == 6
    assert CYCLE.bracket(field(8, rounds=60), after=0, seed=0).rounds == 7
    assert CYCLE.plan(field(8).players, 0).rounds == 4


def test_seats_stay_when_ratings_change() -> None:
    event = play(field(7), CYCLE.draw(field(7), round=1, seed=0), " ".join(NAMES))
    other = replace(event, players=tuple(replace(p, rating=1500.0) for p in event.players))
    for number in (2, 3, 4):
        assert pairs(CYCLE.draw(other, round=number, seed=5)) == pairs(
            CYCLE.draw(event, round=number, seed=0)
        )
    assert PlayerId("Ada") in {player.id for player in event.players}
