"""Whoever comes with a private link; wrong ones are counted, so that nobody can guess one."""

from collections.abc import Callable
from typing import TypeVar

from miai.domain.people.player import Player
from miai.errors import InputError, MiaiError
from miai.features.links.player_links import UnknownLinkError, player_of_token, read_token
from miai.server.limits import counted_address
from miai.server.phone_identity import private_token
from miai.server.request_context import Visit

T = TypeVar("T")


class TooManyWrongLinks(MiaiError):  # noqa: N818 - the link itself may be right
    """An address tried too many wrong links; `wait` is the number of seconds until it may try again."""

    def __init__(self, wait: int) -> None:
        super().__init__(f"too many wrong links: wait {wait} seconds")
        self.wait = wait


def private_player(visit: Visit, token: str) -> Player:
    """The player of this tournament or stage whose link it is; raises where it is nobody's or revoked."""
    return counted_link(visit, token, lambda: player_of_token(visit.desk, visit.state.id, token))


def counted_link(
    visit: Visit,
    token: str,
    look_up: Callable[[], T],
    *,
    unknown: type[InputError] = UnknownLinkError,
) -> T:
    """What a token leads to; one that is `unknown` counts as a wrong one of the address that asks."""
    wrong, address = visit.app_state.wrong_links, counted_address(visit.address)
    # A phone that opened its link before is not held up by others at the same address.
    if private_token(visit) != read_token(token) and (wait := wrong.wait(address)):
        raise TooManyWrongLinks(wait)
    try:
        return look_up()
    except unknown:
        wrong.count(address)
        raise
