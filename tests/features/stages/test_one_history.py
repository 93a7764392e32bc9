"""A player has a game in each of three parts of an event: each reader has all three, once, in order of play.

The last test finds readers in the code: a function that walks over rounds and takes the games of a person is
either one of a single stage, which is listed here with the reason, or reads `domain.event_games`.
"""

import ast
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from re import findall

import pytest

import miai
from kit.api_program import Program
from kit.command import Run
from kit.console import Console
from kit.groups_and_cup import four_groups_and_a_cup
from kit.private_links import token_of
from kit.staged_hall import final_after, groups_of, hall_of, inside, strong_result
from kit.web_site import Site
from miai import stages
from miai.domain.event_games import games_of
from miai.domain.log.document import write_history
from miai.domain.people.player import PlayerId
from miai.domain.stages import StageId
from miai.engine.forecast.event_games import event_games
from miai.errors import InputError
from miai.features.draw.all_games import rounds_of_player
from miai.features.files.export_event import write_event
from miai.features.history.show_history import player_history
from miai.features.programs.tokens import Scope
from miai.features.publish.publish_round import publish_round
from miai.features.ratings.rating_so_far import ratings_so_far
from miai.features.settings.change_settings import change_rules
from miai.features.stages.filling import fill_stage
from miai.formats.egd.read import read
from miai.serving.static_site.build import site_files

ME = "P1"
# Surnames of opponents in order of play.
Found = Sequence[str]


@pytest.fixture
def hall() -> Console:
    """Four players: a round of the event, then two stages of all with one round each; all is published."""
    hall = hall_of(4, rounds=1)
    change_rules(*hall.at, {"clock.basic_minutes": 75}, by="A")
    _play(hall)
    source = ""
    for at, name in enumerate(("Semi", "Last"), start=1):
        stage = final_after(hall, (source, 1, 4), system="swiss", name=name, phase=2 * at)
        source = str(stage)
        change_rules(*inside(hall, stage).at, {"rounds": 1}, by="A")
        fill_stage(*hall.at, stage, by="A", as_they_are=True)
        _play(inside(hall, stage))
    return hall


def _play(hall: Console) -> None:
    for board in hall.draw(1).boards:
        hall.result(1, board.table, strong_result(hall.event, board))
    publish_round(*hall.at, round=1, by="A")


def opponents(hall: Console) -> Found:
    """The opponents as the log has them."""
    me = hall.who(ME)
    parts = (hall.event, *(stage.event for stage in hall.event.stages))
    boards = [part.round(1).board_of(me) for part in parts]
    return [hall.event.player(board.opponent_of(me)).surname for board in boards if board]


def document(hall: Console, path: Path) -> Path:
    path.write_bytes(write_history(hall.state.history))
    return path


def surnames(hall: Console, found: Sequence[PlayerId | str]) -> Found:
    return [hall.event.player(PlayerId(each)).surname for each in found]


def other_side(hall: Console, games: Sequence[dict[str, str]]) -> Found:
    me = hall.who(ME)
    mine = [game for game in games if me in (game["white_id"], game["black_id"])]
    return surnames(hall, [game["black_id"] if game["white_id"] == me else game["white_id"] for game in mine])


def on_page(hall: Console, html: str, address: str) -> Found:
    """The players that a part of a page links to, in the order of the page."""
    return [name for name in surnames(hall, findall(rf"{address}(p\d+)\"", html)) if name != ME]


def of_console(hall: Console) -> Found:
    html = Site(hall.desk).get(f"/t/{hall.id}/players/{hall.who(ME)}").text
    card = html.split('id="games"', 1)[1].split("</section>", 1)[0]
    return [name for name in findall(r">\s*(P\d)\b", card) if name != ME]


def of_stage_page(hall: Console) -> Found:
    html = Site(hall.desk).get(f"/t/{hall.id}~semi/players/{hall.who(ME)}").text
    card = html.split('id="games"', 1)[1].split("</section>", 1)[0]
    return [name for name in findall(r">\s*(P\d)\b", card) if name != ME]


