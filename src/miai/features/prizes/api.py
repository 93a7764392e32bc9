"""Operations about prizes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field
from starlette.responses import Response

from miai.answers import Field as Told
from miai.answers import Shape, many
from miai.domain.settings.prizes import Prize
from miai.features.prizes.award_prizes import SharedPrize, prizes_given
from miai.features.prizes.team_prizes import prizes_of_teams, without_team_prizes
from miai.features.settings.change_settings import change_rules
from miai.features.standings.standings_view import standings_of
from miai.server.api.operations import Body, Coded, Here, Operations, read

operations = Operations("prizes", "Prizes, and who gets them.")


SomeOfPrize = Annotated[dict[str, Any], Coded(Prize, some=True, needed=("title",))]


_BLANK_PRIZE = Prize(title="")


class Prizes(Body):
    """All prizes."""

    prizes: Annotated[list[SomeOfPrize], Field(max_length=1000)]
    one_prize_each: bool | None = None


@dataclass(frozen=True, slots=True)
class _GivenPrize:
    given: SharedPrize[Any]
    of_teams: bool


_PRIZE: Shape[_GivenPrize] = Shape(
    "GivenPrize",
    "A prize, what each gets of it, and the ids of the players or teams who get it.",
    (
        Told("prize", Coded(Prize), lambda each: each.given.prize),
        Told("share", int, lambda each: each.given.share),
        Told(
            "winners",
            list[str],
            lambda each: [row.player.id for row in each.given.winners],
            when=lambda each: not each.of_teams,
        ),
        Told(
            "teams",
            list[str],
            lambda each: [row.team.id for row in each.given.winners],
            when=lambda each: each.of_teams,
        ),
    ),
)


_PRIZES: Shape[Sequence[_GivenPrize]] = Shape(
    "GivenPrizes",
    "The prizes, and who gets them by the standings as they are.",
    (Told("prizes", many(_PRIZE), lambda prizes: prizes),),
)


@operations.get("/tournaments/{id}/prizes", _PRIZES)
def list_prizes(call: Here) -> Response:
    """List the prizes, and who gets them by the standings as they are; money is in cents."""
    given = prizes_given(without_team_prizes(standings_of(call.desk, call.state)))
    of_people = [_GivenPrize(each, of_teams=False) for each in given]
    of_teams = [_GivenPrize(each, of_teams=True) for each in prizes_of_teams(call.tournament)]
    return call.answer(_PRIZES.json([*of_people, *of_teams]))


@operations.put("/tournaments/{id}/prizes")
def set_prizes(call: Here, chosen: Prizes) -> Response:
    """Set all prizes."""
    values: dict[str, Any] = {
        "prizes": tuple(
            read(Prize, each, _BLANK_PRIZE, needed=("title",), where=f"prizes[{number}]")
            for number, each in enumerate(chosen.prizes)
        )
    }
    if chosen.one_prize_each is not None:
        values["one_prize_each"] = chosen.one_prize_each
    return call.written(change_rules(call.desk, call.state.id, values, by=call.by))
