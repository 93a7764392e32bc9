"""Tournaments of MacMahon 3, in both layouts."""

import pytest

from miai.domain.people.player import Registration
from miai.domain.points import POINT
from miai.domain.rounds.game import Result
from miai.domain.settings.scoring_rules import Rulebook, Unplayed
from miai.engine.scoring import standings
from miai.engine.scoring.scores import scores
from miai.errors import InputError
from miai.formats import FORMATS, Reading
from miai.formats.macmahon.read import read

RULES = """
  <NumberOfRounds>3</NumberOfRounds>
  <Name><![CDATA[Herbst & Wind]]></Name>
  <UpperMacMahonBar>true</UpperMacMahonBar><UpperMacMahonBarLevel>3d</UpperMacMahonBarLevel>
  <LowerMacMahonBar>true</LowerMacMahonBar><LowerMacMahonBarLevel>20k</LowerMacMahonBarLevel>
  <HandicapUsed>true</HandicapUsed>
  <HandicapBelow>true</HandicapBelow><HandicapBelowLevel>1d</HandicapBelowLevel>
  <HandicapByLevel>false</HandicapByLevel>
  <HandicapAdjustment>true</HandicapAdjustment><HandicapAdjustmentValue>-2</HandicapAdjustmentValue>
  <HandicapLimit>true</HandicapLimit><HandicapLimitValue>6</HandicapLimitValue>
  <Boardsize>19</Boardsize>"""
PLAYERS = [
    ("1", "Aho", "Leena", "5d", "2500", "01234567", "fi", ""),
    ("2", "Moe", "", "2d", "0", "0", "no", "<NotPlayingInRound>2</NotPlayingInRound>"),
    ("3", "Xi", "Bo", "24k", "0", "0", "", ""),
    ("5", "Poe", "Ed", "1k", "0", "0", "", "<PreliminaryRegistration>true</PreliminaryRegistration>"),
]
CRITERIA = ("Score", "SOS", "SOSOS")


def person(*fields: str) -> str:
    number, surname, first, level, rating, pin, country, more = fields
    return (
        f"<Id>{number}</Id>{more}<GoPlayer><FirstName><![CDATA[{first}]]></FirstName>"
        f"<Surname><![CDATA[{surname}]]></Surname><GoLevel>{level}</GoLevel><Rating>{rating}</Rating>"
        f"<EgdPin>{pin}</EgdPin><Country>{country}</Country></GoPlayer>"
    )


def pairing(white: int, black: int, result: str, board: int, more: str = "") -> str:
    return (
        f"<Pairing><Black>{black}</Black><White>{white}</White><Handicap>0</Handicap>"
        f"<Result>{result}</Result><BoardNumber>{board}</BoardNumber>{more}</Pairing>"
    )


def bye(black: int) -> str:
    return f"<Pairing><PairingWithBye>true</PairingWithBye><Black>{black}</Black></Pairing>"


ROUNDS = [
    pairing(1, 2, "1-0", 1) + pairing(3, 5, "?-?", 2),
    pairing(1, 3, "0-1", 1, "<ResultByReferee>true</ResultByReferee>") + bye(5),
    "",
]


def file(
    *,
    rules: str = RULES,
    criteria: tuple[str, ...] = CRITERIA,
    rounds: list[str] = ROUNDS,
    entrants: str = "",
) -> str:
    """A tournament in MacMahon's own layout."""
    listed = "".join(
        f"<SortCriterionDescriptor><ShortName>{name}</ShortName></SortCriterionDescriptor>"
        for name in criteria
    )
    drawn = "".join(
        f"<TournamentRound><RoundNumber>{number}</RoundNumber>{pairings}</TournamentRound>"
        for number, pairings in enumerate(rounds, start=1)
    )
    people = entrants or "".join(
        f"<IndividualParticipant>{person(*each)}</IndividualParticipant>" for each in PLAYERS
    )
    return f'<Tournament typeversion="9">{rules}<Walllist>{listed}</Walllist>{people}{drawn}</Tournament>'


