"""Files for OpenGotha, against what OpenGotha and Pairgoth demand of them."""

import random
from dataclasses import replace

import pytest

from miai.domain.people.grade import Grade, Kind
from miai.domain.people.player import Player, PlayerId, Registration
from miai.domain.people.team import LineUp, Team, TeamId, TeamRules
from miai.domain.points import Quarters
from miai.domain.rounds.game import Board, Result
from miai.domain.rounds.round import Bonus, Bye, ByeKind, Round
from miai.domain.settings.clock import Clock, Overtime
from miai.domain.settings.conditions import BY_WINS
from miai.domain.settings.event_settings import ClubsGroup, Settings
from miai.domain.settings.gotha_weights import Weights
from miai.domain.settings.handicap_rules import Handicapping
from miai.domain.settings.pairing_rules import GroupEnd, PairingRules
from miai.domain.settings.scoring_rules import Scoring
from miai.domain.settings.seeding import SeedingChoice, SeedMethod
from miai.domain.tournament import Tournament
from miai.engine.pairing.registry import ALL_SYSTEMS
from miai.engine.scoring.places import CRITERIA
from miai.engine.scoring.teams.criteria import TEAM_TIEBREAKS
from miai.formats import FORMATS
from oracle.gotha_file import faults

EVENTS = 200
FORM = FORMATS["opengotha"]
NAMES = (
    "Ito",
    "İnce",
    "ışık",
    "Müller",
    "O'Neill",
    "van der Berg",
    "Søren",
    "Straße",
    "王",
    "Жуков",
    "A&B",
    '"',
)


def grade(dice: random.Random) -> Grade:
    kind = dice.choice(list(Kind))
    return Grade(kind, dice.randint(1, 30 if kind is Kind.KYU else 9))


def player(dice: random.Random, number: int) -> Player:
    first = dice.choice(("", " ", *NAMES))
    extras = (("opengotha:key", dice.choice(("", "İTO", "WHATEVER"))),) if dice.random() < 0.2 else ()
    return Player(
        id=PlayerId(f"p{number}"),
        surname=f"{dice.choice(NAMES)}{number}" if first.strip() == "" or dice.random() < 0.9 else "",
        first_name=f"{first}{number}" if first.strip() else first,
        grade=grade(dice),
        rating=dice.choice((None, dice.uniform(-2000, 4000), 2100.0)),
        country=dice.choice(("", "FI", "Gbr", "USA", "Atlantis", "D")),
        club=dice.choice(("", "Tam", "Le Havre", "Helsinki")),
        egf_pin=dice.choice(("", "12345678")),
        registration=dice.choice(list(Registration)),
        absent_rounds=frozenset(dice.sample(range(1, 30), dice.randint(0, 3))),
        start=Quarters(dice.randint(-40, 200)) if dice.random() < 0.3 else None,
        correction=Quarters(dice.randint(-9, 9)),
        extras=extras,
    )


