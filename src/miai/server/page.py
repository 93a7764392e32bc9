"""A page of the application: its address, its place in the rail, and who may see it."""

from collections.abc import Awaitable, Callable
from enum import Enum
from typing import Any

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from miai.desk.live_state import State
from miai.messages import Message
from miai.server.permissions import demand_role, demand_whole_event, leave_asking
from miai.server.roles import Role
from miai.server.seen.forms import FormRoute
from miai.server.seen.marks import demand_mark

View = Callable[..., Response | Awaitable[Response]]
Suited = Callable[[State], bool]


class Place(Enum):
    """Where a page is in the side bar: by itself, or in a group of *More*.

    On a small screen only the pages of the round are in the bottom bar; Show begins the list under *More*.
    """

    ROUND = "round"
    SHOW = "show"
    PLAN = "plan"
    AFTER = "after"
    KEEP = "keep"


def everywhere(state: State) -> bool:
    """For pages that suit every tournament, stage and congress."""
    del state
    return True


def in_congress(state: State) -> bool:
    """For pages of a congress."""
    return state.tournament.is_congress


def in_tournament(state: State) -> bool:
    """For pages of a tournament or stage, but not of a congress."""
    return not state.tournament.is_congress


class Page:
    """One page with its view and its actions; with a title it is in the side bar.

    `place` says where, `says` gives the line below its title under *More*, and `letter` is the key after `g`.
    `address` is the part after the tournament, if it is not the key. A page `within` another one is reached
    from there, and the side bar marks that one. A congress may have another title for it. A page is in the
    side bar of the tournaments, stages and congresses that it is `suited` to; opened by its address for a
    congress that it does not suit, it says so. Pages about the `whole` event are not those of its stages:
    there they lead to the event.

    `need` is the role that may use it. `viewers` may read it although they may change nothing, `accounts`
    means that everybody with an account may use it. A `hosted` page is there only if there are accounts. What
    everybody may use of a page for `phones` is served to the phones in the hall too.
    """

    def __init__(
        self,
        key: str,
        *,
        title: str = "",
        congress_title: str = "",
        icon: str = "",
        letter: str = "",
        place: Place = Place.KEEP,
        within: str = "",
        says: Callable[[State], Message | str] | None = None,
        address: str = "",
        suited: Suited = in_tournament,
        need: Role = Role.DIRECTOR,
        viewers: bool = False,
        accounts: bool = False,
        hosted: bool = False,
        whole: bool = False,
        phones: bool = False,
    ) -> None:
        self.key, self.title, self.icon, self.letter, self.need = key, title, icon, letter, need
        self.place, self.within, self.says, self.address = place, within, says, address or key
        self.congress_title = congress_title or title
        self.suited, self.whole = suited, whole
        self.viewers, self.accounts, self.hosted = viewers, accounts, hosted
        self.phones = phones
        self.router, self.phone_router = (
            APIRouter(dependencies=[Depends(self._note)], include_in_schema=False, route_class=FormRoute)
            for _ in range(2)
        )

    def title_in(self, state: State) -> str:
        """Its title in the side bar of a tournament or congress; empty if it is not there."""
        if not self.suited(state):
            return ""
        return self.congress_title if state.tournament.is_congress else self.title

    def get(
        self, path: str, *, need: Role | None = None, viewers: bool | None = None, whole: bool = False
    ) -> Callable[[View], View]:
        """Show something at an address; `viewers` says otherwise than the page whether they may read it."""
        read = self.viewers if viewers is None else viewers
        return self._registering("GET", path, need, self._demands(need, viewers=read, whole=whole))

    def post(self, path: str, *, need: Role | None = None, whole: bool = False) -> Callable[[View], View]:
        """Accept a form at an address."""
        wanted = self.need if need is None else need
        quiet = [Depends(leave_asking)] if wanted is Role.PUBLIC else []
        demanded = [*self._demands(need, whole=whole), *quiet, Depends(demand_mark)]
        return self._registering("POST", path, need, demanded)

    def _registering(
        self, method: str, path: str, need: Role | None, demanded: list[Any]
    ) -> Callable[[View], View]:
        """Add a view to the routes, and to those for phones if everybody may use it."""
        wanted = self.need if need is None else need
        for_phones = self.phones and wanted is Role.PUBLIC
        routers = (self.router, self.phone_router) if for_phones else (self.router,)

        def register(view: View) -> View:
            for router in routers:
                router.api_route(path, methods=[method], response_model=None, dependencies=demanded)(view)
            return view

        return register

    def _demands(self, need: Role | None, *, viewers: bool = False, whole: bool = False) -> list[Any]:
        wanted = self.need if need is None else need
        demanded = [Depends(demand_role(wanted, viewers=viewers, accounts=self.accounts))]
        return [*demanded, Depends(demand_whole_event)] if whole or self.whole else demanded

    async def _note(self, request: Request) -> None:
        """Let the request know which page it is for."""
        request.state.page = self