def other_layout() -> str:
    """The same in the layout that Pairgoth reads."""
    listed = "".join(f"<Criterion><ShortName>{name}</ShortName></Criterion>" for name in CRITERIA)
    people = "".join(f"<Player>{person(*each)}</Player>" for each in PLAYERS)
    drawn = "".join(
        f"<Round><RoundNumber>{number}</RoundNumber>{pairings}</Round>"
        for number, pairings in enumerate(ROUNDS, start=1)
    )
    return (
        f'<!-- old -->\n<TournamentData typeversion="3.9"><Tournament typeversion="3.9">{RULES}</Tournament>'
        f"<Walllist>{listed}</Walllist><Playerlist>{people}</Playerlist><Roundlist>{drawn}</Roundlist>"
        "</TournamentData>"
    )


def reading(text: str) -> Reading:
    return read(text.encode())


def notes(text: str) -> str:
    return "\n".join(str(note) for note in reading(text).notes)


def complaints(text: str) -> str:
    with pytest.raises(InputError) as caught:
        reading(text)
    return "\n".join(str(problem) for problem in caught.value.problems)


def test_a_file_is_read() -> None:
    event = reading(file()).tournament
    settings, scoring, handicap = event.settings, event.settings.scoring, event.settings.handicapping
    assert (event.name, settings.rounds, settings.system) == ("Herbst & Wind", 3, "mcmahon")
    assert settings.criteria == ("mms", "sosm", "sososm")
    assert (str(scoring.bar), str(scoring.floor), str(scoring.zero)) == ("3d", "20k", "20k")
    assert (scoring.rulebook, scoring.unplayed) == (Rulebook.MACMAHON, Unplayed.MACMAHON)
    assert (handicap.correction, handicap.ceiling, str(handicap.none_from)) == (2, 6, "1d")
    aho, moe, xi, poe = event.players
    assert (aho.surname, aho.first_name, aho.rating, aho.egf_pin, aho.country) == (
        "Aho", "Leena", 2500, "01234567", "FI",
    )  # fmt: skip
    assert (moe.first_name, moe.rating, moe.egf_pin) == ("", None, "")
    assert moe.absent_rounds == {2}
    assert str(xi.grade) == "24k"
    assert poe.registration is Registration.PRELIMINARY


def test_black_comes_first_in_a_result() -> None:
    first, second = reading(file()).tournament.rounds
    assert [board.result for board in first.boards] == [Result.BLACK_WINS, Result.UNKNOWN]
    assert [board.result for board in second.boards] == [Result.WHITE_WINS_BY_DEFAULT]
    assert [bye.player for bye in second.byes] == ["p5"]


def test_the_other_layout_is_read_the_same() -> None:
    assert reading(other_layout()).tournament == reading(file()).tournament


