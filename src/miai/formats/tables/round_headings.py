"""Headings about rounds: the topic, and apart from it if they ask for rounds played or rounds missed.

The words of a heading are a topic (round), words for playing or for missing, and negations. A heading
that has a topic alone, or words that contradict each other, leaves open what its cells mean.
"""

import re
from collections.abc import Sequence
from enum import Enum

from miai.domain.people.names import plain_name


class RoundMeaning(Enum):
    """The meaning of the rounds that the cells of a column name."""

    PLAYED = "played"
    MISSED = "missed"
    OPEN = "open"


_ROUND = re.compile(r"(?:round|ronde|runde|ronda|turno|\w+runde)")
_ROUNDS = re.compile(r"(?:rounds|rondes|ronden|rondas|turni|runden\w*|\w+runden)")
# Words for a round that are more often about something else.
_GAMES = frozenset("game games partie parties partien spiel spiele tours matches".split())
_ASKS = frozenset(
    "which what when welche welcher welchen welches quelle quelles quel quels wann quand".split()
)
_PLAY = re.compile(
    r"(?:play(?!er|off)|jou(?!r|eu)|(?:mit)?spiel(?!er|rund|stark|staerk|frei)|gespiel|mitgespiel|particip|attend|"
    r"part$|presen(?:t(?!a)|c)|anwesen|teil(?:$|n|gen|zun)|available|disponib|verfugbar|dabei$|assist|jug[aou])"
)
# "Can" says playing only if nothing else does: one can miss a round, too. "Here" does if it is negated.
_ABLE = frozenset("can could able kann kannst konnen konnt peut peux peuvent pouvez pourra pourrez".split())
_HERE = frozenset(
    "here there around come coming hier da dort komme kommst ici viens venez venir make".split()
)
_MISS = re.compile(
    r"(?:miss(?!ion)|absen|byes?$|skip|manqu|fehl(?!er)|gefehl|auss?etz|ausgesetz|ausgelass|auslass|ausfall|"
    r"verpass|versaum|spielfrei|freilos|verhinder|empech|unavailable|indisponib|abwesen|away$|forfait|forfeit|"
    r"unable|exempt|impossib|unmoglich|repos$|saut(?:e|er|ez|ees)$|pass(?:e|ez|er|ing)?$|pausier|pausen?$|"
    r"nichtteil|abgemeld|abgesag|ausgenomm|exce(?:pt|ting)$)"
)
_MISS_PHRASE = re.compile(
    r" (?:no shows?|s(?:it|its|itting|at) out|left out|leav\w+ out|drop\w* out|days? off) "
)
_SET_OUT = re.compile(r" setz\w* (?:\w+ )*aus ")
_NOT = frozenset(
    "not cannot never without pas non jamais sans aucun aucune nicht nie niemals ohne kein keine keinen "
    "keiner t dont cant wont except sauf hormis ausser geen niet zonder".split()
)
# "No" is a negation before these alone: "Round no." is a number. "N'" stands before a vowel.
_NO_GAME = re.compile(r" no (?:games?|play|playing|rounds?|partie|match) | n (?=[aeiouy])")
_ONLY_FRENCH = re.compile(r" (?:ne|n) (?:\w+ )*qu?e? ")
_FULL_FRENCH = frozenset("pas jamais aucun aucune point".split())
# "If not", "yes or no", "0 = ...": words about the answer, not about rounds.
_EITHER = re.compile(r" (?:if|or|wenn|falls|oder|ou|si) (?:not|nicht|non|pas) | sinon | oui (?:ou )?non ")
# "If not all" restricts the answer.
_NOT_ALL = re.compile(
    r" (?:not|nicht|pas|non|niet|t) (?:(?:in|an|a|for|bei|play\w*|spiel\w*|jou\w*) )?"
    r"(?:all|alle[nr]?|every|each|toutes|tous|jede\w?) "
)
_NOT_SURE = re.compile(r" (?:sure|certain|certaine?s?|sicher|sur|unsicher|yet|encore|noch) ")
# "Not in round", "pas a la ronde": a negation just before the topic.
_NOT_IN = re.compile(
    r" (?:not|never|pas|non|nicht|nie|without|sans|ohne|sauf|ausser|kein\w*|aucune?) "
    r"(?:(?:for|in|en|dans|a|aux?|la|les|l|the|der|die|den|dem|of|de|des|bei|an|zur?) )*"
    r"(?:rounds?|rondes?|runden?|\w+runden?) "
)
_ALL_BUT = re.compile(r" (?:all|alle|toutes?|tous) (?:\w+ )?(?:but|except|sauf|ausser|bis auf) ")
# From, up to, first, last: the number of one round, not the rounds.
_ONE_LIMIT = re.compile(
    r" (?:from|since|until|till|up to|ab|seit|bis|depuis|des|jusqu?|first|last|next|erste\w?|letzte\w?|"
    r"premiere|derniere|a partir de|number of|anzahl|nombre de|nb de?|nb) "
    r"(?:(?:which|the|what|welche\w*|der|die|de|des|la|les|a|quelle|du|missed|played|gespielte\w*) )*"
    r"(?:round|ronde|runde|\w+runde) "
)
_HOW_MANY = re.compile(r" (?:how many|number of|wie ?viele|anzahl|combien|nombre|nb|zahl|count|total) ")
# Headings without a word for rounds that are about them anyway, blanks left out.
_PLAYED_ALONE = frozenset(
    "participating participation participe attendance attends anwesend anwesenheit present presents presente "
    "presence teilnahme nimmtteil spieltmit spieltin playsin".split()
)
_MISSED_ALONE = frozenset(
    "absent absents absente absences absence absentin abwesend abwesenheit byes bye fehlt fehltin fehlend "
    "missing missed misses missesin spielfrei freilos manque manques aussetzen setztaus".split()
)
_LONGEST_ALONE = 6
_ONE_ROUND = re.compile(r"(?:round|runde|ronde|r|rd|rnd|tour) ?([0-9]{1,2})")
_NUMBERED = re.compile(r" (?:round|runde|ronde|rd|rnd|r) ?([0-9]{1,2}) ")
_WORD = re.compile(r"[a-z]+|[0-9]+")


