"""Pairing: a second laptop shows the code of the leader's page and may have a copy from then on."""

from dataclasses import asdict

from miai.errors import InputError
from miai.follow.calls import Caller, Unreachable
from miai.follow.hall import Hall
from miai.follow.worker import handshake
from miai.messages import Message, literal
from miai.store.write_permission import LeaderRecord

_TIMEOUT = 10.0


def demand_room(hall: Hall) -> None:
    """Refuse a folder whose own tournaments the copy would replace."""
    if hall.store.standing() is None and hall.store.tournaments():
        raise InputError(
            Message(
                "this folder has tournaments of its own, which a copy would replace:"
                " choose another one with --data"
            )
        )


def join(hall: Hall, url: str, code: str, *, fingerprint: str = "") -> None:
    """Follow the server at an address from now on."""
    demand_room(hall)
    address = url.rstrip("/")
    about = {**asdict(hall.itself()), **handshake(), "code": code, "leader_address": address}
    try:
        answer = Caller(address=address, fingerprint=fingerprint).post(
            "/follow/pair", about, timeout=_TIMEOUT
        )
    except Unreachable as error:
        raise InputError(
            Message("%(address)s does not answer (%(reason)s)", address=address, reason=str(error))
        ) from error
    if "token" not in (answer.data or {}):
        raise InputError(literal(str((answer.data or {}).get("why", answer.status))))
    leader = LeaderRecord(
        epoch=answer.data["record"]["epoch"],
        server=answer.data["server"],
        name=answer.data["name"],
        since=answer.data["record"]["since"],
        address=address,
    )
    hall.follow(leader, token=answer.data["token"], fingerprint=fingerprint)
