"""Makes a certificate that is signed by nobody else, for a hall without a name of its own."""

import os
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

# Some browsers refuse certificates that are valid for much longer than a year.
_VALID_FOR = timedelta(days=397)
_LEFT_AT_LEAST = timedelta(days=30)


def is_usable(certificate: Path, key: Path, hosts: tuple[str, ...]) -> bool:
    """Whether a certificate that was made before is for all these hosts and does not end soon."""
    if not (certificate.exists() and key.exists()):
        return False
    try:
        known = x509.load_pem_x509_certificate(certificate.read_bytes())
        names = known.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (ValueError, x509.ExtensionNotFound):
        return False
    listed = {str(each.value) for each in names}
    return set(hosts) <= listed and known.not_valid_after_utc - _LEFT_AT_LEAST > datetime.now(UTC)


def make(certificate: Path, key: Path, hosts: tuple[str, ...]) -> None:
    """Write a new key, for its owner only, and a certificate for some hosts."""
    private = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Miai")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(private.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + _VALID_FOR)
        .add_extension(x509.SubjectAlternativeName([_named(host) for host in hosts]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(private, hashes.SHA256())
    )
    pem = private.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    key.unlink(missing_ok=True)
    with os.fdopen(os.open(key, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(pem)
    certificate.write_bytes(made.public_bytes(serialization.Encoding.PEM))


def _named(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_address(host))
    except ValueError:
        return x509.DNSName(host)
