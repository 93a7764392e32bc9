"""Certificates for https: given as files, or made for a hall and kept in the data folder."""

import ssl
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from miai.errors import InputError, Problem
from miai.messages import Message
from miai.store.folder import made_folder

_BEGIN, _END = "-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----"


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """A certificate and its key; browsers do not know one that is `self_signed` and show its fingerprint."""

    certificate: Path
    key: Path
    self_signed: bool = False

    @property
    def fingerprint(self) -> str:
        """The SHA-256 fingerprint, as browsers show it: "3F:A1:…"."""
        # The first certificate of a file is the server's own; those of the authorities follow.
        body = self.certificate.read_text().partition(_BEGIN)[2].partition(_END)[0]
        digest = sha256(ssl.PEM_cert_to_DER_cert(f"{_BEGIN}{body}{_END}")).hexdigest().upper()
        return ":".join(digest[at : at + 2] for at in range(0, len(digest), 2))


def given_certificate(certificate: Path, key: Path) -> Certificate:
    """A certificate from files, checked before the server starts."""
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key, password=lambda: "")
    except OSError as error:
        reason = error.reason if isinstance(error, ssl.SSLError) else error.strerror
        what = Message("this is not a certificate with its key (%(reason)s)", reason=reason or str(error))
        raise InputError([Problem(what=what, where=f"{certificate.name}, {key.name}")]) from error
    return Certificate(certificate=certificate, key=key)


def self_signed_certificate(folder: Path, hosts: tuple[str, ...]) -> Certificate:
    """The certificate of the data folder, made now if there is none for these hosts, or if it ends soon."""
    try:
        from miai.server.self_signed import is_usable, make  # noqa: PLC0415 - it needs an extra
    except ImportError:
        raise InputError(
            Message("to make a certificate Miai needs one more package: pip install 'miai[tls]'")
        ) from None

    made_folder(folder)
    found = Certificate(certificate=folder / "tls.crt", key=folder / "tls.key", self_signed=True)
    if not is_usable(found.certificate, found.key, hosts):
        make(found.certificate, found.key, hosts)
    return found
