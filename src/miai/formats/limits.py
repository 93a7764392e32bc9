"""How much Miai reads of a file; more is a mistake, or an attack.

The largest events that Miai is made for have 5,000 players; rating lists have tens of thousands of lines.
"""

from miai.errors import InputError, Problem
from miai.messages import Message

_MEGABYTE = 1_000_000
# The document of a large event holds every entry of its history.
LARGEST_FILE = 32 * _MEGABYTE
LARGEST_XML = 16 * _MEGABYTE
LARGEST_TABLE = 4 * _MEGABYTE
LARGEST_LIST = 16 * _MEGABYTE
LARGEST_WORKBOOK = 4 * _MEGABYTE
# Of a workbook all parts together, unpacked.
LARGEST_UNPACKED = 48 * _MEGABYTE
MOST_CELLS = 3_000_000
# Lines of a result table have a result for each round.
LONGEST_LINE = 20_000
MOST_LINES = 200_000
MOST_PLAYERS = 10_000
# Of a result table: all players in all rounds.
MOST_RESULTS = 60_000
MOST_PASTED_LINES = 5_000
MOST_XML_ELEMENTS = 100_000
# Values and brackets in the JSON of a document.
MOST_JSON_PARTS = 4_000_000
# After so many problems, the file is hardly of the kind that it seems to be.
MOST_PROBLEMS = 200
MOST_NOTES = 1_000
MOST_UNREAD_LINES = 10_000

# Wherever `str.splitlines` splits.
_LINE_ENDS = "\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"


def demand_size(size: int, most: int = LARGEST_FILE) -> None:
    """Refuse a file with more bytes."""
    if size > most:
        raise InputError(too_large(size, most))


def too_large(size: int, most: int = LARGEST_FILE) -> Message:
    """What is said of a file with more bytes."""
    return Message(
        "the file has %(size)s MB; Miai reads files of this kind up to %(most)s MB",
        # Rounded up, so that it is always more than what Miai reads.
        size=-(-size // _MEGABYTE),
        most=most // _MEGABYTE,
    )


def demand_lines(text: str, most: int = MOST_LINES) -> None:
    """Refuse a text with more lines, or with one that is too long."""
    if sum(text.count(end) for end in _LINE_ENDS) > most:
        raise InputError(Message("the text has more than %(most)s lines", most=most))
    for number, line in enumerate(text.splitlines(), start=1):
        if len(line) > LONGEST_LINE:
            what = Message(
                "this line has %(length)s characters; Miai reads lines of up to %(most)s",
                length=len(line),
                most=LONGEST_LINE,
            )
            raise InputError([Problem(what=what, where=Message("line %(line)s", line=number))])


def demand_players(number: int) -> None:
    """Refuse a file with more players."""
    if number > MOST_PLAYERS:
        raise InputError(
            Message(
                "the file has %(number)s players; Miai reads up to %(most)s",
                number=number,
                most=MOST_PLAYERS,
            )
        )


def demand_results(number: int) -> None:
    """Refuse a result table with more results."""
    if number > MOST_RESULTS:
        raise InputError(
            Message(
                "the table has %(number)s results; Miai reads up to %(most)s",
                number=number,
                most=MOST_RESULTS,
            )
        )


def demand_json_parts(data: bytes) -> None:
    """Refuse JSON with so many values that it would fill the memory."""
    if sum(data.count(sign) for sign in (b",", b"[", b"{")) > MOST_JSON_PARTS:
        raise InputError(Message("the document has more than %(most)s values", most=MOST_JSON_PARTS))
