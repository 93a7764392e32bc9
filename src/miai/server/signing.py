"""Signs data that others keep for the server: cookies, and what two servers of one hall tell each other."""

import base64
import hmac
import json
import secrets
from typing import Any

from miai.store.protocol import Store

_SECRET = "secret of the cookies"  # noqa: S105 - the name of the value, not the value


class Signer:
    """Signs the data that browsers keep for us, so that they cannot change it."""

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()

    def proof(self, *parts: str) -> str:
        """A short signature of some parts."""
        proof = hmac.digest(self._secret, "\0".join(parts).encode(), "sha256")
        return base64.urlsafe_b64encode(proof).decode().rstrip("=")

    def is_proof(self, mark: str, *parts: str) -> bool:
        """True if a mark is our signature of some parts."""
        return hmac.compare_digest(mark.encode(), self.proof(*parts).encode())

    def write(self, purpose: str, data: Any) -> str:
        """Data as signed text."""
        text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
        word = base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")
        return f"{word}.{self.proof(purpose, word)}"

    def read(self, purpose: str, signed: str | None) -> Any:
        """The data of a signed text; None for anything that we did not sign for that purpose."""
        word, _, mark = (signed or "").partition(".")
        if not word or not self.is_proof(mark, purpose, word):
            return None
        return json.loads(base64.urlsafe_b64decode(word + "=" * (-len(word) % 4)))


def server_signer(store: Store) -> Signer:
    """The signer of a server; a second laptop gets the same secret with its copy."""
    return Signer(store.value(_SECRET) or store.first_value(_SECRET, secrets.token_urlsafe(32)))
