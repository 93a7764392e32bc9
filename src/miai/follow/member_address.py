"""The addresses of servers of a hall: they come from other machines and go into headers and links."""

import re
from urllib.parse import urlsplit

from miai.errors import InputError
from miai.messages import Message

_LONGEST = 200
# A name or a number of a machine, or an IPv6 address in brackets.
_HOST = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\]")
_BELOW = re.compile(r"(?:/[A-Za-z0-9._~-]+)*")


def checked_address(address: str) -> str:
    """The address if it is one: http or https, a host, perhaps a port and a path; none at all is possible."""
    text = address.rstrip("/")
    if text and (len(text) > _LONGEST or not _is_address(text)):
        raise InputError(
            Message(
                "'%(address)s' is not an address such as http://192.168.1.10:8000", address=text[:_LONGEST]
            )
        )
    return text


def origin_of(address: str) -> str:
    """The scheme, host and port of an address; empty for anything that is not an address."""
    text = address.rstrip("/")
    if not text or not _is_address(text):
        return ""
    parts = urlsplit(text)
    return f"{parts.scheme}://{parts.netloc}"


def _is_address(text: str) -> bool:
    scheme, _, rest = text.partition("://")
    netloc, slash, path = rest.partition("/")
    host, port = _host_and_port(netloc)
    return (
        scheme in ("http", "https")
        and _HOST.fullmatch(host) is not None
        and (not port or (port.isascii() and port.isdigit() and len(port) <= 5 and 0 < int(port) <= 65535))
        and _BELOW.fullmatch(slash + path) is not None
    )


def _host_and_port(netloc: str) -> tuple[str, str]:
    """The two parts; a colon without a port after it is not an address."""
    if netloc.startswith("["):
        host, bracket, rest = netloc.partition("]")
        colon, port = rest[:1], rest[1:]
        return (host + bracket, port or "0") if colon == ":" else (host + bracket + rest, "")
    host, colon, port = netloc.partition(":")
    return host, (port or "0") if colon else ""
