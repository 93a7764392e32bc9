"""Events whose players are truly as strong as a model says: what a fit or a forecast has to find again."""

import numpy as np

from miai.engine.forecast.event_games import EventGames
from miai.engine.rating.strengths import Believed, GamesPlayed, StrengthModel, before_the_event

TRUE = StrengthModel(
    slope=0.9,
    spread=1.2,
    unrated_spread=2.0,
    unrated_shift=-0.8,
    stone=0.8,
    grade_spread=0.1,
    far_spread=0.5,
    trusted=1.5,
)


def true_strengths(before: Believed, dice: np.random.Generator) -> np.ndarray:
    """Strengths as they may be."""
    return np.asarray(before.mean + before.root @ dice.standard_normal(len(before.mean)))


def known_event(seed: int, *, players: int = 16, rounds: int = 5, model: StrengthModel = TRUE) -> EventGames:
    """An event of people with ratings near and far, and without; neighbours meet, by lot and with stones."""
    dice = np.random.default_rng(seed)
    grades = dice.integers(-8, 4, players).astype(float)
    near, far = dice.normal(0, 0.6, players), dice.choice([-6.0, 6.0], players)
    kind = dice.random(players)
    ratings = grades + np.where(kind < 0.6, near, np.where(kind < 0.8, far, 0.0))
    strengths = true_strengths(before_the_event(model, grades, ratings), dice)
    white, black, numbers = [], [], []
    for number in range(1, rounds + 1):
        order = np.argsort(grades + dice.normal(0, 2, players))
        white += order[0::2].tolist()
        black += order[1::2].tolist()
        numbers += [number] * (players // 2)
    a, b = np.array(white), np.array(black)
    stones = np.where(dice.random(len(a)) < 0.3, np.clip(grades[a] - grades[b], 0, 9), 0.0)
    chance = model.chances(strengths[a] - strengths[b] - model.stone * stones)
    score = (dice.random(len(a)) < chance).astype(float)
    return EventGames(
        name=f"Known {seed}",
        grades=grades,
        ratings=ratings,
        games=GamesPlayed(white=a, black=b, stones=stones, score=score),
        rounds=np.array(numbers),
    )
