"""Names in the letters of federations that know only their own."""

import pytest

from miai.domain.people.transliteration import ascii_text, encodable_text, is_encodable


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("Łukasz Żuraw", "Lukasz Zuraw"),
        ("Sørby", "Sorby"),
        ("Straße", "Strasse"),
        ("İnceer Işık", "Inceer Isik"),
        ("Gökdağ", "Gokdag"),
        ("Mu\u0308ller", "Muller"),
        ("de Ñandú", "de Nandu"),
        ("O’Brien", "O'Brien"),
        ("Иванов Пётр", "Ivanov Petr"),
        ("Щербаков", "Shcherbakov"),
        ("Юлия", "Yuliya"),
        ("Ђорђе", "Djordje"),
        ("Παπαδόπουλος", "Papadopoulos"),
        ("김 민수", "Gim Minsu"),
        ("さとう きょうこ", "Satou Kyouko"),
        ("Plain Name-Two", "Plain Name-Two"),
    ],
)
def test_letters_of_other_alphabets_become_ascii(name: str, plain: str) -> None:
    assert ascii_text(name) == plain
    assert is_encodable(name, "ascii")


def test_only_what_an_encoding_lacks_is_changed() -> None:
    assert encodable_text("Mäkelä Žofia Łukasz", "iso-8859-15") == "Mäkelä Žofia Lukasz"
    assert encodable_text("Mäkelä Łukasz", "utf-8") == "Mäkelä Łukasz"


def test_signs_without_a_sound_of_their_own_are_left_out_and_never_become_question_marks() -> None:
    assert ascii_text("王 Wang") == " Wang"
    assert not is_encodable("王", "ascii")
    assert is_encodable("Соль", "ascii")
    assert ascii_text("Соль") == "Sol"
