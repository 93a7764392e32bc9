"""Registrations and rounds of American tournament directors."""

import pytest

from miai.domain.rounds.game import Result
from miai.domain.settings.event_settings import Ruleset
from miai.errors import InputError
from miai.formats import FORMATS
from miai.formats.aga.tde_read import read

REGISTRATION = """## TOURNEY  Harbour Open,  main section
## RULES Ing
## ROUNDS 4
## BAND 6d 1d
## BAND 1k 50k
# a comment
usa0042 Aho, Leena M.   4.25 CLUB=DULU   # 12/31/2026 MN
USA77 van Dyk, Piet CLUB=STPL 3k # 01/15/2027
TMP3 Moe, Kari 2d Drop # pays at the door
CAN5 Xi, Bo 40k

"""
ROUND = """## 2
## RULES AGA
USA42 USA77 w 0 7 # Aho, Leena 4.25 : van Dyk, Piet -3.1
TMP3 CAN5 ? 9 -5
"""


def complaints(text: str) -> list[str]:
    with pytest.raises(InputError) as caught:
        read(text.encode())
    return [str(problem) for problem in caught.value.problems]


def test_a_registration_is_read() -> None:
    event = read(REGISTRATION.encode()).tournament
    assert (event.name, event.settings.rounds) == ("Harbour Open, main section", 4)
    assert event.settings.ruleset is Ruleset.ING
    assert [str(limit) for limit in event.settings.category_limits] == ["1d"]
    assert event.rounds == ()
    assert [(p.surname, p.first_name, str(p.grade), p.aga_rating, p.aga_id) for p in event.players] == [
        ("Aho", "Leena M.", "4d", 4.25, "42"),
        ("van Dyk", "Piet", "3k", None, "77"),
        ("Moe", "Kari", "2d", None, ""),
        ("Xi", "Bo", "40k", None, "5"),
    ]
    aho, dyk, moe, xi = event.players
    assert (aho.club, aho.aga_expiry, aho.state, aho.country) == ("DULU", "12/31/2026", "MN", "US")
    assert (dyk.club, dyk.aga_expiry, dyk.state) == ("STPL", "1/15/2027", "")
    assert dict(moe.extras) == {"tde:comment": "pays at the door", "tde:flags": "Drop", "tde:id": "TMP3"}
    assert xi.country == "CA"


def test_what_miai_does_not_act_on_is_noted() -> None:
    text = REGISTRATION.replace("ROUNDS 4", "HANDICAPS MAX").replace("RULES Ing", "RULES house")
    notes = "\n".join(str(note) for note in read(text.replace("4.25", "4").encode()).notes)
    assert "line 9: Moe Kari is marked 'Drop', which Miai does not act on" in notes
    assert "HANDICAPS 'MAX' is not followed" in notes
    assert "the rules 'house' are not known and are read as AGA" in notes
    assert "line 7: '4' is read as a rating, because it has no letter" in notes
    assert "the bands are read as categories" in notes


def test_a_round_is_read_with_what_it_tells_about_the_players() -> None:
    reading = read(ROUND.encode())
    [drawn] = reading.tournament.rounds
    assert drawn.number == 2
    assert [(b.white, b.black, b.result, b.handicap, b.komi) for b in drawn.boards] == [
        ("p1", "p2", Result.WHITE_WINS, 0, 7),
        ("p3", "p4", Result.UNKNOWN, 9, -5),
    ]
    assert [(p.name, str(p.grade)) for p in reading.tournament.players] == [
        ("Aho Leena", "4d"),
        ("van Dyk Piet", "3k"),
        ("TMP3", "30k"),
        ("CAN5", "30k"),
    ]
    assert [str(note) for note in reading.notes] == [
        "the file of a round has no names for 2 players: the ids stand for them"
    ]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (
            ("Moe, Kari 2d", "Moe, Kari"),
            "line 9: not a player's id, 'Last, First' and grade or rating, nor a game",
        ),
        (
            ("Moe, Kari", "Moe Kari"),
            "line 9: not a player's id, 'Last, First' and grade or rating, nor a game",
        ),
        (("USA77", "USA042"), "line 8: two players have the id 'USA42'"),
        (("2d", "12d"), "line 9: '12d' is not a grade"),
        (("BAND 6d 1d", "BAND 6d"), "line 4: a band needs two grades, such as 2d 1d"),
        (("ROUNDS 4", "ROUNDS four"), "header ROUNDS: 'four' cannot be read"),
    ],
)
def test_a_fault_is_told_with_its_place(change: tuple[str, str], complaint: str) -> None:
    assert complaint in complaints(REGISTRATION.replace(*change, 1))


def test_a_file_without_players_is_refused() -> None:
    assert complaints("## TOURNEY x\n") == ["no player in the file"]


def test_only_this_format_claims_such_files() -> None:
    for text in (REGISTRATION, ROUND):
        assert [key for key, form in FORMATS.items() if form.sniff(text)] == ["tde"]
    assert not FORMATS["tde"].is_written
