"""Rounds without a game in files for OpenGotha and Pairgoth: the same points as before, or a note."""

from dataclasses import replace

import pytest

from kit.builders import crosstable
from miai.domain.points import HALF, POINT, Quarters
from miai.domain.rounds.game import Result
from miai.domain.rounds.round import Bonus
from miai.domain.settings.scoring_rules import Rulebook
from miai.domain.tournament import Tournament
from miai.engine.scoring.scores import scores
from miai.formats import FORMATS
from miai.formats.opengotha.losses import losses
from miai.formats.opengotha.read import read
from miai.formats.opengotha.write import write


def event(rulebook: Rulebook) -> Tournament:
    """Rounds 1 and 3 were played without the third player, who had announced nothing."""
    whole = crosstable("A+B | A+C | A+B")
    scoring = replace(whole.settings.scoring, rulebook=rulebook, absent_points=HALF)
    return replace(whole, settings=replace(whole.settings, scoring=scoring))


@pytest.mark.parametrize(("rulebook", "missed"), [(Rulebook.MACMAHON, {1, 3}), (Rulebook.GOTHA, set())])
@pytest.mark.parametrize("program", ["opengotha", "pairgoth"])
def test_a_round_played_without_a_player_is_missed_by_macmahons_rules_only(
    program: str, rulebook: Rulebook, missed: set[int]
) -> None:
    before = replace(event(rulebook), begin="2026-05-01", end="2026-05-02", short_name="e")
    after = FORMATS[program].read(FORMATS[program].write(before)).tournament
    assert after.players[2].absent_rounds == missed


def test_opengotha_computes_the_macmahon_scores_of_the_event_that_was_converted() -> None:
    before = event(Rulebook.MACMAHON)
    after = read(write(before)).tournament
    assert scores(after, after=3).points == scores(before, after=3).points
    assert not [each for each in losses(before, read(write(before))) if "score of" in str(each)]


def test_a_score_that_opengotha_computes_differently_is_named() -> None:
    before = event(Rulebook.MACMAHON)
    # By MacMahon's rules an open game gives the points of an absence.
    open_game = replace(before.rounds[0].boards[0], result=Result.UNKNOWN)
    before = replace(before, rounds=(replace(before.rounds[0], boards=(open_game,)), *before.rounds[1:]))
    said = [str(each) for each in losses(before, read(write(before))) if "score of" in str(each)]
    assert said == ["the score of B: 1 (becomes 0)"]


def test_many_scores_that_differ_are_counted() -> None:
    before = crosstable("A+B C+D | A+C B+D")
    paid = tuple(Bonus(player=player.id, points=Quarters(POINT)) for player in before.players)
    before = replace(before, rounds=(replace(before.rounds[0], bonuses=paid), before.rounds[1]))
    assert "the scores of 4 players" in [str(each) for each in losses(before, read(write(before)))]
