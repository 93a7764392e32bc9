"""Standings after any round, making them final, publishing them, prizes, fees, ratings and the forecast."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Query
from pydantic import Field
from starlette.responses import Response

from miai.answers import Field as Told
from miai.answers import Shape, many
from miai.domain.money import Cents
from miai.domain.settings.prizes import Prize
from miai.features.fees.answer import FEES
from miai.features.forecast.answer import FORECAST
from miai.features.players.view.written_players import WRITTEN_PLAYERS, written_players
from miai.features.prizes.award_prizes import SharedPrize
from miai.features.programs.tokens import Scope
from miai.features.ratings.answer import RATINGS
from miai.features.standings.answer import STANDINGS_SO_FAR, TEAM_STANDINGS, WHOLE_EVENT
from miai.server.api.operations import Body, Coded, Here, Operations, read

operations = Operations("standings", "Standings, prizes, fees, ratings and the forecast.")

After = Annotated[int | None, Query(ge=0, le=999, description="After this round; by default the last drawn.")]
SomeOfPrize = Annotated[dict[str, Any], Coded(Prize, some=True, needed=("title",))]
# A forecast keeps a core busy: one after the other.
_one_forecast = threading.Lock()
_BLANK_PRIZE = Prize(title="")


class PublishStandings(Body):
    """The standings after a round; final ones wait for every result."""

    after: Annotated[int, Field(ge=0, le=999)]
    final: bool = False


class UnpublishStandings(Body):
    """The round after which the standings are hidden."""

    after: Annotated[int, Field(ge=0, le=999)]


class Reopen(Body):
    """Why final standings are corrected; the reason is shown with them."""

    reason: str


class Criteria(Body):
    """The criteria that decide places, the most important first; those of teams with `teams`."""

    criteria: Annotated[list[str], Field(min_length=1, max_length=20)]
    teams: bool = False


class Prizes(Body):
    """All prizes."""

    prizes: Annotated[list[SomeOfPrize], Field(max_length=1000)]
    one_prize_each: bool | None = None


class Payment(Body):
    """What somebody has paid altogether, in cents; without an amount it is what they owe."""

    paid: Annotated[int | None, Field(ge=0, le=1_000_000_000)] = None


class Received(Body):
    """An amount that was received, in cents; without one it is all that was open."""

    received: Annotated[int | None, Field(ge=1, le=1_000_000_000)] = None


@operations.get("/tournaments/{id}/standings", STANDINGS_SO_FAR)
def get_standings(
    call: Here,
    after: After = None,
    criteria: Annotated[list[str] | None, Query(description="Other criteria, to try them out.")] = None,
    among: Annotated[str, Query(description="Some players only: 'country=FR'.")] = "",
) -> Response:
    """Get the standings after a round."""
    from miai.domain.people.player_filter import EVERYBODY, Among
    from miai.domain.settings.criterion_names import criterion_key
    from miai.features.standings.standings_view import standings_view

    keys = tuple(criterion_key(each) for each in criteria) if criteria else None
    some = Among.parse(among) if among else EVERYBODY
    seen = standings_view(call.desk, call.state.id, after=after, criteria=keys, among=some)
    return call.answer(STANDINGS_SO_FAR.json(seen))


@operations.get("/tournaments/{id}/standings/teams", TEAM_STANDINGS)
def get_team_standings(call: Here, after: After = None) -> Response:
    """Get the standings of the teams."""
    from miai.engine.scoring import team_standings

    return call.answer(TEAM_STANDINGS.json(team_standings(call.tournament, after=after)))


@operations.get("/tournaments/{id}/standings/whole", WHOLE_EVENT)
def get_whole_standings(call: Here) -> Response:
    """Get the places over all stages of an event."""
    from miai.features.stages.overall_standings import whole_standings

    return call.answer(WHOLE_EVENT.json(whole_standings(call.tournament)))


@operations.post("/tournaments/{id}/standings/publish")
def publish_standings(call: Here, which: PublishStandings) -> Response:
    """Let players see the standings after a round."""
    from miai.features.publish.publish_round import publish_standings as publish

    return call.written(publish(call.desk, call.state.id, after=which.after, final=which.final, by=call.by))


@operations.post("/tournaments/{id}/standings/unpublish")
def unpublish_standings(call: Here, which: UnpublishStandings) -> Response:
    """Hide the standings after a round from the players."""
    from miai.features.publish.unpublish import unpublish_standings as unpublish

    return call.written(unpublish(call.desk, call.state.id, after=which.after, by=call.by).saved)


@operations.put("/tournaments/{id}/standings/criteria")
def set_criteria(call: Here, chosen: Criteria) -> Response:
    """Choose the criteria that decide places."""
    from miai.features.settings.change_settings import change_rules

    keys = tuple(dict.fromkeys(chosen.criteria))
    path = "teams.criteria" if chosen.teams or call.tournament.settings.by_teams else "criteria"
    return call.written(change_rules(call.desk, call.state.id, {path: keys}, by=call.by))


@operations.post("/tournaments/{id}/standings/finalise")
def finalise_standings(call: Here) -> Response:
    """Fix the standings after the last round."""
    from miai.features.standings.finalise import finalise

    return call.written(finalise(call.desk, call.state.id, by=call.by))


@operations.post("/tournaments/{id}/standings/reopen")
def reopen_standings(call: Here, why: Reopen) -> Response:
    """Allow corrections of final standings."""
    from miai.features.standings.finalise import reopen

    return call.written(reopen(call.desk, call.state.id, reason=why.reason, by=call.by))


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
    from miai.features.prizes.award_prizes import prizes_given
    from miai.features.prizes.team_prizes import prizes_of_teams, without_team_prizes
    from miai.features.standings.standings_view import standings_of

    given = prizes_given(without_team_prizes(standings_of(call.desk, call.state)))
    of_people = [_GivenPrize(each, of_teams=False) for each in given]
    of_teams = [_GivenPrize(each, of_teams=True) for each in prizes_of_teams(call.tournament)]
    return call.answer(_PRIZES.json([*of_people, *of_teams]))


@operations.put("/tournaments/{id}/prizes")
def set_prizes(call: Here, chosen: Prizes) -> Response:
    """Set all prizes."""
    from miai.features.settings.change_settings import change_rules

    values: dict[str, Any] = {
        "prizes": tuple(
            read(Prize, each, _BLANK_PRIZE, needed=("title",), where=f"prizes[{number}]")
            for number, each in enumerate(chosen.prizes)
        )
    }
    if chosen.one_prize_each is not None:
        values["one_prize_each"] = chosen.one_prize_each
    return call.written(change_rules(call.desk, call.state.id, values, by=call.by))


@operations.get("/tournaments/{id}/fees", FEES, scope=Scope.DIRECT, whole=True)
def list_fees(call: Here) -> Response:
    """List what everybody owes, has paid and wins; of a congress over all its events."""
    if call.tournament.is_congress:
        from miai.features.congress.money import congress_money

        return call.answer(FEES.json(congress_money(call.desk, call.state.id)))
    from miai.features.fees.charge_fees import money_table

    return call.answer(FEES.json(money_table(call.tournament)))


@operations.put("/tournaments/{id}/players/{player}/payment", WRITTEN_PLAYERS, whole=True)
def record_payment(call: Here, player: str, payment: Payment) -> Response:
    """Record what somebody has paid altogether."""
    known = call.player(player)
    if call.tournament.is_congress:
        from miai.features.congress.congress_state import whole_congress
        from miai.features.congress.money import owed, record_congress_payment

        due = owed(whole_congress(call.desk, call.state.id), known)
        paid = due if payment.paid is None else Cents(payment.paid)
        return written_players(
            call, record_congress_payment(call.desk, call.state.id, known.id, paid, by=call.by)
        )
    from miai.features.fees.charge_fees import record_payment as record

    due = call.tournament.settings.fees.owed_by(known)
    paid = due if payment.paid is None else Cents(payment.paid)
    return written_players(call, record(call.desk, call.state.id, known.id, paid, by=call.by))


@operations.post(
    "/tournaments/{id}/players/{player}/payment", WRITTEN_PLAYERS, scope=Scope.RESULTS, whole=True
)
def receive_payment(call: Here, player: str, payment: Received) -> Response:
    """Record an amount that somebody paid at the desk of a congress."""
    from miai.features.congress.money import receive_payment as receive

    known = call.player(player)
    amount = None if payment.received is None else Cents(payment.received)
    return written_players(call, receive(call.desk, call.state.id, known.id, amount, by=call.by))


@operations.get("/tournaments/{id}/ratings", RATINGS)
def get_ratings(
    call: Here, system: Annotated[str, Query(description="egf, egf-classic or aga.")] = "egf"
) -> Response:
    """Get what the games so far do to every player's rating."""
    from miai.features.ratings.rate import rate_tournament

    state = call.state
    rated = call.desk.recall(
        state, ("ratings", system), lambda: rate_tournament(state.tournament, system=system)
    )
    return call.answer(RATINGS.json(rated))


@operations.get("/tournaments/{id}/forecast", FORECAST)
def get_forecast(call: Here) -> Response:
    """Get who can still win, and which places are likely; this takes seconds."""
    from miai.errors import InputError
    from miai.features.forecast.forecast_event import forecast_event, question_for
    from miai.messages import Message

    event = call.tournament
    if len(event.players) < 2:
        raise InputError(Message("a forecast needs two players or more"))
    last = max(event.settings.rounds, event.rounds_played)
    question = question_for(limit=last, threads=1)
    with _one_forecast:
        found = call.desk.recall(call.state, ("forecast", None), lambda: forecast_event(event, question))
    return call.answer(FORECAST.json(found))
