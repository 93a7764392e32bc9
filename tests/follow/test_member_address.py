"""Addresses of servers of a hall, as other machines send them."""

import pytest

from miai.errors import InputError
from miai.follow.hall import Member
from miai.follow.member_address import checked_address, origin_of
from miai.server.second_laptop import content_policy

GOOD = {
    "http://192.168.1.10:8000": "http://192.168.1.10:8000",
    "https://go.example.org": "https://go.example.org",
    "https://go.example.org/hall-2/": "https://go.example.org",
    "http://my_laptop.local:80": "http://my_laptop.local:80",
    "http://[fe80::1]:8000": "http://[fe80::1]:8000",
    "http://[fe80::1]": "http://[fe80::1]",
    "": "",
}
BAD = (
    "192.168.1.10:8000",
    "ftp://x",
    "javascript:alert(1)",
    "http://",
    "http://x y",
    "http://x;script-src",
    "http://x/;script-src *",
    "http://x, http://y",
    "http://user@x",
    "http://user:word@x",
    "http://x:",
    "http://x:0",
    "http://x:70000",
    "http://x:٨",
    "http://x\r\nSet-Cookie: a=b",
    "http://x?y",
    "http://x#y",
    "http://*",
    "http://[::1",
    "http://[::1]x",
    "http://-x",
    "http://" + "x" * 200,
)


@pytest.mark.parametrize("address", GOOD)
def test_an_address_is_kept_and_its_origin_known(address: str) -> None:
    assert checked_address(address) == address.rstrip("/")
    assert origin_of(address) == GOOD[address]


@pytest.mark.parametrize("address", BAD)
def test_anything_else_is_refused_and_has_no_origin(address: str) -> None:
    with pytest.raises(InputError, match="is not an address such as"):
        checked_address(address)


def test_only_origins_come_into_the_content_policy() -> None:
    """Also of members that an earlier version kept unchecked."""
    known = ("http://a:1/below", "http://x; script-src *", "")
    members = tuple(Member(id=str(at), name="", address=each) for at, each in enumerate(known))

    class State:
        class hall:  # noqa: N801 - stands for an attribute
            @staticmethod
            def presently() -> tuple[tuple[Member, ...], None]:
                return members, None

    found = content_policy(State(), "connect-src 'self'; base-uri 'none'")  # type: ignore[arg-type]
    assert found == "connect-src 'self' http://a:1; base-uri 'none'"
