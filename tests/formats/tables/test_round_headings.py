"""Headings about rounds are read as played, as missed, or as a question; none is inverted."""

import pytest

from miai.domain.settings.event_settings import Settings
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.features.players.paste_players import PastedPlayers, read_paste
from miai.features.players.pasted_rounds import require_answers
from miai.formats.tables.column_headings import PlayerColumn
from miai.formats.tables.round_headings import RoundMeaning, meaning_of_heading

EVENT = Tournament(settings=Settings(rounds=5))

MISSED = """
Rounds you cannot play | Rounds missed | Which rounds will you miss? | Not playing in rounds | Bye rounds
Rounds you can't attend | In which rounds are you absent? | Rounds you want to skip | Rounds without a game
Rondes non jouées | Rondes manquées | Rondes que vous ne jouerez pas | Absent aux rondes | Rondes sans partie
Quelles rondes ne jouez-vous pas ? | Je ne peux pas jouer les rondes | Forfait pour les rondes
In welchen Runden fehlst du? | Nicht gespielte Runden | Fehlende Runden | Abwesend in Runde
Setzt aus in Runde | In welchen Runden spielst du nicht mit?
Ich kann in diesen Runden nicht | Runden ohne Spiel
"""
MORE_MISSED = """
Do you miss any rounds? | Spielt nicht in Runde | Rounds not played | Absent from rounds | I sit out rounds
Rounds you will not be here | Unavailable in rounds | All rounds except | Absences | Byes | Does not play
Pas à la ronde | Rondes où vous ne pouvez pas jouer | Indisponible pour les rondes | Rondes sautées
À quelles rondes n'assisterez-vous pas ? | Absence (rondes)
An welchen Runden nimmst du nicht teil? | Verpasste Runden | Keine Teilnahme in Runde | Spielfrei in Runde
Verhindert in Runde | In Runden nicht anwesend | Alle Runden außer | Fehlrunden
Please list any rounds you'll be missing | Rounds I won't be able to play
Which round(s) can you not attend? | Rounds to sit out | Bye requested in round(s)
Half-point bye rounds | Requested byes | Round(s) absent
Are there rounds in which you don't want to play? | I will not be present in rounds | Missing rounds
Not available for rounds | Late? Missed rounds | Which rounds are you going to skip | No game in rounds
Rounds for which you are unavailable | Days/rounds absent | Je serai absent·e aux rondes
Rondes d'absence | Ronde(s) manquée(s) | Rondes auxquelles je ne participe pas | Ne joue pas les rondes
Ne jouera pas la ronde | Absences (n° des rondes) | Rondes libres (bye)
Je ne pourrai pas être présent aux rondes | Exempt pour la ronde
Ne participera pas aux rondes suivantes | Souhaitez-vous sauter des rondes ?
Pas disponible pour les rondes | N'est pas présent à la ronde | Rondes où je suis absente | Sans ronde
Welche Runden kannst du nicht spielen? | Runden, die ich verpasse | Fehlt in Runde | Fehlt Runde(n)
Nichtteilnahme an Runde | Aussetzen in Runde | Setze aus in Runden | Runden aussetzen
Nicht anwesend in den Runden | Ich bin nicht da in Runde | Ausgelassene Runden | Pausiert in Runde
Kann Runden nicht spielen | Verhindert (Runden) | In diesen Runden spiele ich nicht | Freilos in Runde
Nicht dabei in Runde | Versäumte Runden | Ohne Runde
"""
PLAYED = """
Rounds played | Rounds you play | Present in rounds | Which rounds will you play? | Participating
Plays in round | Rounds you can attend | Available rounds | Which rounds do you take part (participate) in?
Rondes jouées | Présent aux rondes | Quelles rondes jouez-vous ? | Participation aux rondes
Vous ne jouez que les rondes | Disponible pour les rondes | Rondes auxquelles vous participez
Anwesend | Gespielte Runden | In welchen Runden spielst du? | Spielt mit in Runde | Teilnahme an Runden
An welchen Runden nimmst du teil? | Runden, in denen ich dabei bin
Which rounds will you be playing? | Rounds attending | Rounds you want to play | Rounds present
I will play in rounds | Participation in rounds | Playing rounds | Attending which rounds?
Rounds you'll take part in | Rounds I can play | All rounds? (rounds you play) | Joue les rondes
Rondes auxquelles je participe | Je jouerai les rondes | Présence aux rondes | Participe aux rondes
Je suis disponible pour les rondes | Rondes où je suis présent | Spielt Runde(n) | Ich spiele in Runde
Ich spiele die Runden | Teilnahme Runden | Anwesend in Runde | Gespielte Runden
Runden, an denen ich teilnehme | Nimmt teil an Runde | Mitspielen in Runden
Runden, die ich spielen kann
"""
OPEN = """
Rounds | Which rounds? | Rondes | Quelles rondes ? | Runden | Welche Runden? | In welchen Runden?
Rounds (if not all) | Runden (falls nicht alle) | Rondes (si pas toutes) | Rounds played or missed
Rondes jouées / manquées | Playing all rounds? If not, list which ones | Spielst du nicht alle Runden? Welche?
Rounds (1 = plays, 0 = does not play) | Rounds you are not sure about | Joue les rondes (oui/non)
Rounds you play (leave empty if you miss none) | Rounds you do not miss | Freie Runden
Your rounds | Rounds? | Rounds: which ones? | Choix des rondes | Rondes (numéros) | Rundenwahl
Runden (Nummern) | Rounds yes/no | Nur bestimmte Runden? | Rounds if not all five | Only some rounds?
Spielst du alle Runden oder fehlst du? | If you are not playing all rounds, tell us which
Rounds you play, or do not play
"""
OTHER = """
First round | Ab welcher Runde? | Dernière ronde | Games played | Nombre de parties | Points round 1 | Joueur
Background | Spieler | Rank | Are you absent on the Saturday of the event?
"""


