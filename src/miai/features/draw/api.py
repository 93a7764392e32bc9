"""Draws: making, reading with reasons, changing by hand, wishes, publishing and taking back."""

from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Body as Sent
from fastapi import Query
from pydantic import Field
from starlette.responses import Response

from miai.answers import Field as Told
from miai.answers import Shape, many
from miai.desk.live_state import State
from miai.domain.log.codec import encode
from miai.domain.people.player import PlayerId
from miai.domain.people.team import TeamId
from miai.domain.rounds import round as rounds
from miai.domain.rounds.director_constraints import Wishes
from miai.domain.tournament import Tournament
from miai.engine.pairing.registry import abilities_of
from miai.features.congress.clashes import mark_absent
from miai.features.draw import change_draw
from miai.features.draw.against_rules import against_rules
from miai.features.draw.answer import BRACKET, EXPLANATION, GAMES, WHY_NOT, NamedWhyNot, Pairings
from miai.features.draw.bracket import bracket_of
from miai.features.draw.change_draw import swap_or_pair, unpair
from miai.features.draw.draft_mark import draft_mark
from miai.features.draw.draw_round import (
    demand_last,
    draw_around_wishes,
    draw_round,
    repair_rest,
    take_back_round,
)
from miai.features.draw.explain import explain_round as explain
from miai.features.draw.explain import why_not
from miai.features.draw.force_game import force_game as force
from miai.features.draw.view.written_round import WRITTEN_ROUND, _pairings, written_round
from miai.features.draw.wishes import fix_table as fix
from miai.features.draw.wishes import keep_off_table as keep_off
from miai.features.draw.wishes import never_pair, want_game
from miai.features.draw.wishes import offer_bye as offer_to_sit_out
from miai.features.publish.publish_round import Shown, must_ask, public_round, publication
from miai.features.publish.publish_round import publish_round as publish
from miai.features.publish.take_back import drawing_again, taking_back
from miai.features.publish.unpublish import unpublish_round as unpublish
from miai.features.teams.swap_teams import swap_teams
from miai.messages import Message
from miai.server.api.operations import (
    Body,
    Call,
    Coded,
    Here,
    Operations,
    Round,
    RoundPath,
    Table,
)
from miai.server.api.operations import TablePath as TableNumber
from miai.server.api.problems import Refused

operations = Operations("draw", "Rounds: their draws, why two players meet, and what players see of them.")

Seed = Annotated[int, Field(ge=-(2**63), le=2**63 - 1)]
_ROUND = "/tournaments/{id}/rounds/{round}"


@dataclass(frozen=True, slots=True)
class _ShownRound:
    pairings: Pairings
    published: Shown
    mark: str


_ROUND_ANSWER: Shape[_ShownRound] = Shape(
    "RoundAnswer",
    """A round as it is drawn; `published` is what players see of it.

    `mark` names this draw: a change or publication that is sent with it happens only if the draw is the same.

    In `round`, which is as in a document, White, Black and byes are ids; `boards` and `byes` name them.
    """,
    (
        Told("round", Coded(rounds.Round), lambda shown: shown.pairings.round),
        Told("published", str),
        Told("mark", str),
        *GAMES.of(lambda shown: shown.pairings),
    ),
)
_ROUNDS: Shape[Tournament] = Shape(
    "Rounds", "All rounds that are drawn.", (Told("rounds", many(Coded(rounds.Round))),)
)


class MakeDraw(Body):
    """How to draw a round; without a seed that which follows from the log, so that nobody chooses it.

    `nearest` asks for the draw that breaks the fewest rules where none keeps all; `drop` says that changes by
    hand may be lost.
    """

    seed: Seed | None = None
    nearest: bool = False
    drop: bool = False


class Two(Body):
    """Two players, or two teams of a team event."""

    a: str
    b: str


class Apart(Two):
    """Two players who must never meet, or may again."""

    never: bool = True


