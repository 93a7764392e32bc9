"""How operations are declared: their address, the scope they need, and what they answer."""

import builtins
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Annotated, Any, Generic, TypeVar

from fastapi import APIRouter, Depends, Path, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from miai.answers import Field as Told
from miai.answers import Shape, many
from miai.desk.live_state import Desk, Saved, State, event_and_stage
from miai.domain.log.codec import decode, encode
from miai.domain.log.history import Entry
from miai.domain.people.player import Player, PlayerId
from miai.domain.people.team import Team, TeamId
from miai.domain.rounds.game import Board
from miai.domain.rounds.round import Round as DrawnRound
from miai.domain.tournament import Stage, Tournament
from miai.errors import InputError
from miai.features.programs.tokens import Scope
from miai.server.api.access import needs, role_of
from miai.server.api.private import without_private
from miai.server.api.problems import MEDIA_TYPE
from miai.server.app_state import AppState
from miai.server.cached_property import once
from miai.server.permissions import OfWholeEvent
from miai.server.roles import Role
from miai.server.seen.acts import OPERATIONS as MARKED
from miai.server.seen.marks import mark_of_operation
from miai.store.accounts.programs_protocol import ApiToken
from miai.store.tournament_id import TournamentId

T = TypeVar("T")
# Stands in a schema for the class of that name, until the whole document is made.
CLASS, WITHOUT, NEEDED = "x-miai-class", "x-miai-without", "x-miai-needed"
# Every class that a schema names.
CLASSES: dict[str, type[Any]] = {}


@dataclass(frozen=True, slots=True)
class Coded:
    """Says that JSON is what `codec` makes of a class.

    Where it has only `some` fields, those `needed` have to be there, and those `without` cannot be.
    """

    kind: builtins.type[Any]
    some: bool = False
    without: tuple[str, ...] = ()
    needed: tuple[str, ...] = ()

    def __get_pydantic_json_schema__(self, core: Any, handler: Any) -> dict[str, Any]:
        """The mark that the document of the API has a schema for."""
        del core, handler
        CLASSES[self.kind.__name__] = self.kind
        mark: dict[str, Any] = {CLASS: self.kind.__name__}
        return {**mark, WITHOUT: list(self.without), NEEDED: list(self.needed)} if self.some else mark

    def json(self, value: Any, /) -> Any:
        """A value of the class as the document has it."""
        return encode(value)

    def type(self) -> Any:
        """The type of its JSON."""
        return Annotated[dict[str, Any], self]


class Body(BaseModel):
    """What is sent with a request; nothing that is not known is accepted."""

    model_config = ConfigDict(extra="forbid")


WRITTEN: Shape[Saved] = Shape(
    "Written",
    "What a request changed: the version after it, and its entries in the log.",
    (Told("version", int, lambda saved: saved.state.version), Told("entries", many(Coded(Entry)))),
)


@dataclass(frozen=True, slots=True)
class WrittenAbout(Generic[T]):
    """What a request changed, and what is answered about it."""

    saved: Saved
    about: T


def written_about(name: str, says: str, *fields: Told[T]) -> Shape[WrittenAbout[T]]:
    """The answer of an operation that tells more than what it changed."""
    more = Shape(name, says, fields)
    whole: tuple[Told[WrittenAbout[T]], ...] = (
        *WRITTEN.of(lambda written: written.saved),
        *more.of(lambda written: written.about),
    )
    return Shape(name, says, whole)


RoundPath = Annotated[int, Path(ge=1, le=999)]
TablePath = Annotated[int, Path(ge=1, le=999_999)]
Round = Annotated[int, Field(ge=1, le=999)]
Table = Annotated[int, Field(ge=1, le=999_999)]


