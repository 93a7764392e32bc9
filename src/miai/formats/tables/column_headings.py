"""What the columns of a table of players can hold, and the headings by which they are recognised."""

import re
from enum import Enum

from miai.domain.people.names import plain_name
from miai.formats.tables.round_headings import RoundMeaning, meaning_of_heading, round_of_heading
from miai.messages import Message, mark


class PlayerColumn(Enum):
    """What a column holds; the value is its name for people, the key that for scripts and forms."""

    NAME = mark("name, surname first")
    GIVEN_FIRST = mark("name, first name first")
    SURNAME = mark("surname")
    FIRST_NAME = mark("first name")
    GRADE = mark("grade")
    DECLARED_GRADE = mark("declared grade")
    RATING = mark("rating")
    AGA_RATING = mark("AGA rating")
    COUNTRY = mark("country")
    STATE = mark("state")
    CITY = mark("city")
    CLUB = mark("club")
    TEAM = mark("team")
    EGF_PIN = mark("EGF PIN")
    AGA_ID = mark("AGA id")
    FFG_LICENCE = mark("French licence")
    BIRTH_YEAR = mark("year of birth")
    SEX = mark("sex")
    NEWCOMER = mark("first tournament: yes or no")
    ROUNDS = mark("rounds played")
    MISSED_ROUNDS = mark("rounds missed")
    UNCLEAR_ROUNDS = mark("played or missed?")
    ONE_ROUND = mark("one round: plays or not")
    ONE_MISSED = mark("one round: misses or not")
    IGNORED = mark("left out")

    @property
    def title(self) -> Message:
        """The name of the column."""
        return Message(self.value)

    @property
    def key(self) -> str:
        """The name of the column for scripts and forms."""
        return self.name.lower()


# Plain words of several languages that are a whole heading, blanks left out.
_WHOLE = {
    PlayerColumn.NAME: "name player spieler joueur naam nomprenom fullname teilnehmer participant nomcomplet",
    PlayerColumn.SURNAME: "surname last lastname familyname family nom nachname achternaam apellido",
    PlayerColumn.FIRST_NAME: "firstname first forename given givenname prenom vorname voornaam nombre",
    PlayerColumn.GRADE: "grade rank rang level niveau strength kyudan starke staerke grad gr dan kyu graad",
    PlayerColumn.DECLARED_GRADE: "declaredgrade declaredrank graddeclare gradedeclare angegebenergrad",
    PlayerColumn.RATING: "rating gor elo egfrating rtg echelle classement",
    PlayerColumn.COUNTRY: "country nation pays land nationality co ctry countrycode",
    PlayerColumn.STATE: "state province bundesland",
    PlayerColumn.CITY: "city town ville ort wohnort stadt",
    PlayerColumn.CLUB: "club klub verein",
    PlayerColumn.TEAM: "team mannschaft equipe",
    PlayerColumn.EGF_PIN: "pin egf egfpin egd egdpin pinegf",
    PlayerColumn.AGA_ID: "aga agaid aganumber",
    PlayerColumn.FFG_LICENCE: "ffg licence license ffglic ffglicence licenceffg lizenz",
    PlayerColumn.BIRTH_YEAR: "born birthyear geburtsjahr jahrgang birthday dob naissance",
    PlayerColumn.SEX: "sex gender sexe geschlecht genre",
    PlayerColumn.NEWCOMER: "newcomer debutant neuling",
}
# Words that say it within a longer heading, such as a question of a form, commas between them. The longest
# decides, and the first of those that are as long: "name of the club" is a club.
_WITHIN = {
    PlayerColumn.IGNORED: "email, e mail, mail, courriel, phone, telephone, telefon, mobile, handy,"
    "timestamp, horodateur, zeitstempel, comment, comments, remark, remarks, remarque, remarques, bemerkung,"
    "bemerkungen, kommentar, place of birth, lieu de naissance, geburtsort, fee, paid, bezahlt, paiement,"
    "payment, address, adresse",
    PlayerColumn.BIRTH_YEAR: "birth, naissance, geburtsdatum, geburtsjahr, jahrgang",
    PlayerColumn.SEX: "sex, gender, sexe, geschlecht",
    PlayerColumn.NEWCOMER: "first tournament, premier tournoi, erstes turnier, newcomer",
    PlayerColumn.EGF_PIN: "pin, pin player, egd, egf id, egf number, egf nummer, numero egf",
    PlayerColumn.AGA_ID: "aga id, aga number, aga member, aga no, aga nummer, numero aga",
    PlayerColumn.FFG_LICENCE: "licence, license, lizenz, ffg",
    PlayerColumn.AGA_RATING: "aga rating, rating aga, classement aga, aga wertung",
    PlayerColumn.RATING: "rating, gor, elo, wertungszahl, classement",
    PlayerColumn.FIRST_NAME: "first name, given name, forename, prenom, vorname, firstname",
    PlayerColumn.SURNAME: "last name, family name, surname, nom de famille, nachname, familienname, lastname",
    PlayerColumn.GRADE: "grade, rank, niveau, level, strength, spielstarke, spielstaerke, kyu, dan,"
    "grad, rang",
    PlayerColumn.DECLARED_GRADE: "declared grade, declared rank, grade declare, niveau declare,"
    "angegebener grad, official grade, official rank",
    PlayerColumn.COUNTRY: "country, pays, land, nation, nationality, nationalite, nationalitat",
    PlayerColumn.STATE: "state, bundesland, province",
    PlayerColumn.CITY: "city, town, ville, wohnort, stadt",
    PlayerColumn.CLUB: "club, verein, klub",
    PlayerColumn.TEAM: "team, mannschaft, equipe",
    PlayerColumn.NAME: "name, nom et prenom, nom prenom, player, joueur, spieler",
}
_BY_WORD = {word: column for column, words in _WHOLE.items() for word in words.split()}
_BY_PHRASE = [
    (phrase.strip(), column) for column, phrases in _WITHIN.items() for phrase in phrases.split(",")
]
_WORD = re.compile(r"[a-z]+|[0-9]+")
_OF_ROUNDS = {
    RoundMeaning.PLAYED: PlayerColumn.ROUNDS,
    RoundMeaning.MISSED: PlayerColumn.MISSED_ROUNDS,
    RoundMeaning.OPEN: PlayerColumn.UNCLEAR_ROUNDS,
}
# Columns of which a table can have more than one: one for each round.
ONE_ROUND_COLUMNS = (PlayerColumn.ONE_ROUND, PlayerColumn.ONE_MISSED)
# Columns that a person can choose; the others are questions.
CHOICES = tuple(column for column in PlayerColumn if column is not PlayerColumn.UNCLEAR_ROUNDS)


def column_of_heading(heading: str) -> PlayerColumn | None:
    """The column that a heading names."""
    meaning = meaning_of_heading(heading)
    if round_of_heading(heading):
        return PlayerColumn.ONE_MISSED if meaning is RoundMeaning.MISSED else PlayerColumn.ONE_ROUND
    words = _words(heading)
    text = f" {' '.join(words)} "
    fits = [(phrase, column) for phrase, column in _BY_PHRASE if f" {phrase} " in text]
    within = max(fits, key=lambda fit: len(fit[0]))[1] if fits else None
    other = _BY_WORD.get("".join(words), within)
    if meaning is None or (meaning is RoundMeaning.OPEN and other):
        return other
    return _OF_ROUNDS[meaning]


def _words(text: str) -> list[str]:
    return _WORD.findall(plain_name(text))