def drawn_round(dice: random.Random, number: int, ids: list[PlayerId]) -> Round:
    order = dice.sample(ids, len(ids))
    count = dice.randint(0, len(ids) // 2)
    tables = dice.sample(range(1, 5000 if dice.random() < 0.2 else 30), count)
    boards = tuple(
        Board(
            table=table,
            white=order[2 * i],
            black=order[2 * i + 1],
            handicap=dice.randint(0, 9),
            komi=dice.choice((None, 0.5, 6.5)),
            result=dice.choice(list(Result)),
            colours_known=dice.random() < 0.8,
            locked=dice.random() < 0.1,
        )
        for i, table in enumerate(tables)
    )
    free = order[2 * count :]
    byes = tuple(Bye(player=each, kind=dice.choice(list(ByeKind))) for each in free[: dice.randint(0, 3)])
    bonuses = tuple(Bonus(player=each, points=Quarters(2)) for each in order[: dice.randint(0, 1)])
    return Round(number=number, boards=boards, byes=byes, bonuses=bonuses)


def rules(dice: random.Random, system: str) -> Settings:
    seeding = SeedingChoice(method=dice.choice(list(SeedMethod)), by=dice.choice((None, "rating")))
    return Settings(
        system=system,
        rounds=dice.choice((1, 5, 9, 20, 21, 99)),
        criteria=tuple(dice.sample(tuple(CRITERIA), dice.randint(0, 8))),
        scoring=Scoring(
            bar=grade(dice), floor=grade(dice), bye_points=Quarters(dice.randint(0, 4)),
            absent_points=Quarters(dice.randint(0, 4)),
        ),
        handicapping=Handicapping(
            correction=dice.randint(-3, 3), ceiling=dice.randint(0, 9), none_from=grade(dice)
        ),
        pairing=PairingRules(
            first_seeding=seeding,
            float_down_from=dice.choice(list(GroupEnd)),
            exempt_from=dice.choice((None, grade(dice))),
            weights=Weights(score=dice.randint(0, 10**15), concavity=dice.choice((0.0, 0.5, 0.00001, 1.0))),
        ),
        clock=Clock(basic_minutes=dice.randint(0, 200), overtime=dice.choice(list(Overtime))),
        komi=dice.choice((0.5, 6.5, 7.0, -3.5)),
        category_limits=tuple(grade(dice) for _ in range(dice.randint(0, 11))),
        clubs_groups=(ClubsGroup(name="Sea", clubs=("Le Havre", "Tam")),) if dice.random() < 0.3 else (),
        teams=TeamRules(
            size=dice.randint(0, 10), criteria=tuple(dice.sample(list(TEAM_TIEBREAKS), dice.randint(0, 8)))
        ),
    )  # fmt: skip


def team(dice: random.Random, number: int, ids: list[PlayerId]) -> Team:
    """A team whose name and number may be taken, with members who may be in another team."""
    members = tuple(dice.sample(ids, dice.randint(0, len(ids))))
    seats: list[PlayerId | None] = [*members, None]
    line_ups = tuple(
        LineUp(round=each, players=tuple(dice.sample(seats, dice.randint(0, len(seats)))))
        for each in dice.sample(range(1, 25), dice.randint(0, 4))
    )
    return Team(
        id=TeamId(f"t{number}"),
        name=dice.choice(("", " ", "A&B", '"', "Foxes", "Жуков")),
        number=dice.choice((number, 1, 99_999)),
        members=members,
        line_ups=line_ups,
    )


def event(dice: random.Random, system: str) -> Tournament:
    players = tuple(player(dice, number) for number in range(dice.randint(2, 6)))
    ids = [each.id for each in players]
    numbers = range(1, 1 + (22 if dice.random() < 0.05 else dice.randint(0, 3)))
    return Tournament(
        name=dice.choice(("", "Cup & Saucer")),
        begin=dice.choice(("", "2026-05-01", "1 May", "1850-01-01", "20260501")),
        end=dice.choice(("", "2026-05-03")),
        settings=rules(dice, system),
        players=players,
        rounds=tuple(drawn_round(dice, number, ids) for number in numbers),
        teams=tuple(team(dice, number, ids) for number in range(1, 1 + dice.choice((0, 0, 0, 2)))),
    )


@pytest.mark.parametrize("system", list(ALL_SYSTEMS))
def test_every_file_is_one_that_the_programs_open(system: str) -> None:
    dice = random.Random(f"files for OpenGotha: {system}")
    for number in range(EVENTS):
        made = event(dice, system)
        data = FORM.write(made)
        assert faults(data) == [], (system, number)
        games = [len(drawn.boards) for drawn in made.rounds if drawn.number <= 20]
        assert data.count(b"<Game ") == sum(games)
        assert data.count(b"<Player ") == len(made.players)
        if made.teams:
            assert len(FORM.read(data).tournament.teams) == len(made.teams)


def good_file() -> bytes:
    dice = random.Random(1)
    players = tuple(
        replace(player(dice, n), country="FI", surname=f"Ito{n}", first_name="Ken", extras=())
        for n in range(4)
    )
    board = Board(table=1, white=PlayerId("p0"), black=PlayerId("p1"))
    bye = Bye(player=PlayerId("p2"))
    settings = Settings(criteria=("nbw", "sosw-1", "rating"), category_limits=(Grade(Kind.DAN, 1),))
    return FORM.write(
        Tournament(
            begin="2026-05-01",
            end="2026-05-02",
            settings=settings,
            players=players,
            rounds=(Round(number=1, boards=(board,), byes=(bye,)),),
        )
    )


@pytest.mark.parametrize(
    ("sound", "broken", "complaint"),
    [
        ('dataVersion="201"', "", "dataVersion"),
        ('name="SOSW-1"', 'name="SOSWM1"', "SOSWM1 is not a criterion"),
        ('name="Rating"', 'name="RATING"', "RATING is not a criterion"),
        ('firstName="Ken"', 'firstName=""', "empty name"),
        ('country="FI"', 'country="FIN"', "not of two letters"),
        ('country="FI"', 'country="F"', "not of two letters"),
        (' rating="', ' rated="', "has no rating"),
        (' rating="', ' rating="0.', "not a whole number"),
        ('numberOfRounds="5"', 'numberOfRounds="21"', "too many rounds"),
        ('tableNumber="1"', 'tableNumber="1001"', "beyond the limits"),
        ('result="RESULT_UNKNOWN"', 'result="RESULT_BOTHLOOSE"', "is not a result"),
        ('whitePlayer="ITO0KEN"', 'whitePlayer="ITO1KEN"', "has 2 games in a round"),
        ('whitePlayer="ITO0KEN"', 'whitePlayer="SATO"', "SATO of round 1 is nobody"),
        ('paiSeDefSecCrit="', 'paiSe="', "paiSeDefSecCrit"),
        ('paiBaDeterministic="', 'paiBa="', "paiBaDeterministic"),
        ('beginDate="2026-05-01"', 'beginDate=""', "beginDate"),
        ('endDate="2026-05-02"', 'endDate="1900-01-01"', "endDate"),
        ("HandicapParameterSet", "HandicapSet", "there is not one HandicapParameterSet"),
        ('numberOfCategories="2"', 'numberOfCategories="3"', "do not fit"),
        ("ByePlayers>", "ByePlayer>", "ByePlayer is used outside"),
        ('player="ITO2KEN"', 'player="NOBODY"', "NOBODY has a bye"),
    ],
)
def test_what_the_programs_do_not_accept_is_found(sound: str, broken: str, complaint: str) -> None:
    good = good_file().decode()
    assert faults(good.encode()) == []
    assert sound in good
    assert complaint in "; ".join(faults(good.replace(sound, broken).encode()))


def test_a_swiss_and_a_mcmahon_event_are_among_the_systems() -> None:
    assert {"mcmahon", "swiss"} <= set(ALL_SYSTEMS)
    assert set(ALL_SYSTEMS) >= BY_WINS
