"""The name, the place and the days of a tournament, wherever somebody types them."""

from collections.abc import Callable
from typing import Any

import pytest

from kit.console import Console
from miai.domain.log import events
from miai.errors import InputError
from miai.features.congress.set_up import create_congress
from miai.features.tournament.change_details import change_details
from miai.features.tournament.create_tournament import copy_tournament, create_tournament

WRONG = [
    ({"begin": "soon"}, "First day: 'soon' is not a day: write it as 2026-12-31"),
    ({"end": "2026-02-30"}, "Last day: '2026-02-30' is not a day: write it as 2026-12-31"),
    ({"begin": "20260430"}, "First day: '20260430' is not a day: write it as 2026-12-31"),
    ({"begin": "0026-04-30"}, "First day: '0026-04-30' is not a day: write it as 2026-12-31"),
    ({"begin": "2026-05-03", "end": "2026-05-01"}, "the last day is before the first day"),
    ({"name": "A" * 201}, "Name: at most 200 characters"),
]


@pytest.mark.parametrize(("wrong", "said"), WRONG)
def test_what_cannot_be_is_refused_at_every_place(wrong: dict[str, Any], said: str) -> None:
    hall = Console()
    known = create_tournament(hall.desk, name="Cup", by="Anneke").id
    about = {"name": "Other", "by": "Anneke", **wrong}
    makers: list[Callable[[], object]] = [
        lambda: create_tournament(hall.desk, **about),
        lambda: create_congress(hall.desk, **about),
        lambda: copy_tournament(hall.desk, known, **about),
        lambda: change_details(hall.desk, known, **about),
    ]
    for make in makers:
        with pytest.raises(InputError) as refused:
            make()
        assert str(refused.value) == said
    assert [each.name for each in hall.store.tournaments()] == ["Cup"]
    assert hall.desk.state(known).version == 1


def test_a_day_is_compared_with_the_one_that_stays() -> None:
    hall = Console()
    known = create_tournament(hall.desk, name="Cup", begin="2026-05-01", end="2026-05-03", by="Anneke").id
    with pytest.raises(InputError, match="the last day is before the first day"):
        change_details(hall.desk, known, begin="2026-05-04", by="Anneke")
    change_details(hall.desk, known, begin="2026-05-03", by="Anneke")
    change_details(hall.desk, known, begin="", end="", by="Anneke")
    assert hall.desk.state(known).tournament.begin == ""


def test_what_a_file_brought_stays_until_it_is_changed() -> None:
    hall = Console()
    known = create_tournament(hall.desk, name="Cup", by="Anneke").id
    read = events.DetailsChanged(name="Cup", begin="spring", end="2026-05-01")
    hall.desk.change(known, lambda _: [read], by="a file")
    change_details(hall.desk, known, name="Spring Cup", by="Anneke")
    change_details(hall.desk, known, end="2026-05-02", by="Anneke")
    event = hall.desk.state(known).tournament
    assert (event.name, event.begin, event.end) == ("Spring Cup", "spring", "2026-05-02")