def of_phone(hall: Console) -> Found:
    html = Site(hall.desk).get(f"/p/{hall.id}/player/{hall.who(ME)}").text
    found = on_page(hall, html, "/player/")
    # The game of today comes first.
    return [*found[1:], found[0]]


def of_private_link(hall: Console) -> Found:
    token = token_of(hall.desk, hall.id, hall.who(ME))
    html = Site(hall.desk).browser().get(f"/p/{hall.id}/me/{token}").text
    found = on_page(hall, html, "/player/")
    return [*found[1:], found[0]]


def of_api(path: str) -> Callable[[Console], Found]:
    def ask(hall: Console) -> Found:
        answer = Program(hall.desk, Scope.READ, hall.id).get(path.format(id=hall.id, player=hall.who(ME)))
        return other_side(hall, answer["games"])

    return ask


def of_ratings_in_api(hall: Console) -> Found:
    answer = Program(hall.desk, Scope.READ, hall.id).get(f"/tournaments/{hall.id}/ratings")
    row = next(row for row in answer["rows"] if row["player"] == hall.who(ME))
    return surnames(hall, [game["opponent_id"] for game in row["games"]])


def of_own_rating(hall: Console) -> Found:
    found = ratings_so_far(hall.event)
    assert found
    people = hall.event.players
    return [people[each.opponent].surname for each in found.changes[hall.who(ME)].games]


def of_library(hall: Console) -> Found:
    games = stages.games_of(hall.event, ME)
    return [(game.black if game.white.surname == ME else game.white).surname for game in games]


def of_rates_in_library(hall: Console) -> Found:
    found = miai.rate(hall.event)
    row = next(each for each in found.rated if each.player.surname == ME)
    return [found.entrants[each.opponent].surname for each in row.change.games]


def of_forecast(hall: Console) -> Found:
    """The games that a forecast of the last stage knows."""
    last = hall.event.stage(StageId("last")).event
    games = event_games(last).games
    names = [player.surname for player in last.players]
    pairs = zip(games.white.tolist(), games.black.tolist(), strict=True)
    mine = [(names[white], names[black]) for white, black in pairs]
    return [black if white == ME else white for white, black in mine if ME in (white, black)]


def of_table_file(hall: Console) -> Found:
    text = Site(hall.desk).get(f"/t/{hall.id}/publish/tables/games?to=csv").text
    lines = [line.split(",") for line in text.splitlines() if ME in line.split(",")]
    return [line[5] if line[3] == ME else line[3] for line in lines]


def of_static_site(hall: Console) -> Found:
    """The page of the player in the files of a site without a server."""
    files = {file.path: file.data.decode(errors="replace") for file in site_files(hall.desk, event=hall.id)}
    html = files[f"{hall.id}/player/{hall.who(ME)}.html"]
    found = [name for name in surnames(hall, findall(r"(p\d+)\.html\"", html)) if name != ME]
    return [*found[1:], found[0]]


def of_print(hall: Console) -> Found:
    html = Site(hall.desk).get(f"/t/{hall.id}/print/games").text
    rows = [findall(r">\s*(P\d)\b", row) for row in html.split("<tr>")[1:]]
    return [other for row in rows if ME in row for other in row if other != ME]


def of_rating_file(hall: Console) -> Found:
    data = write_event(hall.desk, hall.id, to="h9", rounds="").data
    one = read(data).tournament
    me = next(player.id for player in one.players if player.surname == ME)
    found = [game.board.opponent_of(me) for game in games_of(one, me)]
    return [one.player(each).surname for each in found]


READERS: dict[str, Callable[[Console], Found]] = {
    "console": of_console,
    "page in a stage": of_stage_page,
    "phone": of_phone,
    "private link": of_private_link,
    "API: games of a player": of_api("/tournaments/{id}/players/{player}/games"),
    "API: games of a player of a stage": of_api("/tournaments/{id}~last/players/{player}/games"),
    "API: all games": of_api("/tournaments/{id}/all-games"),
    "API: ratings": of_ratings_in_api,
    "own rating": of_own_rating,
    "library": of_library,
    "library: ratings": of_rates_in_library,
    "forecast": of_forecast,
    "spreadsheet": of_table_file,
    "print": of_print,
    "static site": of_static_site,
    "rating file": of_rating_file,
    "rounds": lambda hall: [
        each.opponent.surname for each in rounds_of_player(hall.event, hall.who(ME)) if each.opponent
    ],
}