class Call:
    """One request of a program; operations of a tournament have its id in their address."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.app_state: AppState = request.state.app_state
        self.token: ApiToken = request.state.token
        self.id: str = request.path_params.get("id", "")

    @property
    def desk(self) -> Desk:
        """The desk that keeps all tournaments."""
        return self.app_state.desk

    @property
    def by(self) -> str:
        """The program's name for the history."""
        return self.token.name

    @property
    def role(self) -> Role:
        """The role of somebody at the console who may do the same."""
        return role_of(self.token)

    @property
    def address(self) -> str:
        """The machine that asks."""
        client = self.request.client
        return client.host if client else ""

    @property
    def sees_private(self) -> bool:
        """Whether the program sees money and other private things of people."""
        return self.role > Role.VIEWER

    @property
    def sees_everybody(self) -> bool:
        """Whether the program may see the players of other people's tournaments."""
        return self.token.tournament is None or not self.app_state.accounts.exist

    @once
    def state(self) -> State:
        """The present state of the tournament or stage in the address."""
        event, stage = event_and_stage(self.id)
        if all(each.id != event for each in self.desk.store.tournaments()):
            raise HTTPException(404, f"there is no tournament '{event}'")
        state = self.desk.state(event)
        if stage is None:
            return state
        if all(each.id != stage for each in state.tournament.stages):
            raise HTTPException(404, f"there is no stage '{stage}'")
        return self.desk.state(self.id)

    @property
    def tournament(self) -> Tournament:
        """The tournament itself."""
        return self.state.tournament

    def player(self, player: str) -> Player:
        """A player in the address."""
        return found(lambda: self.tournament.player(PlayerId(player)))

    def team(self, team: str) -> Team:
        """A team in the address."""
        return found(lambda: self.tournament.team(TeamId(team)))

    def round(self, number: int) -> DrawnRound:
        """A round in the address: one of the rules, or one that is drawn although there are fewer by now."""
        drawn = self.tournament.round(number)
        rounds = self.tournament.settings.rounds
        if number > rounds and not drawn.boards:
            raise HTTPException(404, f"there is no round {number}: the tournament has {rounds}")
        return drawn

    def board(self, number: int, table: int) -> Board:
        """A table of a round in the address."""
        return found(lambda: self.tournament.board_at(number, table))

    def stage(self, stage: str) -> Stage:
        """A stage in the address."""
        for each in self.tournament.stages:
            if each.id == stage:
                return each
        raise HTTPException(404, f"there is no stage '{stage}'")

    def shown(self, value: Any) -> Any:
        """JSON as far as the program may see it."""
        return value if self.sees_private else without_private(value)

    def answer(self, content: Any, *, status: int = 200, state: State | None = None) -> Response:
        """Answer with JSON, and with the version of the tournament as its tag."""
        known = state or (self.state if self.id else None)
        tag = {"ETag": f'"{known.version}"'} if known else {}
        if tag and status == 200 and self.request.headers.get("if-none-match") == tag["ETag"]:
            return Response(status_code=304, headers=tag)
        return JSONResponse(self.shown(content), status_code=status, headers=tag)

    def written(self, saved: Saved, *, status: int = 200) -> Response:
        """Answer with what was saved."""
        return self.answer(WRITTEN.json(saved), status=status, state=saved.state)

    def written_about(
        self, shape: Shape[WrittenAbout[T]], saved: Saved, about: T, *, status: int = 200
    ) -> Response:
        """Answer with what was saved, and with more about it."""
        return self.answer(shape.json(WrittenAbout(saved, about)), status=status, state=saved.state)


def found(look_up: Callable[[], T]) -> T:
    """What an address names; what does not exist is not found."""
    try:
        return look_up()
    except InputError as error:
        raise HTTPException(404, str(error)) from error


def read(
    kind: type[Any],
    given: dict[str, Any],
    known: Any,
    *,
    needed: tuple[str, ...] = (),
    where: str = "",
    **fixed: Any,
) -> Any:
    """A value of a class: the fields given, the others as they are in a known value but for those needed.

    `where` is the place of the value in the request, for what is wrong with it.
    """
    present = {name: value for name, value in encode(known).items() if name not in needed}
    return decode({**present, **given, **fixed}, kind, where)


async def _call(request: Request) -> Call:
    return Call(request)


Here = Annotated[Call, Depends(_call)]

_PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {
        "description": text,
        "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }
    for status, text in {
        400: "The request cannot be read.",
        401: "The token is missing, wrong or revoked.",
        403: "The token does not allow this.",
        404: "There is no such thing.",
        409: "Somebody else was faster, or something would be lost.",
        412: "The tournament has another version than `If-Match` says.",
        413: "The body is too large.",
        415: "The body is not JSON.",
        422: "What was sent breaks a rule.",
        429: "Too many wrong tokens.",
        503: "What is stored is damaged.",
    }.items()
}
_OF_READING = (400, 401, 403, 404, 422, 429, 503)


async def _demand_json(request: Request) -> None:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if await request.body() and kind != "application/json":
        raise HTTPException(415, "Send JSON, as application/json.")


async def _demand_whole(request: Request) -> None:
    if event_and_stage(request.path_params.get("id", ""))[1]:
        raise OfWholeEvent(request.url.path)


class Operations:
    """The operations about one thing."""

    def __init__(self, tag: str, about: str) -> None:
        self.tag, self.about = tag, about
        self.router = APIRouter(tags=[tag])
        self.scopes: dict[str, Scope] = {}

    def get(self, path: str, answers: Any, *, scope: Scope = Scope.READ, **more: Any) -> Callable[[Any], Any]:
        """Read something."""
        return self._add("GET", path, answers, scope=scope, **more)

    def post(self, path: str, answers: Any = WRITTEN, **more: Any) -> Callable[[Any], Any]:
        """Do something."""
        return self._add("POST", path, answers, **more)

    def put(self, path: str, answers: Any = WRITTEN, **more: Any) -> Callable[[Any], Any]:
        """Set something."""
        return self._add("PUT", path, answers, **more)

    def patch(self, path: str, answers: Any = WRITTEN, **more: Any) -> Callable[[Any], Any]:
        """Change some fields of something."""
        return self._add("PATCH", path, answers, **more)

    def delete(self, path: str, answers: Any = WRITTEN, **more: Any) -> Callable[[Any], Any]:
        """Remove something."""
        return self._add("DELETE", path, answers, **more)

    def _add(
        self,
        method: str,
        path: str,
        answers: Any,
        *,
        scope: Scope = Scope.DIRECT,
        whole: bool = False,
        json: bool = True,
        status: int = 200,
        extra: dict[str, Any] | None = None,
    ) -> Callable[[Any], Any]:
        """Declare an operation.

        `whole`: it is about the event, not about one of its stages. `json`: what is sent is JSON.
        """
        reading = method == "GET"
        demanded = [Depends(needs(scope))]
        if whole:
            demanded.append(Depends(_demand_whole))
        if json and not reading:
            demanded.append(Depends(_demand_json))
        problems = {each: _PROBLEMS[each] for each in (_OF_READING if reading else _PROBLEMS)}
        described = {**(extra or {}), "security": [{"token": [scope.value]}]}

        def declare(operation: Any) -> Any:
            if operation.__name__ in MARKED:
                demanded.append(Depends(mark_of_operation(operation.__name__)))
            self.router.add_api_route(
                path,
                _in_round(operation) if "{round}" in path else operation,
                methods=[method],
                response_model=answers.type() if hasattr(answers, "type") else answers,
                status_code=status,
                dependencies=demanded,
                operation_id=operation.__name__,
                summary=_first_line(operation),
                responses=problems,
                openapi_extra=described,
            )
            self.scopes[f"{method} {path}"] = scope
            return operation

        return declare


def _in_round(operation: Callable[..., Response]) -> Callable[..., Response]:
    """The operation, but a round or a table of its address that does not exist is not found.

    The table is looked for after a refusal: a request that is sent again may have removed it itself.
    """

    @wraps(operation)
    def checked(call: Call, **given: Any) -> Response:
        number = given["round"]
        call.round(number)
        try:
            return operation(call=call, **given)
        except InputError:
            if "table" in given:
                call.board(number, given["table"])
            raise

    return checked


def _first_line(operation: Any) -> str:
    return str(operation.__doc__ or "").partition("\n")[0].rstrip(".")


def tournament_id(text: str) -> TournamentId:
    """The id of the whole event that an address names."""
    return event_and_stage(text)[0]
