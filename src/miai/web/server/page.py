"""A page of the application: its address, its place in the rail, and who may see it."""

from collections.abc import Awaitable, Callable
from typing import Any

from fastapi import APIRouter, Depends
from starlette.responses import Response

from miai.web.server.permissions import demand_role
from miai.web.server.roles import Role

View = Callable[..., Response | Awaitable[Response]]


class Page:
    """One page with its view and its actions; with a title it stands in the rail.

    `letter` is the key after `g`; `main` pages are also in the bottom bar of small screens, and those
    `for_teams` stand in the rail of team events only.
    """

    def __init__(
        self,
        key: str,
        *,
        title: str = "",
        icon: str = "",
        letter: str = "",
        main: bool = False,
        for_teams: bool = False,
        need: Role = Role.DIRECTOR,
    ) -> None:
        self.key, self.title, self.icon, self.letter, self.main, self.need = (
            key, title, icon, letter, main, need,
        )  # fmt: skip
        self.for_teams = for_teams
        self.router = APIRouter(dependencies=[Depends(demand_role(need))], include_in_schema=False)

    def get(self, path: str, *, need: Role | None = None) -> Callable[[View], View]:
        """Show something at an address."""
        return self.router.get(path, response_model=None, dependencies=_more(need))

    def post(self, path: str, *, need: Role | None = None) -> Callable[[View], View]:
        """Accept a form at an address."""
        return self.router.post(path, response_model=None, dependencies=_more(need))


def _more(need: Role | None) -> list[Any]:
    return [] if need is None else [Depends(demand_role(need))]
