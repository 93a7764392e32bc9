"""Who takes part: in standings, result files and ratings, but not in the list of players."""

from dataclasses import replace

from kit.builders import crosstable, with_player
from miai.domain.people.participants import no_shows, participants
from miai.domain.people.player import Player, Registration
from miai.domain.rounds.round import Bye, ByeKind
from miai.domain.settings.scoring_rules import Rulebook
from miai.domain.tournament import Tournament
from miai.engine.scoring import standings
from miai.features.ratings.rate import rate_tournament
from miai.formats.opengotha.losses import losses
from miai.formats.registry import FORMATS

AWAY = Registration.PRELIMINARY


def event() -> Tournament:
    """A round in which C has no game and is not checked in."""
    return with_player(crosstable("A+B C-"), "C", registration=AWAY)


def names(players: tuple[Player, ...]) -> list[str]:
    return [player.surname for player in players]


def test_who_was_never_checked_in_and_has_no_game_does_not_take_part() -> None:
    assert names(participants(event())) == ["A", "B"]
    assert names(no_shows(event())) == ["C"]


def test_a_game_or_a_bye_counts_more_than_the_check_in() -> None:
    played = with_player(event(), "A", registration=AWAY)
    assert names(participants(played)) == ["A", "B"]
    drawn = replace(played.rounds[0], byes=(Bye(player=played.players[2].id, kind=ByeKind.VOLUNTARY),))
    assert names(participants(replace(played, rounds=(drawn,)))) == ["A", "B", "C"]


def test_while_nobody_is_checked_in_everybody_counts() -> None:
    awaited = tuple(replace(player, registration=AWAY) for player in event().players)
    assert len(participants(replace(event(), players=awaited, rounds=()))) == 3


def test_files_without_a_check_in_list_everybody() -> None:
    printed = replace(event(), published_places=("1", "2", "3"))
    assert len(participants(printed)) == 3
    settings = event().settings
    gotha = replace(settings, scoring=replace(settings.scoring, rulebook=Rulebook.GOTHA))
    assert len(participants(replace(event(), settings=gotha))) == 3


def test_who_never_came_is_neither_in_the_standings_nor_in_the_ratings() -> None:
    assert [row.player.surname for row in standings(event()).rows] == ["A", "B"]
    assert sorted(each.player.surname for each in rate_tournament(event()).rated) == ["A", "B"]


def test_result_files_leave_out_who_never_came_and_say_so() -> None:
    sentence = "1 player who was never checked in is not in the file: C"
    for key in ("h9", "aga"):
        written = FORMATS[key].read(FORMATS[key].write(event()))
        assert names(written.tournament.players) == ["A", "B"]
        assert str(losses(event(), written)[0]) == sentence
    kept = FORMATS["opengotha"].read(FORMATS["opengotha"].write(event()))
    assert sentence not in [str(each) for each in losses(event(), kept)]
    assert len(kept.tournament.players) == 3
