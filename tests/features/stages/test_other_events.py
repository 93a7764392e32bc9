"""Stages in events of Pair Go, in events of a congress, and the message if an event cannot have them."""

from pathlib import Path

import pytest

import miai
from kit.api_program import Program
from kit.command import Run
from kit.congress_hall import Hall as CongressHall
from kit.congress_hall import congress
from kit.console import Console, console
from kit.groups_and_cup import all_games, games_of, with_details
from kit.web_site import Site
from miai import stages as library
from miai.desk.live_state import Desk, stage_address
from miai.domain.log.document import read_history, write_history
from miai.domain.log.history import History
from miai.domain.people.grade import Grade
from miai.domain.people.player import Member
from miai.domain.rounds.game import Result
from miai.domain.stages import Qualification, StageId, StagePlan
from miai.errors import InputError
from miai.features.congress.set_up import add_event
from miai.features.congress.views import person_view
from miai.features.draw.draw_round import draw_round
from miai.features.files.export_event import export_event, write_event
from miai.features.players.change_player import check_in
from miai.features.players.enter_sides import enter_side
from miai.features.programs.tokens import Scope
from miai.features.results.enter_result import enter_result
from miai.features.settings.change_settings import change_rules
from miai.features.stages.filling import fill_stage
from miai.features.stages.groups import open_groups
from miai.features.stages.opening import open_stage
from miai.features.stages.overall_standings import whole_standings

NO_TEAMS = "a team event has no stages: make each group and the final a team event of its own"


def pairs() -> Console:
    """Eight sides of two, who are here."""
    hall = console(system="swiss", rounds=3)
    change_rules(*hall.at, {"sides.people": 2}, by="A")
    for at in range(1, 9):
        people = [Member(surname=f"{letter}{at}", grade=Grade.parse(f"{at}k")) for letter in "XY"]
        enter_side(*hall.at, people, by="A")
    return hall


def play_to_the_end(desk: Desk, event: str) -> list[tuple[int, str]]:
    """Two groups and a final of their two first; the name that comes first wins every game."""

    def play(stage: StageId) -> None:
        address = stage_address(event, stage)
        for number in range(1, desk.state(address).tournament.settings.rounds + 1):
            draw_round(desk, address, round=number, by="A")
            inside = desk.state(address).tournament
            for board in inside.round(number).boards:
                first = inside.names[board.white] < inside.names[board.black]
                result = Result.WHITE_WINS if first else Result.BLACK_WINS
                enter_result(desk, address, round=number, table=board.table, result=result, by="A")

    open_groups(desk, event, count=2, by="A")
    groups = [stage.id for stage in desk.state(event).tournament.stages]
    sources = tuple(Qualification(stage=group, first=1, last=2) for group in groups)
    plan = StagePlan(id=StageId("final"), phase=2, sources=sources)
    open_stage(desk, event, name="Final", system="knockout", plan=plan, by="A")
    final = desk.state(event).tournament.stages[-1].id
    for group in groups:
        play(group)
    fill_stage(desk, event, final, by="A")
    play(final)
    return [(row.place, row.player.name) for row in whole_standings(desk.state(event).tournament).rows]


def test_sides_of_pair_go_play_groups_and_a_final() -> None:
    hall = pairs()
    placed = play_to_the_end(*hall.at)
    assert placed[:2] == [(1, "X1 / Y1"), (2, "X2 / Y2")]
    assert len(placed) == 8
    assert all(len(player.members) == 2 for player in hall.event.stages[-1].event.players)
    site = Site(hall.desk)
    for page in ("", "/stages", "/standings", "/print"):
        assert site.get(f"/t/{hall.id}{page}").status_code == 200, page


@pytest.mark.parametrize("key", ["pairgoth", "opengotha", "h9", "tou", "aga"])
def test_a_file_of_pair_go_with_stages_has_all_its_games_and_sides(key: str, tmp_path: Path) -> None:
    hall = pairs()
    hall.enter("Solo", "1k")
    play_to_the_end(*hall.at)
    with_details(hall)
    written = write_event(*hall.at, to=key, rounds="")
    file = tmp_path / written.file_name
    file.write_bytes(written.data)
    read = miai.read(file)
    assert games_of(read) == all_games(hall.event)
    # Only Pairgoth knows sides; the others have one line for each.
    people = {len(player.members) for player in read.players}
    assert people == ({0, 2} if key == "pairgoth" else {0})
    lost = [str(each) for each in export_event(*hall.at, to=key).lost]
    assert any("which games belong to which stage" in each for each in lost)