def test_scores_follow_macmahon() -> None:
    event = reading(file()).tournament
    table = scores(event, after=2)
    assert [start // POINT for start in table.starts] == [22, 21, 0, 19]
    # A game without a result and a round not played are half a point each, in the score but not in wins.
    assert [points / POINT for points in table.points] == [23, 22.5, 0.5, 20.5]
    assert [wins / POINT for wins in table.wins] == [1, 1, 0, 1]
    rows = {row.player.surname: row.values for row in standings(event, after=2, criteria="all").rows}
    assert rows["Aho"]["sosm"] == 22.5 + 0.5
    # A declared absence adds the start, a bye the own score less one.
    assert rows["Moe"]["sosm"] == 23 + 21
    assert rows["Poe"]["sosm"] == 0.5 + 19.5
    assert rows["Poe"]["sodosm"] == 19.5


def test_who_is_not_paired_adds_the_own_score() -> None:
    event = reading(file(rounds=[pairing(1, 2, "0-1", 1)])).tournament
    rows = {row.player.surname: row.values for row in standings(event, after=1, criteria="all").rows}
    assert (rows["Xi"]["mms"], rows["Xi"]["sosm"], rows["Xi"]["sososm"]) == (0.5, 0.5, 0.5)


def test_a_win_for_both_defeats_nobody() -> None:
    event = reading(file(rounds=[pairing(1, 2, "1-1", 1)])).tournament
    rows = {row.player.surname: row.values for row in standings(event, after=1, criteria="all").rows}
    assert (rows["Aho"]["nbw"], rows["Aho"]["sodosm"]) == (1, 0)


def test_without_a_lower_bar_scores_count_from_35_kyu() -> None:
    event = reading(file(rules=RULES.replace("<LowerMacMahonBar>true", "<LowerMacMahonBar>false"))).tournament
    assert [start // POINT for start in scores(event, after=0).starts] == [37, 36, 11, 34]


def test_a_lower_bar_that_miai_cannot_set_is_made_up_for() -> None:
    event = reading(file(rules=RULES.replace("20k", "30k"))).tournament
    assert [start // POINT for start in scores(event, after=0).starts] == [32, 31, 6, 29]


def test_grades_below_30k_start_by_their_grade() -> None:
    text = file(rules="<NumberOfRounds>3</NumberOfRounds>").replace("24k", "33k")
    event = reading(text).tournament
    assert (str(event.players[2].grade), dict(event.players[2].extras)) == ("33k", {})
    assert scores(event, after=0).starts[2] == 2 * POINT


def test_super_bar_members_and_adjusted_scores() -> None:
    more = "<SuperBarMember>true</SuperBarMember>"
    event = reading(file().replace("<Id>5</Id>", f"<Id>5</Id>{more}")).tournament
    assert scores(event, after=0).starts[3] == 23 * POINT
    more = "<ScoreAdjustment>true</ScoreAdjustment><ScoreAdjustmentValue>-3</ScoreAdjustmentValue>"
    event = reading(file().replace("<Id>5</Id>", f"<Id>5</Id>{more}")).tournament
    assert scores(event, after=0).starts[3] == 16 * POINT


def test_points_first_is_a_swiss() -> None:
    event = reading(file(criteria=("Points", "SOS"))).tournament
    assert (event.settings.system, event.settings.criteria) == ("swiss", ("nbw", "sosm"))


def test_what_miai_does_not_follow_is_noted() -> None:
    assert "criterion 'ScoreX' is not known and is left out" in notes(
        file(criteria=("Score", "ScoreX", "Name"))
    )
    assert "no date, place, komi or time limits" in notes(file())
    strange = RULES + "<HalfScoreGroupsRoundDown>true</HalfScoreGroupsRoundDown>"
    assert "setting HalfScoreGroupsRoundDown is 'true', which Miai does not follow" in notes(
        file(rules=strange)
    )
    joker = file().replace("<Id>3</Id>", "<Id>3</Id><Joker>true</Joker>")
    assert "which Miai does not see to: Xi Bo" in notes(joker)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (("<Result>1-0<", "<Result>2-0<"), "line 11: result '2-0' is not a result"),
        (("<White>1<", "<White>9<"), "line 11: there is no player 9"),
        (("<White>1<", "<White>x<"), "line 11: White 'x' cannot be read"),
        (("<White>1<", "<White>2<"), "round 1, table 1: Moe plays against themselves"),
        (("<GoLevel>5d<", "<GoLevel>10d<"), "'10d' is not a grade"),
        (("<GoLevel>24k<", "<GoLevel>240k<"), "grade '240k' is not a grade"),
        (("<Id>2<", "<Id>1<"), "two players have the id '1'"),
        (("<Id>2<", "<Id><"), "a player has no id"),
        (("<![CDATA[Moe]]>", ""), "a player has no name"),
        (("<RoundNumber>2<", "<RoundNumber>1<"), "round 1 appears twice"),
        (("<NotPlayingInRound>2<", "<NotPlayingInRound>0<"), "0 is not between 1 and 999"),
    ],
)
def test_a_fault_is_told_with_its_place(change: tuple[str, str], complaint: str) -> None:
    assert complaint in complaints(file().replace(*change, 1))


def test_other_xml_is_refused() -> None:
    assert (
        complaints("<Tournament><Players/></Tournament>")
        == "line 1: <Tournament> is not a tournament of MacMahon"
    )


def test_only_macmahon_claims_such_a_file() -> None:
    for text in (file(), other_layout()):
        assert [key for key, form in FORMATS.items() if form.sniff(text)] == ["macmahon"]


def test_miai_does_not_write_such_files() -> None:
    form = FORMATS["macmahon"]
    assert not form.is_written
    with pytest.raises(InputError, match="does not write it: MacMahon tournament"):
        form.write(reading(file()).tournament)
