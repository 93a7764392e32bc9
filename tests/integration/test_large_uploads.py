"""An upload that is too large is refused when it passes the limit, and the rest of it is not read."""

import socket
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from kit.running_site import running
from miai.server.middleware import LARGEST_BODY

SIZE = 200_000_000
PART = b"x" * 1_000_000


def sent_until_refused(address: str, path: str, *headers: str) -> tuple[int, bytes]:
    """How many bytes the server took of 200 MB, and what it answered."""
    parts = urlsplit(address)
    sent = 0
    with socket.create_connection((parts.hostname, parts.port), timeout=20) as connection:
        chunked = "Transfer-Encoding: chunked" in headers
        lines = (f"POST {path} HTTP/1.1", f"Host: {parts.netloc}", *headers, "", "")
        connection.sendall("\r\n".join(lines).encode())
        try:
            while sent < SIZE:
                connection.sendall(b"%x\r\n%b\r\n" % (len(PART), PART) if chunked else PART)
                sent += len(PART)
        except OSError:
            pass
        answer = b""
        try:
            while data := connection.recv(65_536):
                answer += data
        except OSError:
            pass
    return sent, answer


@pytest.mark.parametrize("length", [f"Content-Length: {SIZE}", "Transfer-Encoding: chunked"])
@pytest.mark.parametrize(
    ("path", "kind"),
    [("/new/file", "multipart/form-data; boundary=b"), ("/api/v1/tournaments", "application/json")],
)
def test_two_hundred_megabytes_are_refused_at_the_limit(
    tmp_path: Path, path: str, kind: str, length: str
) -> None:
    with running(tmp_path) as served:
        sent, answer = sent_until_refused(served.url, path, f"Content-Type: {kind}", length)
    assert sent < LARGEST_BODY + 40_000_000
    assert not answer or answer.split()[1] in (b"413", b"400", b"401", b"403")
