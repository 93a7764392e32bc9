"""What the columns of a table of players can hold, and the headings by which they are recognised."""

import re
from enum import Enum

from miai.domain.people.names import plain_name
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
    ONE_ROUND = mark("one round: plays or not")
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
    PlayerColumn.ROUNDS: "rounds runden rondes participating participation",
    PlayerColumn.MISSED_ROUNDS: "absent absences byes abwesend",
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
    PlayerColumn.MISSED_ROUNDS: "missed rounds, missing rounds, rounds missed, not play, absent rounds,"
    "rounds absent, rondes absent, rondes manquees, fehlende runden, versaumte runden",
    PlayerColumn.ROUNDS: "rounds, rondes, runden",
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
_ONE_ROUND = re.compile(r"(?:round|runde|ronde|r|rd|rnd|tour) ?([0-9]{1,2})")


def column_of_heading(heading: str) -> PlayerColumn | None:
    """The column that a heading names."""
    words = _words(heading)
    if round_of_heading(heading):
        return PlayerColumn.ONE_ROUND
    text = f" {' '.join(words)} "
    fits = [(phrase, column) for phrase, column in _BY_PHRASE if f" {phrase} " in text]
    within = max(fits, key=lambda fit: len(fit[0]))[1] if fits else None
    return _BY_WORD.get("".join(words), within)


def round_of_heading(heading: str) -> int | None:
    """The round that a heading such as "Round 3" names."""
    match = _ONE_ROUND.fullmatch(" ".join(_words(heading)))
    return int(match[1]) if match else None


def _words(text: str) -> list[str]:
    return _WORD.findall(plain_name(text))
