"""Bands of the AGA: building and changing them."""

from typing import Annotated

from fastapi import Body as Sent
from pydantic import Field
from starlette.responses import Response

from miai.domain.people.grade import Grade
from miai.domain.points import quarters
from miai.domain.starting_bands import DEFAULT_FACTOR, BandPlan
from miai.engine.bar.bands import band_rows, outside_bands
from miai.features.bands import change_bands
from miai.features.bands.answer import BANDS, Bands
from miai.server.api.operations import Body, Here, Operations
from miai.server.api.problems import Refused

operations = Operations("bands", "Bands by which players start, the strongest first, counted from 1.")

Number = Annotated[int, Field(ge=1, le=999)]


class Build(Body):
    """How to build the bands, as the AGA's protocol suggests.

    With `follow_entries` they are built by the usual rules, again with each entry until round 1 is drawn.
    """

    factor: Annotated[float, Field(gt=0, le=1000)] | None = None
    smallest: Annotated[int | None, Field(ge=1, le=9999)] = None
    top_separation_is_one: bool = False
    lowest: Annotated[int | None, Field(ge=-999, le=999)] = None
    follow_entries: bool = False


class BandChange(Body):
    """One change of a band: how far it starts below the one above, the weakest grade, or a division there."""

    separation: Annotated[float | None, Field(ge=0, le=999, multiple_of=0.25)] = None
    weakest: str | None = None
    divide: bool = False


@operations.get("/tournaments/{id}/bands", BANDS)
def list_bands(call: Here) -> Response:
    """List the bands with their players."""
    event, bands = call.tournament, call.tournament.settings.scoring.bands
    outside = outside_bands(event, bands) if bands else []
    return call.answer(BANDS.json(Bands(event, band_rows(event, bands), outside)))


@operations.post("/tournaments/{id}/bands")
def build_bands(call: Here, how: Annotated[Build, Sent(default_factory=Build)]) -> Response:
    """Build the bands anew."""
    if how.follow_entries:
        return call.written(change_bands.follow_entries(call.desk, call.state.id, by=call.by))
    plan = BandPlan(
        factor=DEFAULT_FACTOR if how.factor is None else how.factor,
        smallest=how.smallest,
        top_separation_is_one=how.top_separation_is_one,
        lowest=how.lowest,
    )
    return call.written(change_bands.build(call.desk, call.state.id, plan, by=call.by))


@operations.delete("/tournaments/{id}/bands")
def remove_bands(call: Here) -> Response:
    """Remove all bands."""
    return call.written(change_bands.remove(call.desk, call.state.id, by=call.by))


@operations.patch("/tournaments/{id}/bands/{band}")
def change_band(call: Here, band: Number, change: BandChange) -> Response:
    """Change the separation or the limit of a band, or divide it."""
    if (change.separation is None) == (change.weakest is None):
        raise Refused(422, "invalid", "change the separation or the weakest grade, one at a time")
    if change.separation is not None:
        points = quarters(change.separation)
        return call.written(
            change_bands.alter_separation(call.desk, call.state.id, band - 1, points, by=call.by)
        )
    weakest = Grade.parse(change.weakest or "")
    edit = change_bands.divide if change.divide else change_bands.limit
    return call.written(edit(call.desk, call.state.id, band - 1, weakest, by=call.by))


@operations.post("/tournaments/{id}/bands/{band}/merge")
def merge_bands(call: Here, band: Number) -> Response:
    """Join a band with the next lower one."""
    return call.written(change_bands.merge(call.desk, call.state.id, band - 1, by=call.by))


@operations.post("/tournaments/{id}/bands/{band}/players/{player}")
def move_to_band(call: Here, band: Number, player: str) -> Response:
    """Put a player into another band."""
    moving = call.player(player)
    return call.written(change_bands.move(call.desk, call.state.id, moving.id, band - 1, by=call.by))
