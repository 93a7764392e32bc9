"""The requests of the contract: health, players, pairings, standings, presences."""

import json
import urllib.error
import urllib.request
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlsplit

from miai.errors import InputError
from miai.messages import Message, literal

# Seconds in which a site has to answer, and the largest answer that is read.
_TIMEOUT = 15.0
_LARGEST = 8_000_000
_HTML, _JSON = "text/html; charset=UTF-8", "application/json; charset=UTF-8"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubSite:
    """A site by its base address and the secret that both sides know."""

    url: str
    secret: str

    def health(self) -> str:
        """The name that the site gives itself; raises where it does not answer as it should."""
        return str(self._asked("GET", "/health").get("name") or "")

    def players(self, code: str) -> list[dict[str, Any]]:
        """Everybody who is registered for a tournament, as the site describes them."""
        listed = self._asked("GET", f"/players/{quote(code, safe='')}").get("players")
        if not isinstance(listed, list) or not all(isinstance(each, dict) for each in listed):
            raise InputError(Message("the club site answers without a list of players"))
        return listed

    def send_pairings(self, code: str, round_number: int, html: str) -> None:
        """Replace what the site shows of a round."""
        self._asked("POST", f"/pairings/{quote(code, safe='')}/{round_number}", html.encode(), _HTML)

    def send_standings(self, code: str, round_number: int, html: str) -> None:
        """Replace the standings after a round."""
        self._asked("POST", f"/standings/{quote(code, safe='')}/{round_number}", html.encode(), _HTML)

    def send_presence(self, code: str, round_number: int, player: str, *, present: bool) -> None:
        """Tell the site whether one of its players, by its id as JSON, plays in a round; it may refuse."""
        body = json.dumps([{"id": json.loads(player), "present": present}]).encode()
        self._asked("POST", f"/presences/{quote(code, safe='')}/{round_number}", body, _JSON)

    def _asked(self, method: str, path: str, body: bytes | None = None, kind: str = "") -> dict[str, Any]:
        """The answer of the site; where it says that something is wrong, its own words are the reason."""
        headers = {"X-Pairgoth-Secret": self.secret, "Accept": "application/json"}
        if kind:
            headers["Content-Type"] = kind
        request = urllib.request.Request(  # noqa: S310 - only http and https, see `checked_address`
            self.url.rstrip("/") + path, data=body, headers=headers, method=method
        )
        status, text = _exchange(request)
        answer = _as_object(text)
        if 200 <= status < 300 and answer is not None and answer.get("status") is True:
            return answer
        raise InputError(_complaint(status, answer))


def checked_address(typed: str) -> str:
    """The base address of a site as it is typed."""
    url = typed.strip().rstrip("/")
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise InputError(
            Message("'%(text)s' is not the address of a club site: it begins with https://", text=typed[:80])
        )
    return url


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """The secret must not follow a redirect to another site."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        """Take the redirect for the answer."""


def _exchange(request: urllib.request.Request) -> tuple[int, bytes]:
    opener = urllib.request.build_opener(_NoRedirects)
    try:
        with opener.open(request, timeout=_TIMEOUT) as answer:
            return answer.status, answer.read(_LARGEST)
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read(_LARGEST)
    except (OSError, ValueError) as error:
        reason = getattr(error, "reason", error)
        raise InputError(
            Message("the club site cannot be reached: %(reason)s", reason=literal(str(reason) or "no answer"))
        ) from error


def _as_object(text: bytes) -> dict[str, Any] | None:
    try:
        answer = json.loads(text)
    except ValueError:
        return None
    return answer if isinstance(answer, dict) else None


def _complaint(status: int, answer: dict[str, Any] | None) -> Message:
    said = (answer or {}).get("message")
    if isinstance(said, str) and said:
        return Message("the club site says: %(said)s", said=literal(said[:300]))
    match status:
        case 401 | 403:
            return Message("the club site refuses the secret")
        case 404:
            return Message("the club site does not know this tournament: compare its short name")
    return Message("the club site answers with status %(status)s and gives no reason", status=status)