def headings(table: str) -> list[str]:
    return [each.strip() for line in table.strip().splitlines() for each in line.split("|")]


def missed_of(paste: PastedPlayers) -> list[set[int]]:
    return [set(row.player.absent_rounds) for row in paste.rows if row.player]


def test_there_are_25_headings_that_mean_missed_and_more_of_every_kind() -> None:
    assert len(headings(MISSED)) == 25
    assert len([*headings(MORE_MISSED), *headings(PLAYED), *headings(OPEN)]) >= 150


@pytest.mark.parametrize(
    ("heading", "meaning"),
    [
        *((each, RoundMeaning.MISSED) for each in (*headings(MISSED), *headings(MORE_MISSED))),
        *((each, RoundMeaning.PLAYED) for each in headings(PLAYED)),
        *((each, RoundMeaning.OPEN) for each in headings(OPEN)),
        *((each, None) for each in headings(OTHER)),
    ],
)
def test_topic_and_negation_of_a_heading_are_recognised_apart(
    heading: str, meaning: RoundMeaning | None
) -> None:
    assert meaning_of_heading(heading) is meaning
    if meaning is None:
        return
    paste = read_paste(EVENT, f"Name;Grade;{heading}\nMaes Hanne;5k;2, 3\nKask Jef;4k;")
    missed = {
        RoundMeaning.MISSED: {2, 3}, RoundMeaning.PLAYED: {1, 4, 5}, RoundMeaning.OPEN: set(),
    }  # fmt: skip
    assert missed_of(paste) == [missed[meaning], set()]
    assert [each.example for each in paste.questions] == ["2, 3"] * (meaning is RoundMeaning.OPEN)


@pytest.mark.parametrize(
    "text", ["Name;Grade;Rounds\nMaes Hanne;5k;1-3", "Maes Hanne;5k;1-3\nKask Jef;4k;1-2"]
)
def test_nothing_is_assumed_until_a_person_has_answered(text: str) -> None:
    paste = read_paste(EVENT, text)
    with pytest.raises(InputError, match="does not show if “1-3” are rounds played or missed"):
        require_answers(paste.questions)
    for column, missed in (
        (PlayerColumn.ROUNDS, {4, 5}), (PlayerColumn.MISSED_ROUNDS, {1, 2, 3}), (PlayerColumn.IGNORED, set()),
    ):  # fmt: skip
        answered = read_paste(EVENT, text, columns={2: column})
        assert answered.questions == ()
        assert answered.rows[0].player is not None
        assert answered.rows[0].player.absent_rounds == missed


def test_an_empty_column_asks_nothing() -> None:
    assert read_paste(EVENT, "Name;Grade;Rounds\nMaes Hanne;5k;\nKask Jef;4k;").questions == ()


def test_a_number_of_rounds_is_no_round() -> None:
    text = "Name;Grade;How many rounds will you play?\nMaes Hanne;5k;3\nKask Jef;4k;5"
    maes, kask = read_paste(EVENT, text).rows
    assert maes.player is not None
    assert maes.player.absent_rounds == set()
    assert [str(each) for each in maes.warnings] == ["'3' does not say which rounds"]
    assert kask.warnings == ()


def test_a_column_for_each_round_may_mean_missed() -> None:
    text = "Name;Grade;Absent in round 1;Round 3: absent\nMaes Hanne;5k;x;\nKask Jef;4k;no;yes"
    assert missed_of(read_paste(EVENT, text)) == [{1}, {3}]
    text = "Name;Grade;Plays round 1;Plays round 2\nMaes Hanne;5k;x;"
    assert missed_of(read_paste(EVENT, text)) == [{2}]
