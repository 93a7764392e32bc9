"""Who asks: the token of a request, and what it allows."""

import time
from collections.abc import Awaitable, Callable
from contextlib import suppress

from fastapi import Request
from starlette.datastructures import Headers

from miai.desk.live_state import Desk, event_and_stage
from miai.errors import InputError, MiaiError
from miai.features.congress.sharing import congresses_with, names_foreign_event
from miai.features.programs.tokens import Scope, find_token
from miai.server.app_state import AppState
from miai.server.limits import Throttle, counted_address
from miai.server.permissions import NotAllowed
from miai.server.roles import Role
from miai.store.accounts.programs_protocol import ApiToken
from miai.store.times import current_time

_ROLES = {
    Scope.READ: Role.VIEWER,
    Scope.RESULTS: Role.DESK,
    Scope.DIRECT: Role.DIRECTOR,
    Scope.ADMIN: Role.ADMIN,
}
# How often it is written down that a token is in use.
_NOTED_EVERY = 60.0
# Wrong tokens are counted by address, under one role for all of them.
_COUNTED_AS = Role.PUBLIC


class NoToken(MiaiError):  # noqa: N818 - the request has to come with one
    """The request has no token, or one that is wrong or revoked; `said` is what to tell its sender."""

    def __init__(self, said: str) -> None:
        super().__init__(said)
        self.said = said


class TooManyWrongTokens(MiaiError):  # noqa: N818 - the caller has to wait
    """Too many wrong tokens came from an address."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"wait {seconds} seconds")
        self.seconds = seconds


class Tokens:
    """Finds the tokens of requests and slows down those who guess."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._throttle = Throttle()
        self._noted: dict[str, float] = {}

    def find(self, headers: Headers, address: str) -> ApiToken:
        """The token of a request; a right one is accepted also from an address that has to wait."""
        kind, _, text = headers.get("authorization", "").partition(" ")
        if kind.lower() != "bearer" or not text.strip():
            raise NoToken("Send 'Authorization: Bearer TOKEN'.")
        token = find_token(self._desk.store, text.strip())
        if token is None:
            self._count_wrong(counted_address(address))
            raise NoToken("The token is not known here, or was revoked.")
        self._note_use(token)
        return token

    def _count_wrong(self, address: str) -> None:
        if not self._throttle.begin(address, [_COUNTED_AS]):
            raise TooManyWrongTokens(self._throttle.wait(address, [_COUNTED_AS]))

    def _note_use(self, token: ApiToken) -> None:
        now = time.monotonic()
        if now > self._noted.get(token.id, 0.0):
            self._noted[token.id] = now + _NOTED_EVERY
            # A copy that follows another server is only read.
            with suppress(InputError):
                self._desk.store.api_tokens.used(token.id, at=current_time())


def role_of(token: ApiToken) -> Role:
    """The role of somebody at the console who may do what a token allows."""
    return _ROLES[Scope(token.scope)]


def is_for(desk: Desk, token: ApiToken, tournament_id: str) -> bool:
    """Whether a token is for a tournament, a stage of it, or the congress that it is an event of."""
    event = event_and_stage(tournament_id)[0]
    if token.tournament is None:
        return True
    if token.tournament != event and token.tournament not in congresses_with(desk, event):
        return False
    return not names_foreign_event(desk, token.tournament)


def needs(scope: Scope) -> Callable[[Request], Awaitable[None]]:
    """Accept only tokens that allow something, and only for the tournament in the address."""

    def allowed(request: Request) -> bool:
        state: AppState = request.state.app_state
        token: ApiToken = request.state.token
        if not Scope(token.scope).allows(scope):
            return False
        asked = request.path_params.get("id")
        return asked is None or is_for(state.desk, token, asked)

    async def demand(request: Request) -> None:
        # Reads the store only where a token of a congress is used for one of its events.
        if not allowed(request):
            raise NotAllowed

    return demand
