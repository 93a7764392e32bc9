"""Prizes, their money, and what everybody owes and has paid."""

from dataclasses import replace
from typing import Any

import pytest

from kit.builders import crosstable, with_player
from kit.team_hall import team_hall
from miai.domain.money import Cents
from miai.domain.people.grade import Grade
from miai.domain.people.player import Member, Sex
from miai.domain.rounds.game import Result
from miai.domain.settings.fees import Fees
from miai.domain.settings.prizes import Prize, PrizeKind
from miai.domain.tournament import Tournament
from miai.engine.scoring import standings
from miai.features.fees.answer import FEES
from miai.features.fees.charge_fees import money_file, money_table
from miai.features.prizes.award_prizes import prizes_given

# A has 3 wins, B and C 2, D and E 1, F none.
EVENT = crosstable("A+D B+E C+F|A+B C+D E+F|A+C B+F D+E", criteria=("nbw",))


def with_prizes(*prizes: Prize, event: Tournament = EVENT, **more: Any) -> Tournament:
    return replace(event, settings=replace(event.settings, prizes=prizes, **more))


def winners(event: Tournament) -> list[str]:
    return ["".join(row.player.id for row in each.winners) for each in prizes_given(standings(event))]


def test_prizes_go_by_sex_age_club_rating_and_first_tournament() -> None:
    event = with_player(EVENT, "B", sex=Sex.FEMALE, club="Lund")
    event = with_player(event, "D", sex=Sex.FEMALE, birth_year=2011, rating=1450.0, newcomer=True)
    event = with_player(event, "E", birth_year=1950, rating=1500.0, club="lund")
    prizes = (
        Prize(title="Best woman", sex=Sex.FEMALE),
        Prize(title="Best junior", born_since=2008),
        Prize(title="Best senior", born_until=1960),
        Prize(title="Second of Lund", club="LUND", place=2),
        Prize(title="Under 1500", rating_to=1499.0),
        Prize(title="From 1500", rating_from=1500.0),
        Prize(title="Best newcomer", newcomer=True),
    )
    assert winners(with_prizes(*prizes, event=event, one_prize_each=False)) == [
        "B", "D", "E", "E", "D", "E", "D",
    ]  # fmt: skip


def test_most_wins_are_those_of_the_people_meant() -> None:
    event = with_player(with_player(EVENT, "B", country="FR"), "C", country="FR")
    prizes = (
        Prize(title="Most wins", kind=PrizeKind.MOST_WINS),
        Prize(title="Most wins of France", kind=PrizeKind.MOST_WINS, country="FR"),
        Prize(title="Nobody", kind=PrizeKind.MOST_WINS, country="XX"),
    )
    assert winners(with_prizes(*prizes, event=event)) == ["A", "BC", ""]


def test_with_one_prize_each_the_first_in_the_list_counts() -> None:
    prizes = (Prize(title="Most wins", kind=PrizeKind.MOST_WINS), Prize(title="Place 1"))
    assert winners(with_prizes(*prizes)) == ["A", "BC"]
    assert winners(with_prizes(*prizes, one_prize_each=False)) == ["A", "A"]
    assert winners(with_prizes(*reversed(prizes))) == ["A", "BC"]


def test_those_who_share_a_prize_share_its_money_rounded_down() -> None:
    event = with_prizes(
        Prize(title="Place 1", amount=Cents(10_000)),
        Prize(title="Place 2", place=2, amount=Cents(5_001)),
        Prize(title="Two wins", kind=PrizeKind.WINS, wins=2, amount=Cents(1_000)),
    )
    first, second, wins = prizes_given(standings(event))
    assert (first.share, first.rest, first.paid_out) == (10_000, 0, 10_000)
    assert (second.share, second.rest, second.paid_out) == (2_500, 1, 5_000)
    assert (wins.share, wins.rest, wins.paid_out) == (1_000, 0, 3_000)
    table = money_table(event)
    assert {line.player.id: line.prize for line in table.lines if line.prize} == {
        "A": 11_000,
        "B": 3_500,
        "C": 3_500,
    }
    assert (table.prize, table.rest) == (18_000, 1)


