"""The grammar of a typed result, such as "12 w": one table for the server and for the page's script."""

import re
from dataclasses import dataclass
from typing import ClassVar

from miai.domain.rounds.game import Result
from miai.errors import InputError
from miai.messages import Message

# Meanings of a line that does not name the winner yet.
WHO = "who"
WHO_BY_FORFEIT = "who by default"

_LINE = re.compile(r"\s*([0-9]{1,9})(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Letters:
    """What people type after the number of the table.

    Three of them depend on the language and can be chosen: the letters of White, of Black and of a forfeit.
    """

    CHOICE: ClassVar[re.Pattern[str]] = re.compile(r"[a-z]{3}")

    white: str = "w"
    black: str = "b"
    jigo: str = "="
    both_lose: str = "0"
    no_result: str = "?"
    forfeit: str = "f"

    @classmethod
    def of(cls, chosen: str, language: str) -> "Letters":
        """The letters that a reader chose, written one after the other; those of the language otherwise."""
        three = chosen.strip().lower()
        if not cls.CHOICE.fullmatch(three) or len(set(three)) < len(three):
            return _BY_LANGUAGE.get(language, LETTERS)
        return cls(white=three[0], black=three[1], forfeit=three[2])

    @property
    def chosen(self) -> str:
        """The letters as they are remembered: White, Black, forfeit."""
        return self.white + self.black + self.forfeit

    @property
    def example(self) -> str:
        """A line that somebody may type."""
        return f"12 {self.white}"

    def tokens(self) -> dict[str, str]:
        """What each ending of a line means, without spaces and in lower case: a result's value or a question.

        The values of the results themselves are there too: the buttons of the page send these, whichever
        letters somebody types.
        """
        signs = {
            self.white: Result.WHITE_WINS,
            self.black: Result.BLACK_WINS,
            self.jigo: Result.JIGO,
            self.both_lose: Result.BOTH_LOSE,
            self.no_result: Result.UNKNOWN,
        }
        tokens = {"": WHO, self.forfeit: WHO_BY_FORFEIT}
        for sign, result in signs.items():
            forfeited = result.defaulted
            tokens |= {_token(each.value): each.value for each in (result, forfeited)}
            tokens |= {sign: result.value}
            tokens |= dict.fromkeys((sign + self.forfeit, self.forfeit + sign), forfeited.value)
        return tokens


LETTERS = Letters()
# White and Black begin with other letters: Blanc and Noir, Weiß and Schwarz; a forfeit is kampflos.
_BY_LANGUAGE = {
    "fr": Letters(white="b", black="n"),
    "de": Letters(white="w", black="s", forfeit="k"),
}


def meaning(line: str, tokens: dict[str, str]) -> tuple[int, str] | None:
    """The table and what is said of it; nothing where the line is not understood."""
    found = _LINE.fullmatch(line)
    said = tokens.get(_token(found[2])) if found else None
    return (int(found[1]), said) if found and said is not None else None


def read_line(line: str, letters: Letters = LETTERS) -> tuple[int, Result]:
    """The table and the result that somebody typed or clicked."""
    found = meaning(line, letters.tokens())
    if found is None:
        raise InputError(
            Message(
                "“%(line)s” is not a table and a winner, such as %(example)s",
                line=line.strip(),
                example=letters.example,
            )
        )
    table, said = found
    if said == WHO_BY_FORFEIT:
        raise InputError(
            Message(
                "Who won table %(table)s by forfeit? Type %(white)s or %(black)s as well.",
                table=table,
                white=letters.white,
                black=letters.black,
            )
        )
    if said == WHO:
        raise InputError(
            Message(
                "Who won table %(table)s? Type %(white)s or %(black)s after the number.",
                table=table,
                white=letters.white,
                black=letters.black,
            )
        )
    return table, Result(said)


def _token(text: str) -> str:
    return "".join(text.split()).lower()
