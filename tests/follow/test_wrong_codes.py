"""A wrong code keeps nobody out, and waits longer each time."""

from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from kit.second_laptop import laptop
from miai.errors import InputError
from miai.follow.hall import Hall, Member
from miai.follow.worker import handshake
from miai.follow.wrong_codes import WrongCodeError, WrongCodes
from miai.store.database import open_store

MACHINE = Member(id="m", name="Second", address="http://192.168.1.11:8000")


def test_after_any_number_of_wrong_codes_the_right_one_is_accepted(tmp_path: Path) -> None:
    hall = Hall(open_store(tmp_path))
    code = hall.new_code()
    for _ in range(500):
        with pytest.raises(WrongCodeError, match="not the code"):
            hall.pair("ABCD-EFGH", MACHINE, own_address="http://192.168.1.10:8000")
    assert hall.pair(code, MACHINE, own_address="http://192.168.1.10:8000")
    with pytest.raises(InputError, match="no code to pair with"):
        hall.pair(code, MACHINE, own_address="http://192.168.1.10:8000")
    hall.store.close()


def test_wrong_codes_of_one_address_wait_longer_and_others_do_not() -> None:
    wrong = WrongCodes()
    assert [wrong.pause("192.168.1.66") for _ in range(11)] == [0, 0, 0, 0, 0, 1, 2, 4, 8, 8, 8]
    assert wrong.pause("192.168.1.11") == 0
    wrong.forget()
    assert wrong.pause("192.168.1.66") == 0


def test_wrong_codes_of_very_many_addresses_wait_too() -> None:
    wrong = WrongCodes()
    pauses = [wrong.pause(f"10.0.{number // 200}.{number % 200}") for number in range(150)]
    assert (pauses[99], pauses[100]) == (0, 1)


def test_a_network_of_ipv6_is_one_address() -> None:
    wrong = WrongCodes()
    assert [wrong.pause(f"2001:db8::{number:x}") for number in range(1, 8)][-2:] == [1, 2]


@pytest.mark.parametrize("place", ["member", "leader"])
def test_an_address_that_is_none_is_refused_before_anything_is_kept(tmp_path: Path, place: str) -> None:
    bad = "http://x; script-src *"
    with ExitStack() as stack:
        leader = stack.enter_context(laptop(tmp_path / "hall", "Hall"))
        code = leader.hall.new_code()
        own = leader.hall.address
        about = {
            "id": "m",
            "name": "Second",
            "address": "",
            **handshake(),
            "code": code,
            "leader_address": leader.url,
        }
        about["address" if place == "member" else "leader_address"] = bad
        answer = httpx.post(f"{leader.url}/follow/pair", json=about, timeout=60)
        assert answer.status_code >= 400
        assert "is not an address" in answer.text
        assert leader.hall.members() == ()
        assert leader.hall.address == own
