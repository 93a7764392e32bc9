"""Files that are almost right: each format as Miai writes it, or as a federation does, changed at random."""

import io
import resource
import signal
import zipfile
from collections.abc import Callable, Iterator
from random import Random

from kit.riverside import riverside
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.features.players.paste_players import read_paste
from miai.formats.lists.registry import LISTS, PAIRGOTH
from miai.formats.registry import FORMATS, recognise
from miai.formats.tables.table_rows import table_text
from miai.formats.tables.workbook import write_workbook

# Lines such as the federations' lists have; the people are invented.
EGF_LIST = b"""<pre>
                     European Go Database, all players (15 Nov 2025)
   PIN   Name                                  Cnt Club Grade  Prop  GoR  N Last
 10101010  Ando Kei                              FR  38Gr    2d    --  2212 23 T251101A
 10101011  van_der_Berg Anna                     NL  Amst    1k    1d  2044 11 W250805B
 10101012  Poe Edgar                             UK  Oxfo   12k    --   905  2 T241224
 Number of players: 3
</pre>
"""
AGA_LIST = (
    b"Ando, Kei\t12345\tFull\t3.21\t10/01/2026\tNYGC\tNY\t0.41\t10/12/2025\n"
    b"Poe, Edgar\t2222\tYouth\t-12.10\t1/31/2026\tBOST\tMA\t1.2\t9/2/2025\n"
    b"Swann, Odette\t31\tLife\t1.05\t\tnone\t--\t\t\n"
)
FFG_LIST = """# Echelle au 15/11/2025
ANDO Kei                                 162 L 1234567 38Gr FR
POE Edgar                              -1145 C 7654321 75Pa FR
SWANN Odette                           -9999 - ------- xxxx XX
""".encode("latin-1")
PAIRGOTH_LIST = b"""[
 {"origin": "EGF", "egf": "10101010", "name": "Ando", "firstname": "Kei", "country": "FR", "club": "38Gr",
  "rank": "2D", "rating": 2212},
 {"origin": "EGF", "egf": "10101011", "name": "van_der_Berg", "firstname": "Anna", "country": "NL",
  "club": "xxxx", "rank": "1K", "rating": "2044"}
]
"""
# Tables of players as forms and spreadsheets write them.
_ROWS = (
    ("Surname", "First name", "Grade", "Rating", "Country", "Club", "EGF PIN", "Rounds", "Paid"),
    ("Ando", "Kei", "2d", 2212, "FR", "38Gr", "10101010", "1-3", "yes"),
    ("van der Berg", "Anna", "1k", 2044.5, "Netherlands", "Amsterdam", "10101011", "11011", "no"),
    ("Poe", "Edgar, Jr.", "12 kyu", "", "UK", "", "", "all", "=1+1"),
)
CSV = "".join(";".join(f'"{cell}"' for cell in row) + "\r\n" for row in _ROWS).encode()
PLAIN_TEXT = b"""1. Kei Ando, 2d, FR
2. Anna van der Berg, 1k, NL
3. Edgar Poe, 12k
"""
# Formats that Miai reads but does not write.
MACMAHON = (
    """<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<Tournament typeversion="9">
  <NumberOfRounds>3</NumberOfRounds>
  <Name><![CDATA[Autumn Cup]]></Name>
  <LowerMacMahonBar>true</LowerMacMahonBar>
  <LowerMacMahonBarLevel>20k</LowerMacMahonBarLevel>
  <HandicapUsed>true</HandicapUsed>
  <HandicapLimit>true</HandicapLimit>
  <HandicapLimitValue>9</HandicapLimitValue>
  <Boardsize>19</Boardsize>
  <Walllist typeversion="3">
    <SortCriterionDescriptor typeversion="2"><ShortName>Score</ShortName></SortCriterionDescriptor>
    <SortCriterionDescriptor typeversion="2"><ShortName>SOS</ShortName></SortCriterionDescriptor>
  </Walllist>
"""
    + "".join(
        f"""  <IndividualParticipant typeversion="1">
    <Id>{number}</Id>
    <ScoreAdjustment>true</ScoreAdjustment>
    <ScoreAdjustmentValue>{number}</ScoreAdjustmentValue>
    <NotPlayingInRound>3</NotPlayingInRound>
    <GoPlayer typeversion="1">
      <FirstName><![CDATA[Kim]]></FirstName>
      <Surname><![CDATA[Player{number}]]></Surname>
      <GoLevel>{number}k</GoLevel>
      <Rating>{2100 - 100 * number}</Rating>
      <EgdPin>1234567{number}</EgdPin>
      <Country>fi</Country>
    </GoPlayer>
  </IndividualParticipant>
"""
        for number in range(1, 6)
    )
    + """  <TournamentRound typeversion="2">
    <RoundNumber>1</RoundNumber>
    <Pairing><Black>1</Black><White>2</White><Handicap>0</Handicap><Result>1-0</Result></Pairing>
    <Pairing><Black>3</Black><White>4</White><Handicap>2</Handicap><Result>½-½</Result></Pairing>
    <Pairing><PairingWithBye>true</PairingWithBye><Black>5</Black></Pairing>
  </TournamentRound>
</Tournament>
"""
)
TDE = """## TOURNEY Harbour Open
## RULES Ing
## ROUNDS 4
## BAND 6d 1d
## BAND 1k 30k
USA42 Aho, Leena M.   4.25 CLUB=DULU   # 12/31/2026 MN
USA77 van Dyk, Piet CLUB=STPL 3k # 01/15/2027
TMP3 Moe, Kari 2d Drop # pays at the door
USA42 USA77 w 0 7
TMP3 USA51 ? 9 -5 # Moe, Kari 2d : Xi, Bo -12.5
"""
# Between the parts of a workbook, so that its XML is changed and not only its packed bytes.
_PART = b"\n=====part "
_ONLY_READ = {"macmahon": MACMAHON.encode(), "tde": TDE.encode()}
_ODD = (
    b"9" * 310, b"9" * 4301, b"-1", b"0", b"1e400", b"nan", b"\xc2\xb2", b"\xd9\xa3", b"", b" ", b"\t", b"\n",
    b"\r", b"\x0c", b"\x00", b"\x1b[2J", b"\xff", b"\xf0\x9f\x92\xa5", b"<", b">", b"&", b'"', b"'", b"{",
    b"}", b"[", b"]", b",", b":", b"|", b"/", b"=", b"?", b"+", b"!", b"#", b";", b"null", b"true", b"30k",
    b"9p", b" " * 3000, b"a" * 3000, b"[" * 3000, b"<a>" * 60, b"&amp;", b"<!DOCTYPE a>", b"2+/w1", b"0=",
    b"99999",
)  # fmt: skip

