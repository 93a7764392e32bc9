"""A rating system: a club's own, 20 points for a win against an equal."""

from typing import ClassVar

from miai.extend import Change, GameChange, RatedEvent, games_of


class ClubRating:
    """Elo's law with K = 40; handicaps do not count."""

    key: ClassVar[str] = "club"

    def rate(self, event: RatedEvent) -> tuple[Change, ...]:
        """The change of every entrant, in their order."""
        old = [each.grade.rating if each.rating is None else each.rating for each in event.entrants]
        changes = []
        for own, games in enumerate(games_of(event)):
            played = []
            for game, white in games:
                other, score = (game.black, game.white_score) if white else (game.white, 1 - game.white_score)
                hoped = 1 / (1 + 10 ** ((old[other] - old[own]) / 400))
                played.append(GameChange(opponent=other, score=score, expected=hoped, change=None))
            new = old[own] + sum(each.score - each.expected for each in played) * 40
            changes.append(Change(before=old[own], after=new, games=tuple(played)))
        return tuple(changes)

    def performances(self, event: RatedEvent) -> tuple[float | None, ...]:
        """A club has no use for these."""
        return (None,) * len(event.entrants)