@pytest.mark.parametrize("reader", READERS)
def test_every_reader_has_all_games_of_a_player_once_in_order_of_play(hall: Console, reader: str) -> None:
    expected = opponents(hall)
    assert sorted(expected) == ["P2", "P3", "P4"]
    assert READERS[reader](hall) == expected


def test_commands_have_all_games_of_a_player_too(hall: Console, run: Run, tmp_path: Path) -> None:
    file = document(hall, tmp_path / "open.miai")
    for words in (("--player", ME), ("--all",), ("--player", ME, "--stage", "semi")):
        status, out, _ = run("pairings", file, *words, "--json")
        assert (status, other_side(hall, json.loads(out)["games"])) == (0, opponents(hall))
    rows = json.loads(run("rate", file, "--json")[1])["rows"]
    row = next(row for row in rows if row["name"] == ME)
    assert surnames(hall, [game["opponent_id"] for game in row["games"]]) == opponents(hall)
    assert run("pairings", file, "--all", "--round", "1")[0] == 2


def test_a_stage_lists_and_rates_its_own_games(hall: Console, run: Run, tmp_path: Path) -> None:
    file = document(hall, tmp_path / "open.miai")
    games = json.loads(run("pairings", file, "--all", "--stage", "semi", "--json")[1])["games"]
    assert [game["stage_name"] for game in games] == ["Semi", "Semi"]
    rows = json.loads(run("rate", file, "--stage", "semi", "--json")[1])["rows"]
    assert [len(row["games"]) for row in rows] == [1, 1, 1, 1]


def test_the_log_of_a_player_has_what_happened_in_stages(hall: Console) -> None:
    told = [str(entry.what) for entry in player_history(hall.state, hall.who(ME))]
    me, expected = hall.event.name_of(hall.who(ME)), opponents(hall)
    games = zip(("Last: ", "Semi: ", ""), reversed(expected), strict=True)
    for stage, other in games:
        assert f"{stage}Round 1: {me} beat {other}" in told
        assert f"{stage}Round 1: table 1 against {other}" in told


def test_a_game_that_was_not_played_says_so_on_both_pages_of_a_player() -> None:
    hall = four_groups_and_a_cup()
    cup = inside(hall, "cup")
    # P1 won the first game of the cup without playing it.
    for number in (1, 2):
        publish_round(*cup.at, round=number, by="A")
    site = Site(hall.desk)
    for page, games in (
        ("/t/{}/players/{}", 'class="player-games"'),
        ("/p/{}/player/{}", 'class="past-games"'),
    ):
        html = site.get(page.format(hall.id, hall.who(ME))).text
        lists = "".join(part.split("</ol>", 1)[0] for part in html.split(games)[1:])
        assert lists.count("by default") == 1, page


# An event that is played in its stages -----------------------------------------------


def test_questions_about_its_own_rounds_lead_to_the_stages(run: Run, tmp_path: Path) -> None:
    hall = four_groups_and_a_cup()
    file = document(hall, tmp_path / "open.miai")
    for command in ("forecast", "quality"):
        status, _, error = run(command, file)
        assert (status, "group-a, group-b, group-c, group-d, cup" in " ".join(error.split())) == (2, True)
    for ask in (miai.forecast, miai.quality):
        with pytest.raises(InputError, match="played in its stages"):
            ask(hall.event)
    assert "played in its stages" in Site(hall.desk).get(f"/t/{hall.id}/forecast/table").text
    refused = Program(hall.desk, Scope.READ, hall.id).ask("GET", f"/tournaments/{hall.id}/forecast")
    assert (refused.status_code, "played in its stages" in refused.text) == (422, True)
    assert "--whole" in run("standings", file)[2]
    assert "--whole" not in run("standings", file, "--whole")[2]