class Forced(Two):
    """A game that is wanted, White first, or no longer is."""

    wanted: bool = True


class BoardTerms(Body):
    """What to change of a board; what is left out stays, and a komi follows the handicap."""

    handicap: Annotated[int | None, Field(ge=-9, le=99)] = None
    komi: Annotated[float | None, Field(ge=-400, le=400)] = None
    table: Table | None = None
    locked: bool | None = None
    swap_colours: bool = False


class SetBye(Body):
    """A player who sits out; `locked` keeps the bye when the rest is paired again."""

    player: str
    locked: bool | None = None


class Seat(Body):
    """The table where a player sits in every round; none for any."""

    player: str
    table: Table | None = None


class OffTable(Body):
    """A table where a player never sits, or may again."""

    player: str
    table: Table
    off: bool = True


class Volunteer(Body):
    """A player who offers to sit out a round, or no longer does."""

    round: Round
    player: str
    offers: bool = True


class Publish(Body):
    """`knowing` publishes over pairings that players see already, and games against the rules."""

    knowing: bool = False


class Absent(Body):
    """Players who miss a round because they play elsewhere at that hour."""

    players: Annotated[list[str], Field(min_length=1)]


@operations.get("/tournaments/{id}/rounds", _ROUNDS)
def list_rounds(call: Here) -> Response:
    """List all rounds that are drawn."""
    return call.answer(_ROUNDS.json(call.tournament))


@operations.get(_ROUND, _ROUND_ANSWER)
def get_round(call: Here, round: RoundPath) -> Response:
    """Get a round as it is drawn; one that is not drawn is empty."""
    shown = publication(call.tournament, round).shown
    mark = str(draft_mark(call.desk, call.state, round))
    return call.answer(_ROUND_ANSWER.json(_ShownRound(_pairings(call.tournament, round), shown, mark)))


@operations.get(f"{_ROUND}/published", Coded(rounds.Round))
def get_published_round(call: Here, round: RoundPath) -> Response:
    """Get a round as players see it, with the results so far."""
    seen = public_round(call.tournament, round)
    if seen is None:
        raise Refused(404, "not-found", f"round {round} is not published")
    return call.answer(encode(seen.pairings))


@operations.get(f"{_ROUND}/reasons", EXPLANATION)
def explain_round(call: Here, round: RoundPath) -> Response:
    """Explain a round: every rule that speaks against a board, and whether a better draw exists."""
    demand_drawn(call, round)
    found = explain(call.tournament, round, history=call.state.history)
    return call.answer(EXPLANATION.json(found))


@operations.get(f"{_ROUND}/why-not", WHY_NOT)
def explain_why_not(
    call: Here,
    round: RoundPath,
    a: Annotated[str, Query()],
    b: Annotated[str, Query()],
) -> Response:
    """Explain why two players, given by their ids, do not meet, and what their game would cost."""
    demand_drawn(call, round)
    one, other = call.player(a), call.player(b)
    found = why_not(call.desk, call.state.id, round=round, a=one.id, b=other.id)
    return call.answer(WHY_NOT.json(NamedWhyNot(found, one.name, other.name)))


@operations.get("/tournaments/{id}/bracket", BRACKET)
def get_bracket(call: Here) -> Response:
    """Get the bracket or table of a system that plans its rounds."""
    return call.answer(BRACKET.json(bracket_of(call.tournament)))


@operations.post(f"{_ROUND}/draw", WRITTEN_ROUND)
def make_draw(
    call: Here,
    round: RoundPath,
    how: Annotated[MakeDraw, Sent(default_factory=MakeDraw)],
) -> Response:
    """Draw a round as a draft that players do not see, or draw it again."""
    lost = drawing_again(call.state, round)
    if lost.key and not how.drop:
        raise _would_drop(tuple(lost.messages(call.tournament)))
    made = draw_round(call.desk, call.state.id, round=round, by=call.by, seed=how.seed, nearest=how.nearest)
    return written_round(call, made.saved, round)