def meaning_of_heading(heading: str) -> RoundMeaning | None:
    """The meaning of a column by its heading; None for headings that are not about rounds."""
    words, text = _read(heading)
    many = any(_ROUNDS.fullmatch(word) for word in words)
    if not many and not any(_ROUND.fullmatch(word) for word in words) and not _NUMBERED.search(text):
        return _without_topic(words, text)
    meaning = RoundMeaning.OPEN if "=" in heading else _polarity(words, text)
    if meaning is not RoundMeaning.MISSED and _ONE_LIMIT.search(text):
        return None
    return meaning or (RoundMeaning.OPEN if many or _ASKS & set(words) else None)


def round_of_heading(heading: str) -> int | None:
    """The round that a heading such as "Round 3" or "Absent in round 3" names."""
    words, text = _read(heading)
    match = _ONE_ROUND.fullmatch(" ".join(words))
    if match:
        return int(match[1])
    numbers = _NUMBERED.findall(text) if sum(word.isdecimal() for word in words) == 1 else ()
    closed = (RoundMeaning.PLAYED, RoundMeaning.MISSED)
    return int(numbers[0]) if numbers and meaning_of_heading(heading) in closed else None


def asks_how_many(heading: str) -> bool:
    """True if a heading asks for a number of rounds, so that "3" in a cell is not round 3."""
    return bool(_HOW_MANY.search(_read(heading)[1]))


def _read(heading: str) -> tuple[list[str], str]:
    """The plain words of a heading, and the same with a blank around each."""
    words = _WORD.findall(plain_name(heading))
    return words, f" {' '.join(words)} "


def _without_topic(words: Sequence[str], text: str) -> RoundMeaning | None:
    """The meaning of a heading that names no round: of a few whole ones, and of "does not play"."""
    joined = "".join(words)
    if joined in _PLAYED_ALONE or joined in _MISSED_ALONE:
        return RoundMeaning.PLAYED if joined in _PLAYED_ALONE else RoundMeaning.MISSED
    if "byes" in words and len(words) <= 3:
        return RoundMeaning.MISSED
    if len(words) > _LONGEST_ALONE:
        return None
    unplayed = _is_negated(words, text) and any(_PLAY.match(word) for word in words)
    # How many games a person has played is a figure of rating lists.
    games = _GAMES & set(words) and any(_MISS.match(word) for word in words) and not asks_how_many(text)
    meaning = _polarity(words, text)
    return meaning if (unplayed or games) and meaning is RoundMeaning.MISSED else None


def _polarity(words: Sequence[str], text: str) -> RoundMeaning | None:
    """Played or missed by the words of a heading, open if they contradict each other; None without any."""
    if _EITHER.search(text):
        return RoundMeaning.OPEN
    restricted = _NOT_ALL.search(text)
    if restricted:
        text = _NOT_ALL.sub(" ", text)
        words = text.split()
    plays = sum(bool(_PLAY.match(word)) for word in words)
    negated = _is_negated(words, text)
    if _ALL_BUT.search(text):
        return RoundMeaning.MISSED
    if any(_MISS.match(word) for word in words) or _MISS_PHRASE.search(text) or _SET_OUT.search(text):
        return RoundMeaning.OPEN if plays or negated else RoundMeaning.MISSED
    if negated:
        return _negated(words, text, plays)
    if restricted:
        return RoundMeaning.OPEN
    return RoundMeaning.PLAYED if plays or _ABLE & set(words) else None


def _negated(words: Sequence[str], text: str, plays: int) -> RoundMeaning:
    """The meaning of a heading with a negation: missed if one word for playing, or the topic, has it."""
    if plays > 1 or _NOT_SURE.search(text) or {"only", "nur"} & set(words):
        return RoundMeaning.OPEN
    clear = plays or (_ABLE | _HERE | _GAMES) & set(words) or _NOT_IN.search(text)
    return RoundMeaning.MISSED if clear else RoundMeaning.OPEN


def _is_negated(words: Sequence[str], text: str) -> bool:
    """True if a word negates; a French "ne ... que" means only."""
    only = _ONLY_FRENCH.search(text) and not _FULL_FRENCH & set(words)
    return not only and bool(_NOT & set(words) or _NO_GAME.search(text) or "ne" in words)
