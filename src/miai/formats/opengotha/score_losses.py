"""Finds players whose score another program computes differently from a file."""

from collections.abc import Iterator

from miai.domain.settings.scoring_rules import Rulebook
from miai.domain.tournament import Tournament
from miai.engine.scoring.scores import Scores, scores
from miai.messages import Message, Score, counted

# Up to so many players are named; more are counted.
_NAMED = 3


def score_losses(mine: Tournament, theirs: Tournament) -> Iterator[Message]:
    """A message about players whose score differs in a file whose program computes scores itself.

    Both have the same players in one order. The files of other programs are tables of what happened.
    """
    if theirs.settings.scoring.rulebook is not Rulebook.GOTHA or not _are_comparable(mine, theirs):
        return
    after = mine.rounds_played
    names = mine.short_names
    changed = [
        (names[player.id], before, now)
        for player, before, now in zip(
            mine.players,
            _values(scores(mine, after=after)),
            _values(scores(theirs, after=after)),
            strict=True,
        )
        if before != now
    ]
    if len(changed) > _NAMED:
        yield counted("the score of %(num)s player", "the scores of %(num)s players", len(changed))
    for name, before, now in changed if len(changed) <= _NAMED else ():
        yield Message(
            "the score of %(name)s: %(before)s (becomes %(after)s)",
            name=name,
            before=Score(before),
            after=Score(now),
        )


def _are_comparable(mine: Tournament, theirs: Tournament) -> bool:
    return (
        mine.settings.by_wins == theirs.settings.by_wins
        and len(mine.players) == len(theirs.players)
        and mine.rounds_played == theirs.rounds_played
    )


def _values(table: Scores) -> list[int]:
    return list(table.wins if table.tournament.settings.by_wins else table.points)