@operations.post(f"{_ROUND}/rest", WRITTEN_ROUND)
def pair_rest_again(call: Here, round: RoundPath) -> Response:
    """Pair again all that was not set by hand; a plan is drawn again around the wishes."""
    planned = abilities_of(call.tournament.settings.system).plans_rounds
    again = draw_around_wishes if planned else repair_rest
    return written_round(call, again(call.desk, call.state.id, round=round, by=call.by), round)


@operations.delete(f"{_ROUND}/draw", WRITTEN_ROUND)
def take_draw_back(
    call: Here,
    round: RoundPath,
    drop: Annotated[bool, Query(description="Results and changes by hand may be lost.")] = False,
) -> Response:
    """Take the whole draw of the last round back."""
    demand_last(call.tournament, round)
    lost = taking_back(call.state, round)
    if lost.key and not drop:
        raise _would_drop(tuple(lost.messages(call.tournament)))
    return written_round(call, take_back_round(call.desk, call.state.id, round=round, by=call.by), round)


@operations.post(f"{_ROUND}/swap", WRITTEN_ROUND)
def swap_players(call: Here, round: RoundPath, two: Two) -> Response:
    """Let two players or teams change places; two players who have no opponent are paired."""
    if call.tournament.settings.by_teams:
        saved = swap_teams(
            call.desk, call.state.id, round=round, a=TeamId(two.a), b=TeamId(two.b), by=call.by
        )
        return written_round(call, saved, round)
    a, b = PlayerId(two.a), PlayerId(two.b)
    for each in (a, b):
        call.tournament.player(each)
    return written_round(
        call, swap_or_pair(call.desk, call.state.id, round=round, a=a, b=b, by=call.by), round
    )


@operations.patch(f"{_ROUND}/boards/{{table}}", WRITTEN_ROUND)
def change_board(call: Here, round: RoundPath, table: TableNumber, terms: BoardTerms) -> Response:
    """Change colours, handicap, komi, table or lock of a board, one of them at a time."""
    given = [name for name, value in terms.model_dump(exclude={"swap_colours"}).items() if value is not None]
    kinds = {"terms" if name in ("handicap", "komi") else name for name in given}
    if terms.swap_colours:
        kinds.add("colours")
    if len(kinds) != 1:
        raise Refused(422, "invalid", "change one thing of a board at a time: terms, table, lock or colours")
    where: dict[str, Any] = {"round": round, "table": table, "by": call.by}
    match kinds.pop():
        case "terms":
            saved = change_draw.set_terms(
                call.desk, call.state.id, handicap=terms.handicap, komi=terms.komi, **where
            )
        case "table":
            saved = change_draw.set_table(call.desk, call.state.id, new_table=terms.table or table, **where)
        case "locked":
            saved = change_draw.lock(call.desk, call.state.id, locked=bool(terms.locked), **where)
        case _:
            saved = change_draw.swap_colours(call.desk, call.state.id, **where)
    return written_round(call, saved, round)


@operations.delete(f"{_ROUND}/boards/{{table}}", WRITTEN_ROUND)
def unpair_board(call: Here, round: RoundPath, table: TableNumber) -> Response:
    """Take a board apart."""
    return written_round(call, unpair(call.desk, call.state.id, round=round, table=table, by=call.by), round)


@operations.put(f"{_ROUND}/bye", WRITTEN_ROUND)
def set_bye(call: Here, round: RoundPath, bye: SetBye) -> Response:
    """Let a player sit out, or lock and unlock their bye."""
    player = call.tournament.player(PlayerId(bye.player)).id
    if bye.locked is None:
        saved = change_draw.set_bye(call.desk, call.state.id, round=round, player=player, by=call.by)
    else:
        saved = change_draw.lock_bye(
            call.desk, call.state.id, round=round, player=player, locked=bye.locked, by=call.by
        )
    return written_round(call, saved, round)