def test_the_list_of_players_has_their_stages_and_no_rounds_that_do_not_exist() -> None:
    hall = groups_of(4, 2)
    page = Site(hall.desk).get(f"/t/{hall.id}/players").text
    assert f'href="/t/{hall.id}/stages"' in page.split('class="actions"', 1)[1]
    assert "Go to the draw" not in page
    assert "Missing a round" not in page
    row = page.split(f'id="player-{hall.who(ME)}"', 1)[1].split("</tr>", 1)[0]
    assert "Group A" in row
    stage = Site(hall.desk).get(f"/t/{hall.id}~group-a/players").text
    assert "Go to the draw of round 1" in stage
    assert "Missing a round" in stage


def test_a_file_is_shown_with_its_stages(run: Run, tmp_path: Path) -> None:
    file = document(four_groups_and_a_cup(), tmp_path / "open.miai")
    lines = run("show", file)[1].splitlines()
    assert "played in stages" in lines
    assert "Group A: round_robin, 5 of 5 rounds played, 6 players" in lines
    stages = json.loads(run("show", file, "--json")[1])["stages"]
    assert [(each["stage"], each["rounds_played"]) for each in stages][-1] == ("cup", 3)


# Readers in the code -------------------------------------------------------------------

# Functions that take the games of people from the rounds of one tournament, with the reason for it.
OF_ONE_STAGE = {
    "club_site/pull_players.py:_update": "absences are those of the rounds of the event itself",
    "congress/clashes.py:_of_players": "is asked for every stage",
    "congress/enter_events.py:_is_drawn": "is given the rounds of all stages",
    "congress/page/public.py:calendar_of_person": "reads the timetable, which has all stages",
    "draw/open_games.py:outstanding": "is asked for every stage; a draw waits for games of its stage",
    "forecast/stakes.py:__init__": "the stakes of one table",
    "forecast/stakes.py:_why_not": "the stakes of one table",
    "overview/show_overview.py:_contests": "reports are settled in their stage",
    "players/left_games.py:left_games": "the rounds of the tournament in which attendance changes",
    "players/view/entry_list.py:_row": "attendance in the rounds of the list",
    "results/claims.py:open_claims": "reports are settled in their stage",
    "stages/cup.py:_joined": "players who left the cup",
    "stages/entrants.py:_away_in_main": "players who are in a cup beside the main event",
    "stages/overall_standings.py:_last_stage": "the stage in which a player is placed",
    "stages/qualifying.py:_carried": "scores that are carried into a stage",
    "stages/replacing.py:may_be_replaced": "a player in the stage that is asked about",
    "stages/ties.py:lot_of": "the lot of a stage",
    "teams/view/team_matches.py:_as_drawn": "the matches of a round",
    "uploads/egd_checks.py:_games_without_one_loser": "is given the whole event",
}


def test_no_other_feature_takes_the_games_of_a_person_from_one_stage() -> None:
    features = Path(miai.__file__).parent / "features"
    found = {each for path in sorted(features.rglob("*.py")) for each in _readers(path, features)}
    new, gone = sorted(found - OF_ONE_STAGE.keys()), sorted(OF_ONE_STAGE.keys() - found)
    assert not new, "read domain.event_games, or say in OF_ONE_STAGE why one stage is enough"
    assert not gone, "no longer reads rounds: delete it from OF_ONE_STAGE"


def _readers(path: Path, root: Path) -> list[str]:
    functions = [each for each in ast.walk(ast.parse(path.read_text())) if isinstance(each, ast.FunctionDef)]
    name = path.relative_to(root).as_posix()
    return [f"{name}:{each.name}" for each in functions if _walks_rounds(each) and _is_about_people(each)]


def _walks_rounds(function: ast.FunctionDef) -> bool:
    loops = [each for each in ast.walk(function) if isinstance(each, ast.For | ast.comprehension)]
    names = [each for loop in loops for each in ast.walk(loop.iter) if isinstance(each, ast.Attribute)]
    return any(each.attr == "rounds" for each in names)


def _is_about_people(function: ast.FunctionDef) -> bool:
    words = {"board_of", "bye_of", "opponent_of", "white", "black", "attendance", "seat_of"}
    attributes = {each.attr for each in ast.walk(function) if isinstance(each, ast.Attribute)}
    names = {each.id for each in ast.walk(function) if isinstance(each, ast.Name)}
    return not words.isdisjoint(attributes | names)
