"""One event with everything that goes wrong, on the pages, by API and by commands: the same places and file.

Four groups of six with two going on. Three players of a group tie, P24 leaves a group after two rounds and P1
the event before the cup; a group result is corrected after the cup is drawn and another one after its first
round, and there is a game for the third place.
"""

from datetime import date
from pathlib import Path
from typing import Any, Protocol

import pytest

from kit.api_program import Program
from kit.command import Run
from kit.console import Console
from kit.groups_and_cup import all_games, games_of, with_details
from kit.staged_hall import hall_of
from kit.web_site import Site, marks_in
from miai.domain.log import events
from miai.domain.log.document import read_history, write_history
from miai.domain.log.history import Entry
from miai.domain.people.player import PlayerId
from miai.domain.rounds.game import Board, Result
from miai.domain.stages import StageId
from miai.domain.tournament import Tournament
from miai.features.programs.tokens import Scope
from miai.features.stages.overall_standings import whole_standings
from miai.features.stages.qualification_check import qualification_check
from miai.features.stages.qualifying import qualifiers
from miai.features.uploads.check_upload import FEDERATIONS, check_upload
from miai.formats.egd.read import read

GROUPS = tuple(StageId(f"group-{letter}") for letter in "abcd")
CUP = StageId("cup")
DAY = date(2026, 10, 10)
# The cup, with the game for the third place, and those who lost in its first round.
TABLE = "P2 P4 P3 P8 P10 P11 P5 P9"


class Surface(Protocol):
    """A way to run the event; everything that is done goes through it."""

    @property
    def event(self) -> Tournament:
        """The event as it is now."""

    def plan(self) -> None:
        """Open four groups and a cup of two from each, with a game for the third place."""

    def draw(self, number: int, *stages: StageId) -> None:
        """Draw and publish a round of stages."""

    def enter(self, stage: StageId, number: int, table: int, result: Result) -> None:
        """Enter a result, or correct it."""

    def leave(self, name: str, number: int, stage: StageId | None = None) -> None:
        """Let a player leave a group, or the event, before a round."""

    def fill(self, *chosen: str) -> None:
        """Fill the cup; of those who tie the chosen ones go on."""

    def replace(self, old: str, new: str) -> None:
        """Let a player take over the place of another one in the cup; nothing is asked about it."""

    def keep(self) -> None:
        """Keep the players of the cup."""

    def h9(self) -> bytes:
        """The result file of the whole event."""

    def is_accepted(self) -> bool:
        """True if the check for the EGD finds no problem."""


def who(event: Tournament, name: str) -> PlayerId:
    return next(player.id for player in event.players if player.surname == name)


class Pages:
    """The console in a browser."""

    def __init__(self, hall: Console, data: Path) -> None:
        self.hall, self.site = hall, Site(hall.desk, data=data)

    @property
    def event(self) -> Tournament:
        return self.hall.event

    def post(self, path: str, stage: StageId | None = None, **fields: Any) -> None:
        own = f"/t/{self.hall.id}~{stage}/{path}" if stage else f"/t/{self.hall.id}/{path}"
        answer = self.site.post(own, **fields)
        marks = marks_in(answer)
        if marks:
            answer = self.site.post(own, **fields, confirm=marks[0])
        assert answer.status_code == 303, (own, fields, answer.text)

    def plan(self) -> None:
        answers = {"groups": "4", "each": "2", "third_place": "yes"}
        self.post("stages/add/plan", None, way="groups", shown="groups", **answers)

    def draw(self, number: int, *stages: StageId) -> None:
        if len(stages) > 1:
            self.post("stages/all/draw")
            self.post("stages/all/publish")
            return
        self.post("draw/make", stages[0], round=number)
        self.post("draw/publish", stages[0], round=number)

    def enter(self, stage: StageId, number: int, table: int, result: Result) -> None:
        board = self.event.stage(stage).event.board_at(number, table)
        assert board
        if board.result.known:
            self.post("results/correct", stage, round=number, table=table, result=result.value)
        else:
            letter = "w" if result is Result.WHITE_WINS else "b"
            self.post("results/enter", stage, round=number, entry=f"{table} {letter}")

    def leave(self, name: str, number: int, stage: StageId | None = None) -> None:
        self.post(f"players/{who(self.event, name)}/withdraw", stage, from_round=number)

    def fill(self, *chosen: str) -> None:
        self.post(f"stages/{CUP}/fill", chosen=[who(self.event, name) for name in chosen])

    def replace(self, old: str, new: str) -> None:
        shown = self.site.get(f"/t/{self.hall.id}/stages").text
        assert f"Replace {old} with {new}" in shown
        event = self.event
        answer = self.site.post(
            f"/t/{self.hall.id}/stages/{CUP}/replace", leaving=who(event, old), entering=who(event, new)
        )
        assert answer.status_code == 303, answer.text

    def keep(self) -> None:
        assert "Keep the players of Cup" in self.site.get(f"/t/{self.hall.id}/stages").text
        self.post(f"stages/{CUP}/keep")

    def h9(self) -> bytes:
        answer = self.site.get(f"/t/{self.hall.id}/save?to=h9")
        assert answer.status_code == 200, answer.text
        return answer.content

    def is_accepted(self) -> bool:
        return check_upload(self.event, FEDERATIONS["egd"], on=DAY, temporary_ids=True).ready


