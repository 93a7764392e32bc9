"""How long ratings are published: document 3, III.

"If a player has not participated at any considered tournament for some time (this period is set to 2 years
for dan players, 12 months for 1-10 kyu, and 6 months for 11-20 kyu), then the player's rating is no longer
published. However, the rating is kept in the database and is used once the player appears again".
"""

from datetime import date

import pytest

from miai.domain.people.grade import Grade
from miai.domain.people.list_publication import published_until
from miai.domain.people.rating_list_entry import ListedPlayer, ListSource


@pytest.mark.requirement("C22")
@pytest.mark.parametrize(
    ("grade", "last_game", "until"),
    [
        ("1d", "2024-11-15", "2026-11-15"),
        ("7d", "2024-11-15", "2026-11-15"),
        ("3p", "2024-11-15", "2026-11-15"),
        ("1k", "2025-11-15", "2026-11-15"),
        ("10k", "2025-11-15", "2026-11-15"),
        ("11k", "2026-05-15", "2026-11-15"),
        ("20k", "2026-05-15", "2026-11-15"),
        ("30k", "2026-05-15", "2026-11-15"),
        ("2d", "2024-02-29", "2026-02-28"),
        ("15k", "2026-08-31", "2027-02-28"),
    ],
)
def test_a_rating_is_published_for_a_time_by_grade(grade: str, last_game: str, until: str) -> None:
    last, day = date.fromisoformat(last_game), date.fromisoformat(until)
    assert published_until(Grade.parse(grade), last) == day
    listed = ListedPlayer(
        source=ListSource.EGF, surname="Aho", grade=Grade.parse(grade), rating=1000.0, rating_date=last
    )
    assert listed.published_until == day
    assert listed.is_published(day)
    assert not listed.is_published(date.fromordinal(day.toordinal() + 1))


def test_a_line_without_a_last_game_or_of_another_federation_has_no_end() -> None:
    shodan = Grade.parse("1d")
    for listed in (
        ListedPlayer(source=ListSource.EGF, surname="Aho", grade=shodan, rating=2100.0),
        ListedPlayer(
            source=ListSource.AGA, surname="Aho", grade=shodan, rating=1.5, rating_date=date(2001, 1, 1)
        ),
    ):
        assert listed.published_until is None
        assert listed.is_published(date(2026, 11, 15))
    unrated = ListedPlayer(source=ListSource.EGF, surname="Aho", grade=shodan, rating_date=date(2026, 1, 1))
    assert not unrated.is_published(date(2026, 1, 1))
