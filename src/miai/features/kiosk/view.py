"""The kiosk session: a signed cookie of a tablet, which lets it check players in and nothing else.

It holds the code of the address that the director opened; a new code ends all kiosks of before.
"""

import hmac
import secrets

from starlette.exceptions import HTTPException

from miai.server.request_context import Visit
from miai.server.words import gettext as _

_PURPOSE = "kiosk"
_LENGTH = 12


def kiosk_path(visit: Visit) -> str:
    """The address that makes a tablet a kiosk."""
    return f"/kiosk/{visit.id}/open/{_code(visit)}"


def end_kiosks(visit: Visit) -> None:
    """Give the tournament another code."""
    visit.desk.store.set_value(_key(visit), secrets.token_urlsafe(9))


def begin_kiosk(visit: Visit, code: str) -> None:
    """Make this browser a kiosk."""
    visit.keep(_cookie(visit), visit.app_state.signer.write(_PURPOSE, [visit.id, code]))


def demand_kiosk(visit: Visit) -> None:
    """Accept only a browser that is a kiosk of this tournament."""
    held = visit.app_state.signer.read(_PURPOSE, visit.request.state.cookies.get(_cookie(visit)))
    demand_code(visit, held[1] if held and held[0] == visit.id else "")


def demand_code(visit: Visit, code: str) -> None:
    """Refuse an address that is not, or no longer, that of the kiosk."""
    if not hmac.compare_digest(_code(visit).encode(), code.encode()):
        raise HTTPException(
            403,
            _("This device is not a kiosk, or not any more. The director finds its address under Sign-up."),
        )


def _code(visit: Visit) -> str:
    salt = visit.desk.store.value(_key(visit)) or ""
    proof = visit.app_state.signer.proof(_PURPOSE, visit.state.history.identity, salt)
    return "".join(sign for sign in proof if sign.isalnum())[:_LENGTH]


def _key(visit: Visit) -> str:
    return f"kiosk of {visit.state.history.identity}"


def _cookie(visit: Visit) -> str:
    return f"miai_kiosk_{visit.id}"