class Api:
    """A program with a token."""

    def __init__(self, hall: Console, data: Path) -> None:
        self.hall, self.program = hall, Program(hall.desk, Scope.DIRECT, hall.id, data=data)

    @property
    def event(self) -> Tournament:
        return self.hall.event

    def ask(self, how: str, path: str, body: Any = None, stage: StageId | None = None) -> None:
        own = f"/tournaments/{self.hall.id}~{stage}" if stage else f"/tournaments/{self.hall.id}"
        answer = self.program.ask(how, f"{own}/{path}", body)
        if answer.status_code == 409:
            mark = answer.json()["options"][0]["confirm"]
            answer = self.program.ask(how, f"{own}/{path}?confirm={mark}", body)
        assert answer.status_code in (200, 201), (path, body, answer.text)

    def plan(self) -> None:
        self.ask("POST", "stages/plan", {"way": "groups", "groups": 4, "each": 2})

    def draw(self, number: int, *stages: StageId) -> None:
        if len(stages) > 1:
            self.ask("POST", "stages/draw")
            self.ask("POST", "stages/publish")
            return
        self.ask("POST", f"rounds/{number}/draw", {}, stages[0])
        self.ask("POST", f"rounds/{number}/publish", None, stages[0])

    def enter(self, stage: StageId, number: int, table: int, result: Result) -> None:
        self.ask("PUT", f"rounds/{number}/results/{table}", {"result": result.value}, stage)

    def leave(self, name: str, number: int, stage: StageId | None = None) -> None:
        self.ask("POST", f"players/{who(self.event, name)}/withdraw", {"from_round": number}, stage)

    def fill(self, *chosen: str) -> None:
        self.ask("POST", f"stages/{CUP}/fill", {"chosen": [who(self.event, name) for name in chosen]})

    def replace(self, old: str, new: str) -> None:
        path = f"/tournaments/{self.hall.id}/stages/{CUP}/replace"
        answer = self.program.ask("POST", path, {"leaving": who(self.event, old)})
        assert answer.status_code == 200, answer.text
        assert new in {player.surname for player in self.event.stage(CUP).event.players}

    def keep(self) -> None:
        self.ask("POST", f"stages/{CUP}/keep", {})

    def h9(self) -> bytes:
        return self.program.ask("GET", f"/tournaments/{self.hall.id}/files/h9").content

    def is_accepted(self) -> bool:
        return bool(self.program.get(f"/tournaments/{self.hall.id}/uploads/egd")["ready"])


class Commands:
    """The command line with a document; results come into the document from a script."""

    def __init__(self, run: Run, document: Path) -> None:
        self.run, self.document = run, document

    @property
    def event(self) -> Tournament:
        return read_history(self.document.read_bytes()).tournament()

    def write(self, *words: str) -> None:
        status, _, said = self.run(*words, "-o", str(self.document))
        if status == 2 and "--force" in said:
            status, _, said = self.run(*words, "-o", str(self.document), "--force")
        assert status == 0, (words, said)

    def plan(self) -> None:
        self.write("stage", "plan", str(self.document), "groups", "--groups", "4", "--each", "2")

    def draw(self, number: int, *stages: StageId) -> None:
        for stage in stages:
            self.write("pair", str(self.document), "--stage", stage, "--round", str(number))

    def enter(self, stage: StageId, number: int, table: int, result: Result) -> None:
        history = read_history(self.document.read_bytes())
        entered = events.ResultEntered(round=number, table=table, result=result)
        entry = Entry(
            number=history.entries[-1].number + 1, event=events.InStage(stage=stage, change=entered)
        )
        self.document.write_bytes(write_history(history.extended([entry])))

    def leave(self, name: str, number: int, stage: StageId | None = None) -> None:
        where = ("--stage", stage) if stage else ()
        self.write("withdraw", str(self.document), "--player", name, "--from", str(number), *where)

    def fill(self, *chosen: str) -> None:
        choices = [word for name in chosen for word in ("--choose", name)]
        self.write("stage", "fill", str(self.document), CUP, *choices)

    def replace(self, old: str, new: str) -> None:
        own = str(self.document)
        status, _, said = self.run("stage", "replace", own, CUP, old, "--by", new, "-o", own)
        assert status == 0, said

    def keep(self) -> None:
        self.write("stage", "keep", str(self.document), CUP)

    def h9(self) -> bytes:
        written = self.document.with_suffix(".h9")
        assert self.run("convert", self.document, written)[0] == 0
        return written.read_bytes()

    def is_accepted(self) -> bool:
        return self.run("validate", self.document, "--for", "egd")[0] == 0


