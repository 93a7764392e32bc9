"""Serving https: with a certificate that is given, or with one that Miai makes for the hall."""

import ssl
import stat
from hashlib import sha256
from pathlib import Path

import httpx
import pytest

from kit.command import Run
from kit.riverside import open_riverside
from kit.running_site import running
from miai.errors import InputError
from miai.server.tls import given_certificate, self_signed_certificate

HOSTS = ("localhost", "127.0.0.1", "192.168.1.7")


def test_a_hall_is_served_by_https_with_the_certificate_that_was_made_for_it(tmp_path: Path) -> None:
    made = self_signed_certificate(tmp_path, HOSTS)
    known = ssl.create_default_context(cafile=made.certificate)
    with running(tmp_path, tls=made) as site:
        answer = httpx.get(f"{site.url}/new", verify=known)
        der = ssl.PEM_cert_to_DER_cert(
            ssl.get_server_certificate(("127.0.0.1", int(site.url.rpartition(":")[2])))
        )
    assert answer.status_code == 200
    assert "Secure" in answer.headers["set-cookie"]
    assert made.fingerprint.replace(":", "").lower() == sha256(der).hexdigest()


def test_the_key_is_for_its_owner_only_and_the_certificate_stays_while_it_can(tmp_path: Path) -> None:
    made = self_signed_certificate(tmp_path, HOSTS)
    fingerprint = made.fingerprint
    assert stat.S_IMODE(made.key.stat().st_mode) == 0o600
    assert self_signed_certificate(tmp_path, HOSTS[:2]).fingerprint == fingerprint
    assert self_signed_certificate(tmp_path, (*HOSTS, "10.0.0.5")).fingerprint != fingerprint


def test_the_fingerprint_stands_where_the_address_does(tmp_path: Path) -> None:
    made = self_signed_certificate(tmp_path, HOSTS)
    with running(tmp_path, tls=made, host="192.168.1.5", trust_this_machine=True) as site:
        known = ssl.create_default_context(cafile=made.certificate)
        with httpx.Client(base_url=site.url, verify=known) as browser:
            demo = open_riverside(site.desk)
            for page in ("publish", "links", "print/poster"):
                text = browser.get(f"/t/{demo}/{page}").text
                assert made.fingerprint[:23] in text, page
                assert "http://" not in text.replace("http://www.w3.org", ""), page


def test_a_file_that_is_no_certificate_is_named(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.pem"
    wrong.write_text("nothing")
    made = self_signed_certificate(tmp_path, HOSTS)
    assert given_certificate(made.certificate, made.key).fingerprint == made.fingerprint
    for certificate, key in ((wrong, made.key), (made.certificate, wrong), (tmp_path / "none.pem", made.key)):
        with pytest.raises(InputError, match=r"is not a certificate with its key"):
            given_certificate(certificate, key)


@pytest.mark.parametrize("options", [("--tls-cert", "a.pem"), ("--tls-key", "a.pem", "--tls-self-signed")])
def test_half_of_what_https_needs_is_refused(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    options: tuple[str, ...],
) -> None:
    monkeypatch.delenv("MIAI_PASSWORD", raising=False)
    status, _, said = Run(capsys, monkeypatch)("serve", "--data", tmp_path, "--port", "0", *options)
    assert status == 2
    assert "both --tls-cert and --tls-key" in said