def test_a_stage_of_pair_go_is_a_file_of_sides(tmp_path: Path) -> None:
    hall = pairs()
    play_to_the_end(*hall.at)
    with_details(hall)
    written = write_event(hall.desk, stage_address(hall.id, "final"), to="pairgoth", rounds="")
    file = tmp_path / written.file_name
    file.write_bytes(written.data)
    read = miai.read(file)
    assert (read.name, [len(player.members) for player in read.players]) == ("Open – Final", [2, 2, 2, 2])


def test_files_and_games_of_a_congress_are_those_of_its_events(tmp_path: Path) -> None:
    hall, main = staged_congress()
    play_to_the_end(hall.desk, main)
    event = hall.event(main)
    program = Program(hall.desk, Scope.READ, hall.id)
    assert len(program.get(f"/tournaments/{main}/all-games")["games"]) == sum(all_games(event).values()) == 16
    for path in ("all-games", f"players/{hall.who('P1')}/games"):
        refused = program.ask("GET", f"/tournaments/{hall.id}/{path}")
        assert (refused.status_code, "one of its events" in refused.text) == (422, True), path
    for key in ("h9", "opengotha"):
        file = tmp_path / f"main.{key}"
        file.write_bytes(write_event(hall.desk, main, to=key, rounds="").data)
        with pytest.raises(InputError, match="export its events one by one"):
            write_event(hall.desk, hall.id, to=key, rounds="")
    # A document with stages joins the congress, and a person has the games of both.
    again = hall.desk.create(read_history(write_event(hall.desk, main, to="miai", rounds="").data))
    add_event(hall.desk, hall.id, again.id, by="A")
    games = person_view(hall.desk, hall.id, hall.who("P1")).games
    assert [each.round.part.name for each in games].count("Main, Final") == 4
    assert len(games) == 10


def staged_congress() -> tuple[CongressHall, str]:
    """A congress of eight people with one event, in which all of them are."""
    hall = congress(", ".join(f"P{at} {at}k" for at in range(1, 9)))
    main = hall.open("Main", rounds=3)
    for at in range(1, 9):
        hall.enter(f"P{at}", main)
    for player in hall.event(main).players:
        check_in(hall.desk, main, player.id, here=True, by="A")
    return hall, main


def test_an_event_of_a_congress_plays_groups_and_a_final() -> None:
    hall, main = staged_congress()
    assert play_to_the_end(hall.desk, main)[:2] == [(1, "P1"), (2, "P2")]
    site = Site(hall.desk)
    for page in ("", "/timetable", "/clashes", "/events", "/players"):
        assert site.get(f"/t/{hall.id}{page}").status_code == 200, page
    with pytest.raises(InputError, match="a congress has no stages: open them in one of its events"):
        open_groups(hall.desk, hall.id, count=2, by="A")


def test_a_team_event_says_at_once_that_it_has_no_stages(run: Run, tmp_path: Path) -> None:
    hall = console("Ada, Bo", system="swiss", rounds=3)
    change_rules(*hall.at, {"teams.size": 2}, by="A")
    program = Program(hall.desk, Scope.DIRECT, hall.id, data=tmp_path)
    plan = {"way": "groups", "groups": 2}
    for path, body in (("stages", {"name": "Group A"}), ("stages/plan", plan)):
        refused = program.ask("POST", f"/tournaments/{hall.id}/{path}", body)
        assert refused.status_code == 422, (path, refused.text)
        assert NO_TEAMS in refused.text, path
    with pytest.raises(InputError, match=NO_TEAMS):
        library.with_groups(hall.event, 2)
    document = tmp_path / "teams.miai"
    document.write_bytes(write_history(History.of_tournament(hall.event)))
    status, _, said = run("stage", "groups", document, "-o", document)
    assert status == 2
    assert NO_TEAMS in " ".join(said.split())
    site = Site(hall.desk)
    page = site.post(f"/t/{hall.id}/stages/add/groups", count="2")
    assert NO_TEAMS[1:] in page.text
    for address in ("stages", "stages/add/plan", "stages/add/groups", "stages/add/stage"):
        shown = site.get(f"/t/{hall.id}/{address}").text
        assert NO_TEAMS[1:] in shown, address
        assert f'action="/t/{hall.id}/stages/' not in shown, address


def test_an_event_with_stages_cannot_become_a_team_event(tmp_path: Path) -> None:
    hall = console("Ada, Bo, Cy, Di", system="swiss", rounds=3)
    open_groups(*hall.at, count=2, by="A")
    program = Program(hall.desk, Scope.DIRECT, hall.id, data=tmp_path)
    refused = program.ask("PATCH", f"/tournaments/{hall.id}/settings", {"teams.size": 2})
    assert refused.status_code == 422
    assert "an event with stages cannot become a team event" in refused.text
    # Teams that are ranked by the games of their players are not paired.
    change_rules(*hall.at, {"teams.size": 2, "teams.paired": False}, by="A")