@operations.post(f"{_ROUND}/force", WRITTEN_ROUND)
def force_game(call: Here, round: RoundPath, game: Forced) -> Response:
    """Want a game in this round and pair the rest around it, or want it no longer."""
    a, b = (call.tournament.player(PlayerId(each)).id for each in (game.a, game.b))
    if game.wanted:
        saved = force(call.desk, call.state.id, round=round, white=a, black=b, by=call.by).saved
    else:
        saved = want_game(call.desk, call.state.id, round=round, white=a, black=b, wanted=False, by=call.by)
    return written_round(call, saved, round)


@operations.post(f"{_ROUND}/absent-elsewhere")
def mark_absent_elsewhere(call: Here, round: RoundPath, absent: Absent) -> Response:
    """Record that players who play in another event at that hour miss a round."""
    players = {PlayerId(each) for each in absent.players}
    return call.written(mark_absent(call.desk, call.state.id, round, players, by=call.by))


@operations.post(f"{_ROUND}/publish")
def publish_round(
    call: Here,
    round: RoundPath,
    how: Annotated[Publish, Sent(default_factory=Publish)],
) -> Response:
    """Let players see the draw; over another one, or with games against the rules, only with `knowing`."""
    if publication(call.tournament, round).shown is Shown.EARLIER and not how.knowing:
        raise Refused(409, "would-drop", "players see an earlier draw of this round: ask with knowing")
    if must_ask(call.desk, call.state, round) and not how.knowing:
        faults = against_rules(call.desk, call.state, round).key
        raise Refused(409, "against-rules", f"{faults}: ask with knowing")
    return call.written(publish(call.desk, call.state.id, round=round, by=call.by))


@operations.delete(f"{_ROUND}/publish")
def unpublish_round(call: Here, round: RoundPath) -> Response:
    """Hide the pairings of a round from the players; undoing it shows them again."""
    return call.written(unpublish(call.desk, call.state.id, round=round, by=call.by).saved)


@operations.get("/tournaments/{id}/wishes", Coded(Wishes))
def get_wishes(call: Here) -> Response:
    """Get what the director wants of the draws beyond the rules."""
    return call.answer(encode(call.tournament.wishes))


@operations.post("/tournaments/{id}/wishes/apart")
def keep_apart(call: Here, two: Apart) -> Response:
    """Keep two players apart in every draw, or let them meet."""
    a, b = PlayerId(two.a), PlayerId(two.b)
    return call.written(never_pair(call.desk, call.state.id, a=a, b=b, never=two.never, by=call.by))


@operations.post("/tournaments/{id}/wishes/table")
def fix_table(call: Here, seat: Seat) -> Response:
    """Let a player sit at one table in every round, or anywhere."""
    return call.written(
        fix(call.desk, call.state.id, player=PlayerId(seat.player), table=seat.table, by=call.by)
    )


@operations.post("/tournaments/{id}/wishes/off-table")
def keep_off_table(call: Here, seat: OffTable) -> Response:
    """Never seat a player at a table, or allow it again."""
    player = PlayerId(seat.player)
    return call.written(
        keep_off(call.desk, call.state.id, player=player, table=seat.table, off=seat.off, by=call.by)
    )


@operations.post("/tournaments/{id}/wishes/volunteer")
def offer_bye(call: Here, offer: Volunteer) -> Response:
    """Record who offers to sit out a round, or no longer does."""
    player = PlayerId(offer.player)
    saved = offer_to_sit_out(
        call.desk, call.state.id, round=offer.round, player=player, offers=offer.offers, by=call.by
    )
    return call.written(saved)


def demand_drawn(call: Call, number: int) -> State:
    """Refuse a round that is not drawn."""
    if not call.tournament.round(number).boards:
        raise Refused(404, "not-found", f"round {number} is not drawn yet")
    return call.state


def _would_drop(losses: tuple[Message, ...]) -> Refused:
    return Refused(409, "would-drop", " ".join(str(each) for each in losses))
