"""What Miai writes for federations from real events, beside what other programs wrote of them."""

import re
from pathlib import Path

import pytest

from kit.shared_data import DATA, files
from miai.features.uploads.check_upload import FEDERATIONS, check_upload
from miai.formats import FORMATS, read_file

H9_LINE = re.compile(
    r"(?P<row>[0-9]+) +(?P<surname>[^ ]+) +(?P<first>[^ ]+) +[0-9]{1,2}[kdp] +[A-Z]{2} +[^ ]{1,4}"
    r"(?: +-?[0-9.]+){4}(?P<results>(?: +[0-9]+[-+=](?:[/!][wb]?[0-9]?)?)+)(?: +\|[0-9]{8})?"
)
HEADERS = ["CL", "EV", "PC", "DT", "HA", "KM", "TM", "CM"]


@pytest.mark.parametrize("path", files("opengotha", "*.xml"))
def test_a_table_from_a_real_event_has_the_form_that_the_european_database_accepts(path: Path) -> None:
    event = read_file(path).tournament
    text = FORMATS["h9"].write(event).decode("ascii")
    lines = text.splitlines()
    # A reduction of handicaps is stated if one was played, or if the rules allow none.
    with_handicaps = any(board.handicap for drawn in event.rounds for board in drawn.boards)
    stated = with_handicaps or "HA[h9]" in text
    headers = [header for header in HEADERS if stated or header != "HA"]
    assert re.findall(r"^; ([A-Z]{2})\[", text, re.MULTILINE) == headers
    rows = [match for line in lines if not line.startswith(";") and (match := H9_LINE.fullmatch(line))]
    assert len(rows) == sum(not line.startswith(";") for line in lines)
    assert [row["row"] for row in rows] == [str(number) for number in range(1, len(rows) + 1)]
    results = [row["results"].split() for row in rows]
    assert len({len(one) for one in results}) == 1
    assert all(len(f"{row['surname']} {row['first']}") <= 30 for row in rows)
    # Who never played is left out, and opponents name each other by row.
    assert all(set(one) != {"0-"} for one in results)
    for number, one in enumerate(results, start=1):
        for at, result in enumerate(one):
            opponent = int(re.split(r"[-+=]", result)[0])
            if opponent:
                assert results[opponent - 1][at].startswith(f"{number}")


@pytest.mark.parametrize("path", files("h9", "*.h9"))
def test_tables_that_the_european_database_accepted_are_ready_to_send(path: Path) -> None:
    check = check_upload(read_file(path).tournament, FEDERATIONS["egd"])
    assert [str(each.problem) for each in check.problems] == []


@pytest.mark.parametrize("path", files("interop/tou", "event-*.tou"))
def test_results_that_were_sent_to_the_french_federation_are_ready_to_send(path: Path) -> None:
    check = check_upload(read_file(path).tournament, FEDERATIONS["ffg"])
    assert {str(each.problem.what) for each in check.problems} <= {"the result is missing"}


def _sections(text: str) -> tuple[dict[str, str], list[dict[tuple[str, str], tuple[str, str]]]]:
    """The names by id in the order of the file, and result and stones of each round by the two ids."""
    head, *rounds = re.split(r"^GAMES [0-9]+\n", text.partition("PLAYERS\n")[2], flags=re.MULTILINE)
    names = {line.split("\t")[0]: line.split("\t")[1] for line in head.splitlines() if line}
    games = []
    for each in rounds:
        lines = (line.split("\t") for line in each.splitlines() if line.count("\t") == 4)
        games.append({(white, black): (result, stones) for white, black, result, stones, _ in lines})
    return names, games


@pytest.mark.parametrize("path", files("interop/aga", "written-*.txt"))
def test_an_american_file_holds_what_opengotha_wrote_of_the_same_event(path: Path) -> None:
    source = DATA / "opengotha" / path.with_suffix(".xml").name.replace("written", "event")
    event = read_file(source).tournament
    names, games = _sections(FORMATS["aga"].write(event).decode("iso-8859-15"))
    their_names, their_games = _sections(path.read_text(encoding="iso-8859-15"))
    own = {player.aga_id for player in event.players}
    temporary = [number for number in names if number not in own]
    assert temporary == [str(99_999 - place) for place in range(len(temporary))]
    # The same order; OpenGotha also lists who never played, and writes "?" for letters it cannot encode.
    rest = iter(their_names.items())
    theirs: dict[str, str] = {}
    for number, name in names.items():
        theirs[number] = next(
            their_number
            for their_number, their_name in rest
            if re.fullmatch(re.escape(their_name).replace(r"\?", "."), name)
        )
    assert len(games) == len(their_games)
    for ours, written in zip(games, their_games, strict=True):
        seated = {(theirs[white], theirs[black]): rest for (white, black), rest in ours.items()}
        assert seated.keys() == written.keys()
        for pair, (result, stones) in seated.items():
            their_result, their_stones = written[pair]
            assert stones == their_stones
            # OpenGotha has no word for a game that was won by default.
            assert result == their_result or (their_result == "?" and result in ("WF", "BF", "?"))
