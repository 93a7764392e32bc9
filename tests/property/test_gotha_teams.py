"""Tables and matches of random team events, against an independent reading of what OpenGotha does."""

import random

from miai.domain.points import plain
from miai.domain.tournament import Tournament
from miai.engine.scoring import team_standings
from miai.engine.scoring.teams.matches import matches_of
from miai.formats import FORMATS
from oracle.conftest import EVENTS
from oracle.gotha_teams import CRITERIA, WORTH, TeamFile

RESULTS = [f"RESULT_{name}{ending}" for name in WORTH for ending in ("", "_BYDEF")]
NAMES = ("Zebras", "ants", "Émeu", "Otter", "otter", "Ωmega", "😀s", "\uff21s", "Bears", "A", "a", "Owls")


def random_file(dice: random.Random) -> bytes:
    """Teams of any size with substitutes and empty seats, and games within and across them or outside."""
    rounds, size = dice.randint(1, 5), dice.randint(2, 10)
    names = dice.sample(NAMES, dice.randint(2, 8))
    members = {name: [f"P{i}X{n}" for n in range(dice.randint(0, size + 1))] for i, name in enumerate(names)}
    everybody = [each for listed in members.values() for each in listed] + ["LONEX0", "LONEX1"]
    players = "".join(
        f'<Player name="{key[:-1]}" firstName="{key[-1]}" rank="1D" rating="{dice.randint(-1500, 3500)}"/>'
        for key in everybody
    )
    numbers = dice.sample(range(1, 30), len(names))
    teams = "".join(
        f'<Team teamName="{name}" teamNumber="{number}">{_lines(dice, members[name], size)}</Team>'
        for name, number in zip(names, numbers, strict=True)
    )
    games = "".join(
        _round(dice, number, list(members.values()), everybody) for number in range(1, rounds + 1)
    )
    chosen = [*dice.sample(CRITERIA, dice.randint(0, 6)), *["NULL"] * 6][:6]
    criteria = "".join(
        f'<PlacementCriterion name="{name}" number="{n}"/>' for n, name in enumerate(chosen, 1)
    )
    return (
        f'<Tournament dataVersion="201"><Players>{players}</Players><Games>{games}</Games>'
        f'<TournamentParameterSet><GeneralParameterSet numberOfRounds="{rounds}"/></TournamentParameterSet>'
        f'<Teams>{teams}</Teams><TeamTournamentParameterSet><TeamGeneralParameterSet teamSize="{size}"/>'
        f"<TeamPlacementParameterSet><PlacementCriteria>{criteria}</PlacementCriteria>"
        f"</TeamPlacementParameterSet></TeamTournamentParameterSet></Tournament>"
    ).encode()


def _lines(dice: random.Random, members: list[str], size: int) -> str:
    """Seats that may change in any round, some of them above the size of a team."""
    lines = []
    seats = [*members, *["NOBODY"] * (10 - len(members))]
    most = 10 if dice.random() < 0.2 else size
    for number in range(1, 21):
        if dice.random() < 0.3:
            dice.shuffle(seats)
        lines += [
            f'<Board roundNumber="{number}" boardNumber="{board}" player="{seat}"/>'
            for board, seat in enumerate(seats[:most], start=1)
            if seat != "NOBODY" or dice.random() < 0.1
        ]
    return "".join(lines)


def _round(dice: random.Random, number: int, teams: list[list[str]], everybody: list[str]) -> str:
    """Mostly games of one team against another, else anybody against anybody."""
    if dice.random() < 0.7:
        order = dice.sample(teams, len(teams))
        pairs = [
            both
            for one, other in zip(order[::2], order[1::2], strict=False)
            for both in zip(one, other, strict=False)
        ]
    else:
        mixed = dice.sample(everybody, len(everybody))
        pairs = list(zip(mixed[::2], mixed[1::2], strict=False))
    pairs = [pair if dice.random() < 0.5 else pair[::-1] for pair in pairs if dice.random() < 0.9]
    return "".join(
        f'<Game roundNumber="{number}" tableNumber="{table}" whitePlayer="{white}" blackPlayer="{black}" '
        f'result="{dice.choice(RESULTS)}"/>'
        for table, (white, black) in enumerate(pairs, start=1)
    )


def ours(event: Tournament, after: int) -> list[tuple[int, str, dict[str, float]]]:
    """The table with board points doubled."""
    table = team_standings(event, after=after, criteria="all")
    return [
        (
            row.place,
            row.team.name,
            {key: row.values[key.lower()] * (1 + key.startswith("BDW")) for key in CRITERIA},
        )
        for row in table.rows
    ]


def our_matches(event: Tournament, number: int) -> list[tuple[str, str, dict[int, tuple[float, float]]]]:
    return sorted(
        (
            event.team(each.match.white).name,
            event.team(each.match.black).name,
            {
                board.number: (2 * plain(board.white_points), 2 * plain(board.black_points))
                for board in each.boards
                if board.counts
            },
        )
        for each in matches_of(event, number)
    )


def test_every_row_and_match_of_random_events_is_what_opengotha_computes() -> None:
    dice = random.Random("teams of OpenGotha")
    matches = rows = 0
    for _ in range(EVENTS // 5):
        data = random_file(dice)
        theirs, event = TeamFile(data), FORMATS["opengotha"].read(data).tournament
        for number in range(1, event.settings.rounds + 1):
            expected = theirs.matches(number)
            assert our_matches(event, number) == [(m.white, m.black, m.boards) for m in expected], data
            assert [(place, team, values) for place, team, values in ours(event, number)] == theirs.table(
                number
            ), data
            matches += len(expected)
            rows += len(event.teams)
        # What Miai writes leads to the same table.
        assert TeamFile(FORMATS["opengotha"].write(event)).table(number) == theirs.table(number), data
    assert matches > EVENTS // 4
    assert rows > 2 * EVENTS
