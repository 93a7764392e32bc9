"""Miai's handicaps under the AGA's protocol."""

import random
from dataclasses import replace
from typing import Any, Literal

import pytest

from miai.domain.people.grade import Grade
from miai.domain.people.player import BarSide, Player, PlayerId
from miai.domain.points import quarters
from miai.domain.rounds.game import Board
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.handicap_rules import Handicapping
from miai.domain.settings.scoring_rules import Scoring, StartBand
from miai.domain.tournament import Tournament
from miai.features.bands.advise_bands import BandEdits, BandPlan, band_rows, edited_bands
from oracle.aga_event import NO_HANDICAP, random_history
from oracle.aga_handicap import stones
from oracle.aga_miai import draw
from oracle.conftest import EVENTS

NOBODY = Grade.parse("9p")
"""The grade from which no handicap is given, out of everybody's reach."""

Starts = Literal["by grade", "0 at top", "0 at bottom", "by band"]


def random_event(rng: random.Random, rules: Handicapping, starts: Starts) -> tuple[Tournament, set[PlayerId]]:
    """An event after some rounds, and the players of its top band: those from the bar up.

    Setting the Bar: directors "may allow lower rated players into the top band"; in some events there is one.
    """
    strongest = rng.randint(1, 7)
    bar = Grade.of_number(strongest - rng.randint(0, 2))
    grades = [Grade.of_number(strongest - rng.randint(0, 9)) for _ in range(rng.randint(5, 19))]
    grades += [Grade.of_number(strongest)]
    players = tuple(
        Player(id=PlayerId(f"p{place}"), surname=f"P{place}", grade=grade, rating=float(grade.rating))
        for place, grade in enumerate(grades)
    )
    settings = Settings(system="aga", rounds=5, scoring=Scoring(bar=bar), handicapping=rules)
    event = Tournament(players=players, settings=settings)
    top = {player.id for player in players if player.grade >= bar}
    lower = [player for player in players if player.id not in top]
    allowed = rng.choice(lower).id if lower and rng.random() < 0.3 else None
    if starts == "by grade":
        event = changed(event, allowed, bar_side=BarSide.ABOVE)
    elif starts == "by band":
        members = (allowed,) if allowed else ()
        bands = (
            StartBand(weakest=bar, score=quarters(0), members=members),
            StartBand(weakest=Grade.of_number(bar.number - 3), score=quarters(-1)),
            StartBand(weakest=Grade.parse("30k"), score=quarters(-2)),
        )
        scoring = Scoring(bar=bar, bands=bands)
        event = replace(event, settings=replace(settings, scoring=scoring))
    else:
        plan = BandPlan(factor=0.75, smallest=1, lowest=0 if starts == "0 at bottom" else None)
        found = band_rows(event, edited_bands(event, BandEdits(plan=plan)))
        score = {player.id: row.band.score for row in found for player in row.players}
        event = replace(event, players=tuple(replace(p, start=score[p.id]) for p in players))
        event = changed(event, allowed, start=found[0].band.score)
    if allowed:
        top.add(allowed)
    return random_history(rng, event, played=rng.randint(0, 4), stones=True), top


def changed(event: Tournament, player: PlayerId | None, **changes: Any) -> Tournament:
    """The same event with something changed about a player."""
    return replace(
        event, players=tuple(replace(p, **changes) if p.id == player else p for p in event.players)
    )


def boards_of(event: Tournament, seed: int) -> tuple[Board, ...]:
    drawn = draw(seed, event, len(event.rounds) + 1).drawn
    return drawn.boards if drawn else ()


@pytest.mark.requirement("A46")
@pytest.mark.parametrize("reduced_by", [0, 1, 2, None], ids=["full", "minus 1", "minus 2", "none"])
def test_handicaps_are_reduced_as_the_director_says(reduced_by: int | None) -> None:
    rules = Handicapping(by_score=False, correction=reduced_by or 0, none_from=NOBODY)
    games = 0
    for seed in range(EVENTS // 6):
        event, _ = random_event(random.Random(seed), NO_HANDICAP if reduced_by is None else rules, "0 at top")
        for board in boards_of(event, seed):
            white, black = event.player(board.white), event.player(board.black)
            difference = white.grade.number - black.grade.number
            assert board.handicap == stones(difference, reduced_by=reduced_by), (seed, board)
            # The stronger player gives the stones.
            assert board.handicap == 0 or difference > 0, (seed, board)
            games += 1
    assert games > EVENTS


@pytest.mark.requirement("A47")
@pytest.mark.parametrize("starts", ["by grade", "0 at top", "0 at bottom", "by band"])
@pytest.mark.parametrize("by_score", [False, True], ids=["by grade", "by score"])
def test_games_of_the_top_band_are_even(starts: Starts, *, by_score: bool) -> None:
    found, across = [], 0
    for seed in range(EVENTS // 10):
        rng = random.Random(seed)
        rules = Handicapping(
            by_score=by_score, correction=rng.randint(0, 2), none_from=NOBODY, none_above_bar=True
        )
        event, top = random_event(rng, rules, starts)
        for board in boards_of(event, seed):
            white, black = event.player(board.white), event.player(board.black)
            in_top = bool(top & {white.id, black.id})
            across += in_top and len(top & {white.id, black.id}) == 1
            wanted = stones(
                white.grade.number - black.grade.number, reduced_by=rules.correction, top_band=in_top
            )
            # By score the protocol names no formula: only the top band is compared.
            if board.handicap != wanted and (in_top or not by_score):
                found.append(f"seed {seed}: {white.grade} gives {black.grade} {board.handicap}, not {wanted}")
    assert across > 0
    assert not found, f"{len(found)} games\n" + "\n".join(found[:20])
