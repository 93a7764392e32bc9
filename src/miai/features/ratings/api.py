"""Operations about ratings."""

from typing import Annotated

from fastapi import Query
from starlette.responses import Response

from miai.features.ratings.answer import RATINGS
from miai.features.ratings.rate import rate_tournament
from miai.server.api.operations import Here, Operations

operations = Operations("ratings", "Ratings after the games so far.")


@operations.get("/tournaments/{id}/ratings", RATINGS)
def get_ratings(
    call: Here, system: Annotated[str, Query(description="egf, egf-classic or aga.")] = "egf"
) -> Response:
    """Get what the games of the event and its stages do to every player's rating, or those of one stage."""
    state = call.state
    rated = call.desk.recall(
        state, ("ratings", system), lambda: rate_tournament(state.tournament, system=system)
    )
    return call.answer(RATINGS.json(rated))