# The scenario --------------------------------------------------------------------------------------------


def result_of(event: Tournament, board: Board) -> Result:
    """The lower number wins, but P14 beats P6: three players of group C have beaten one another."""
    white, black = (int(event.player(seat).surname[1:]) for seat in (board.white, board.black))
    white_wins = (white < black) != ({white, black} == {6, 14})
    return Result.WHITE_WINS if white_wins else Result.BLACK_WINS


def play(surface: Surface, stage: StageId, number: int) -> None:
    event = surface.event.stage(stage).event
    for board in event.round(number).boards:
        surface.enter(stage, number, board.table, result_of(event, board))


def correct(surface: Surface, stage: StageId, winner: str, loser: str) -> None:
    """Correct the game of two players of a group."""
    event = surface.event.stage(stage).event
    seats = who(event, winner), who(event, loser)
    for drawn in event.rounds:
        board = drawn.board_of(seats[0])
        if board and seats[1] in (board.white, board.black):
            won = Result.WHITE_WINS if board.white == seats[0] else Result.BLACK_WINS
            surface.enter(stage, drawn.number, board.table, won)


def differing(surface: Surface) -> list[str]:
    return [fact.player.surname for fact in qualification_check(surface.event, CUP).facts]


def play_event(surface: Surface) -> None:
    surface.plan()
    for number in range(1, 6):
        if number == 3:
            surface.leave("P24", 3, GROUPS[0])
        surface.draw(number, *GROUPS)
        for stage in GROUPS:
            play(surface, stage, number)
    surface.leave("P1", 1)
    found = qualifiers(surface.event, surface.event.stage(CUP).plan)
    assert [{player.surname for player in tie.players} for tie in found.ties] == [{"P6", "P11", "P14"}]
    assert [each.player.surname for each in found.passed] == ["P1"]
    surface.fill("P11")
    surface.draw(1, CUP)
    correct(surface, GROUPS[1], "P10", "P7")
    assert differing(surface) == ["P7", "P10"]
    surface.replace("P7", "P10")
    play(surface, CUP, 1)
    correct(surface, GROUPS[3], "P12", "P5")
    assert set(differing(surface)) >= {"P5", "P12"}
    surface.keep()
    assert differing(surface) == []
    for number in (2, 3):
        surface.draw(number, CUP)
        play(surface, CUP, number)


def hall() -> Console:
    opened = hall_of(24)
    with_details(opened)
    return opened


@pytest.fixture
def surfaces(run: Run, tmp_path: Path) -> dict[str, Surface]:
    document = tmp_path / "open.miai"
    document.write_bytes(write_history(hall().state.history))
    return {
        "pages": Pages(hall(), tmp_path / "pages"),
        "api": Api(hall(), tmp_path / "api"),
        "commands": Commands(run, document),
    }


def test_the_event_has_the_same_places_and_one_accepted_file_on_all_surfaces(
    surfaces: dict[str, Surface],
) -> None:
    tables, files = {}, {}
    for name, surface in surfaces.items():
        play_event(surface)
        rows = whole_standings(surface.event).rows
        tables[name] = [(row.place, row.player.surname) for row in rows]
        assert surface.is_accepted(), name
        files[name] = surface.h9()
        whole = read(files[name]).tournament
        assert games_of(whole) == all_games(surface.event), name
        assert len(whole.players) == 24
    assert " ".join(player for _, player in tables["pages"][:8]) == TABLE
    assert tables["api"] == tables["pages"]
    assert tables["commands"] == tables["pages"]
    assert len(set(files.values())) == 1
