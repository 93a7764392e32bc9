"""Values that are worked out in the background: once, the newest of a subject, and a failure only once."""

from functools import partial
from threading import Event

import pytest

from miai.server.background_values import Prepared, PreparedValues


def test_many_who_ask_get_one_value_that_is_computed_once() -> None:
    values, begun, go_on = PreparedValues(), Event(), Event()
    computed = []

    def compute() -> str:
        begun.set()
        go_on.wait(10)
        computed.append(1)
        return "answer"

    assert values.find("subject", 1, compute) is None
    begun.wait(10)
    assert [values.find("subject", 1, compute) for _ in range(50)] == [None] * 50
    go_on.set()
    values.wait()
    assert values.find("subject", 1, compute) == Prepared(value="answer", current=True)
    assert computed == [1]


def test_the_last_value_is_there_while_a_newer_one_is_computed_and_those_between_are_skipped() -> None:
    values, begun, go_on = PreparedValues(), Event(), Event()
    computed = []

    def slow() -> int:
        begun.set()
        go_on.wait(10)
        return 2

    def compute(number: int) -> int:
        computed.append(number)
        return number

    values.find("subject", 1, lambda: compute(1))
    values.wait()
    assert values.find("subject", 2, slow) == Prepared(value=1, current=False)
    begun.wait(10)
    for number in (3, 4, 5):
        values.find("subject", number, partial(compute, number))
    go_on.set()
    values.wait()
    assert computed == [1, 5]
    assert values.find("subject", 5, slow) == Prepared(value=5, current=True)


def test_what_fails_is_not_tried_again_and_does_not_stop_others(caplog: pytest.LogCaptureFixture) -> None:
    values = PreparedValues()
    tried = []

    def fail() -> None:
        tried.append(1)
        raise ValueError("a fault")

    values.find("bad", 1, fail)
    values.find("good", 1, lambda: "there")
    values.wait()
    assert values.find("bad", 1, fail) == Prepared(value=None, current=True)
    assert values.find("good", 1, lambda: "") == Prepared(value="there", current=True)
    assert tried == [1]
    assert "a fault" in caplog.text