def test_everybody_owes_the_fee_of_the_rules_or_their_own() -> None:
    fees = Fees(currency="EUR", usual=Cents(2_050), for_juniors=Cents(1_000), junior_since=2008)
    event = replace(EVENT, settings=replace(EVENT.settings, fees=fees))
    event = with_player(event, "B", birth_year=2008, paid=Cents(400))
    event = with_player(event, "C", birth_year=2007, paid=Cents(3_000))
    event = with_player(event, "D", fee=Cents(0))
    pair = tuple(Member(surname=name, grade=Grade.parse("1d")) for name in "XY")
    event = with_player(event, "E", members=pair)
    table = money_table(event)
    assert [line.owed for line in table.lines] == [2_050, 1_000, 2_050, 0, 4_100, 2_050]
    assert [line.open for line in table.lines] == [2_050, 600, -950, 0, 4_100, 2_050]
    assert (table.owed, table.paid, table.open) == (11_250, 3_400, 7_850)
    written = money_file(table)
    assert [column.title for column in written.columns][3:] == [
        "Owed (EUR)", "Paid (EUR)", "Open (EUR)", "Prize money (EUR)",
    ]  # fmt: skip
    assert written.rows[2][3:] == ("20.50", "30.00", "-9.50", "0.00")
    assert written.rows[-1] == ("Sum", "", "", "112.50", "34.00", "78.50", "0.00")


@pytest.mark.parametrize(
    ("among", "expected"),
    [("country=FR", [("B", 1, 2), ("C", 1, 2), ("F", 3, 6)]), ("", [("A", 1, 1), ("B", 2, 2)])],
)
def test_standings_of_some_place_them_among_themselves(
    among: str, expected: list[tuple[str, int, int]]
) -> None:
    event = EVENT
    for name in "BCF":
        event = with_player(event, name, country="FR")
    table = standings(event, among=among)
    shown = [(row.player.id, row.place, row.overall) for row in table.rows]
    assert shown[: len(expected)] == expected
    whole = {row.player.id: row for row in standings(event).rows}
    assert all(row.results == whole[row.player.id].results for row in table.rows)
    assert all(row.line == whole[row.player.id].line for row in table.rows)


def test_teams_win_the_money_of_places_and_their_people_the_rest() -> None:
    hall = team_hall("North: Ada, Bo; South: Cy, Di; West: Ed, Fay; East: Gil, Hal", rounds=1)
    for board in hall.draw(1).boards:
        # Each match is two wins for the team that has White on board 1.
        first = board.table % 2 == 1
        hall.result(1, board.table, Result.WHITE_WINS if first else Result.BLACK_WINS)
    prizes = (
        Prize(title="Cup", amount=Cents(10001)),
        Prize(title="Most wins", kind=PrizeKind.MOST_WINS, amount=Cents(800)),
    )
    event = with_prizes(*prizes, event=hall.event, fees=Fees(usual=Cents(500)))
    event = replace(
        event, settings=replace(event.settings, teams=replace(event.settings.teams, criteria=("teamp",)))
    )
    table = money_table(event)
    won = {match.white for match in event.round(1).matches}
    assert {line.team.id: line.prize for line in table.teams} == dict.fromkeys(won, 5000)
    assert sorted(line.prize for line in table.lines) == [0, 0, 0, 0, 200, 200, 200, 200]
    assert (table.owed, table.prize, table.rest) == (4000, 10800, 1)
    assert [row[-1] for row in money_file(table).rows[-3:]] == ["50.00", "50.00", "108.00"]
    assert FEES.json(table)["teams"] == [{"team": line.team.name, "prize": 50} for line in table.teams]