_MOST_SECONDS = 5

Read = Callable[[bytes], object]


def seeds() -> dict[str, tuple[bytes, Read]]:
    """A good file of each format, and its reader."""
    event = riverside()
    files: dict[str, tuple[bytes, Read]] = {}
    for key, form in FORMATS.items():
        data = form.write(event) if form.is_written else _ONLY_READ[key]
        files[key] = data, _read_event
        if form.read_leniently:
            files[f"{key}, lenient"] = data, form.read_leniently
    for source, data in zip(LISTS, (EGF_LIST, AGA_LIST, FFG_LIST), strict=True):
        files[f"{source.value} list"] = data, LISTS[source].read
    workbook = write_workbook("Entries", _ROWS)
    return files | {
        "Pairgoth's list": (PAIRGOTH_LIST, PAIRGOTH.read),
        "csv": (CSV, _read_table),
        "text": (PLAIN_TEXT, _read_table),
        "xlsx": (workbook, _read_table),
        "xlsx, parts": (_unpacked(workbook), lambda data: _read_table(_packed(data))),
    }


def mutants(data: bytes, number: int, random: Random) -> Iterator[bytes]:
    """The file changed in one to four places, so many times."""
    for _ in range(number):
        changed = data
        for _ in range(random.randint(1, 4)):
            changed = random.choice(_CHANGES)(changed, random)
        yield changed


def refused_or_read(read: Read, data: bytes) -> bool:
    """Whether a file was read; one that is refused must say why."""
    try:
        read(data)
    except InputError as error:
        assert error.problems
        assert all(str(problem) for problem in error.problems)
        return False
    return True


def read_many(name: str, number: int) -> tuple[int, int]:
    """How many of so many mutants could be read, and the most memory that the process needed."""
    data, read = seeds()[name]
    found = 0
    for mutant in mutants(data, number, Random(name)):
        # Ends the process, and so fails the test, where a file needs too much of the processor's time.
        signal.setitimer(signal.ITIMER_PROF, _MOST_SECONDS)
        found += refused_or_read(read, mutant)
        signal.setitimer(signal.ITIMER_PROF, 0)
    return found, 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _read_event(data: bytes) -> object:
    return recognise(data).read(data)


def _read_table(data: bytes) -> object:
    return read_paste(Tournament(), table_text(data))


def _unpacked(workbook: bytes) -> bytes:
    """The parts of a workbook one after the other, each after its name."""
    with zipfile.ZipFile(io.BytesIO(workbook)) as parts:
        return b"".join(_PART + name.encode() + b"\n" + parts.read(name) for name in parts.namelist())


def _packed(data: bytes) -> bytes:
    """The workbook with such parts."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as parts:
        for part in data.split(_PART)[1:]:
            name, _, content = part.partition(b"\n")
            # The names of parts end at a zero.
            name = name.replace(b"\0", b"")
            if name.decode("latin-1") not in parts.namelist():
                parts.writestr(name.decode("latin-1") or "?", content)
    return written.getvalue()


def _cut(data: bytes, random: Random) -> bytes:
    start = random.randrange(len(data) + 1)
    return data[:start] + data[start + random.randint(1, 40) :]


def _repeat(data: bytes, random: Random) -> bytes:
    start = random.randrange(len(data) + 1)
    part = data[start : start + random.randint(1, 200)]
    return data[:start] + part * random.randint(2, 30) + data[start:]


def _insert(data: bytes, random: Random) -> bytes:
    at = random.randrange(len(data) + 1)
    return data[:at] + random.choice(_ODD) + data[at:]


def _flip(data: bytes, random: Random) -> bytes:
    if not data:
        return data
    at = random.randrange(len(data))
    return data[:at] + bytes([data[at] ^ (1 << random.randrange(8))]) + data[at + 1 :]


def _replace_number(data: bytes, random: Random) -> bytes:
    """Put something odd in the place of a run of digits."""
    at = random.randrange(len(data) + 1)
    start = next((k for k in range(at, len(data)) if data[k : k + 1].isdigit()), None)
    if start is None:
        return data
    end = next((k for k in range(start, len(data)) if not data[k : k + 1].isdigit()), len(data))
    return data[:start] + random.choice(_ODD) + data[end:]


def _swap_lines(data: bytes, random: Random) -> bytes:
    lines = data.split(b"\n")
    a, b = random.randrange(len(lines)), random.randrange(len(lines))
    lines[a], lines[b] = lines[b], lines[a]
    return b"\n".join(lines)


def _truncate(data: bytes, random: Random) -> bytes:
    return data[: random.randrange(len(data) + 1)]


_CHANGES = (_cut, _repeat, _insert, _flip, _replace_number, _replace_number, _swap_lines, _truncate)
