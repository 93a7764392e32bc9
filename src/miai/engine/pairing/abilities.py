"""What a tournament system can do, known without loading it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from miai.domain.settings.event_settings import Settings

if TYPE_CHECKING:
    from miai.engine.rating.protocol import RatingSystem


@dataclass(frozen=True, slots=True, kw_only=True)
class Abilities:
    """What a system can do, so that nobody has to ask for it by name.

    One that `plans_rounds` has a bracket and draws whole rounds; where `everybody_plays_on`, nobody goes out.
    One that `weighs_pairs` has prices: it can compare draws, say what a swap costs and why two players do not
    meet. One that is `by_preset` takes the preset of the settings. One that `promises_colours` keeps them in
    every game that it draws. `ratings_inside` is the rating system, by the settings of the event, that
    updates ratings by the rounds so far.
    """

    plans_rounds: bool = False
    everybody_plays_on: bool = False
    weighs_pairs: bool = False
    by_preset: bool = False
    promises_colours: bool = False
    ratings_inside: "Callable[[Settings], RatingSystem] | None" = None
