"""Who is signed in: kept in the store, so that it outlives a restart and can be ended from elsewhere."""

import secrets
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from miai.domain.people.names import name_words
from miai.errors import InputError
from miai.features.accounts.accounts import folded_name, plain_name
from miai.messages import Message
from miai.server.accounts import AccountRegister
from miai.server.roles import Role, is_role_name
from miai.server.sessions import LASTS
from miai.server.signing import Signer
from miai.store.protocol import SignIn, SignIns

# How long a sign-in is remembered without asking the store, which another process may have changed.
_REMEMBERED = 3.0
_DEVICES = ("iPhone", "iPad", "Android", "Windows", "Mac OS", "CrOS", "Linux")


class SignInRegister:
    """The sign-ins that count; `password_hashes` gives the present hashes by role."""

    def __init__(
        self,
        stored: SignIns,
        signer: Signer,
        password_hashes: Callable[[], dict[Role, str]],
        accounts: AccountRegister,
    ) -> None:
        self._stored, self._signer, self._password_hashes = stored, signer, password_hashes
        self._accounts = accounts
        self._remembered: dict[str, tuple[SignIn | None, float]] = {}
        self._seen: dict[str, str] = {}
        # A request that is being answered may have read a sign-in before it ended.
        self._ended: set[str] = set()

    def find(self, id: str) -> SignIn | None:  # noqa: A002 - its name
        """The sign-in of a browser, if it still counts."""
        found, until = self._remembered.get(id, (None, 0.0))
        if time.monotonic() > until:
            # If the disk fails the sign-in stays as it was, and the page shows what is wrong.
            with suppress(InputError):
                found = self._stored.get(id)
            self._remembered[id] = (found, time.monotonic() + _REMEMBERED)
        if found is None or id in self._ended or not self._counts(found):
            return None
        self._seen[id] = _now()
        return found

    def present(self) -> tuple[SignIn, ...]:
        """All sign-ins that count, the latest first."""
        return tuple(each for each in self._stored.all() if self._counts(each))

    def last_seen(self, id: str) -> str:  # noqa: A002
        """When the browser last asked for something, as far as this process knows."""
        return self._seen.get(id, "")

    def begin(self, role: Role, name: str, *, address: str, device: str, account: str = "") -> SignIn:
        """Sign somebody in under a new id, with a role's password or with an account."""
        new = SignIn(
            id=secrets.token_urlsafe(12),
            role=role.name,
            name=name,
            address=address,
            device=device,
            signed_in_at=_now(),
            proof="",
            account=account,
        )
        sign_in = replace(new, proof=self._proof(new))
        self._stored.add(sign_in)
        return sign_in

    def end(self, ids: Collection[str]) -> None:
        """End some sign-ins; their cookies are worth nothing from now on, copies included."""
        self._stored.end(ids, at=_now())
        self._ended.update(ids)

    def password_changed(self, role: Role, *, keep: str) -> None:
        """End the sign-ins of a role whose password was changed, but for the one of who changed it."""
        present = (each for each in self._stored.all() if each.ended_at is None and not each.account)
        self._end_but([each for each in present if each.role == role.name], keep)

    def account_changed(self, account_id: str, *, keep: str = "") -> None:
        """End the sign-ins of an account after a new password or because it is disabled, but for one."""
        present = (each for each in self._stored.all() if each.ended_at is None)
        self._end_but([each for each in present if each.account == account_id], keep)

    def _end_but(self, ending: Collection[SignIn], keep: str) -> None:
        self.end([each.id for each in ending if each.id != keep])
        for each in ending:
            if each.id == keep:
                self._stored.renew(keep, proof=self._proof(each))
                self._remembered.pop(keep, None)

    def usable_name(self, typed: str, role: Role) -> str:
        """The name under which somebody may sign in.

        Names stand in the history, so nobody may take the name of a role, or of somebody with another role.
        """
        name = plain_name(typed)
        if not name_words(name):
            raise InputError(Message("Type your name: it is shown next to what you enter"))
        if is_role_name(name, but=role):
            raise InputError(Message("“%(name)s” is not the name of a person: type your own name", name=name))
        if self._accounts.is_taken(name) or any(
            folded_name(other.name) == folded_name(name)
            for other in self._stored.all()
            if self._bars(other, role)
        ):
            raise InputError(
                Message("somebody with another role is called “%(name)s”: type another name", name=name)
            )
        return name

    def _bars(self, other: SignIn, role: Role) -> bool:
        """Whether the name of a sign-in is kept from a role, because it is, or was, that of a higher one."""
        if other.role == role.name:
            return False
        above = [each.name for each in Role if each > role]
        return self._counts(other) or (other.role in above and not _is_old(other))

    def _counts(self, sign_in: SignIn) -> bool:
        """Whether a sign-in has not ended, by itself, by a new password, or because its row is damaged."""
        return sign_in.ended_at is None and sign_in.proof == self._proof(sign_in) and not _is_old(sign_in)

    def _proof(self, sign_in: SignIn) -> str:
        parts = (
            sign_in.id,
            sign_in.role,
            sign_in.name,
            sign_in.address,
            sign_in.device,
            sign_in.signed_in_at,
        )
        if sign_in.account:
            account = self._accounts.find(sign_in.account)
            known = account.password_hash if account else secrets.token_hex(8)
            return self._signer.proof("sign-in of an account", known, sign_in.account, *parts)
        hashes = {role.name: password_hash for role, password_hash in self._password_hashes().items()}
        return self._signer.proof("sign-in", hashes.get(sign_in.role, secrets.token_hex(8)), *parts)


def device_of(agent: str) -> str:
    """The kind of machine that a browser says it runs on; empty for an unknown one."""
    return next((each for each in _DEVICES if each in agent), "")


def _is_old(sign_in: SignIn) -> bool:
    try:
        began = datetime.fromisoformat(sign_in.signed_in_at)
    except ValueError:
        return True
    return began + timedelta(seconds=LASTS) < datetime.now(UTC)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
