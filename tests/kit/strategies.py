"""Random tournaments of every kind, for properties."""

from datetime import date

from hypothesis import strategies as st

from miai.domain.people.grade import Grade, Kind
from miai.domain.people.player import BarSide, Player, PlayerId, Registration
from miai.domain.points import Quarters
from miai.domain.rounds.game import Board, Result
from miai.domain.rounds.round import Bonus, Bye, ByeKind, Round
from miai.domain.settings.clock import Clock, Overtime
from miai.domain.settings.event_settings import ClubsGroup, Settings
from miai.domain.settings.handicap_rules import Handicapping
from miai.domain.settings.scoring_rules import Rulebook, Scoring, Unplayed
from miai.domain.tournament import Tournament
from miai.engine.scoring.places import CRITERIA

words = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cs", "Cc", "Co", "Cn", "Zs", "Zl", "Zp")), max_size=8
)
names = st.text(st.sampled_from("abcdeéöıİŞßÆžЖ山-'"), min_size=1, max_size=6)
clubs = st.from_regex(r"|[A-ZÉ][a-zö0-9_-]{1,3}( [a-z]+)?", fullmatch=True)
small = st.integers(0, 9)
points = st.integers(-40, 40).map(Quarters)
grades = st.one_of(
    st.builds(Grade, st.just(Kind.KYU), st.integers(1, 30)),
    st.builds(Grade, st.just(Kind.DAN), st.integers(1, 9)),
    st.builds(Grade, st.just(Kind.PRO), st.integers(1, 9)),
)
ratings = st.one_of(st.none(), st.floats(-900, 3000).map(lambda rating: round(rating, 3)))
extras = st.dictionaries(st.sampled_from(["a", "h9:CM"]), words, max_size=2).map(
    lambda pairs: tuple(sorted(pairs.items()))
)
scorings = st.builds(
    Scoring,
    bar=grades,
    floor=grades,
    zero=grades,
    bye_wins=small.map(Quarters),
    bye_points=small.map(Quarters),
    absent_wins=small.map(Quarters),
    absent_points=small.map(Quarters),
    round_down=st.booleans(),
    absence_for_place=st.booleans(),
    unplayed_is_half_for_opponents=st.booleans(),
    unplayed=st.sampled_from(Unplayed),
    rulebook=st.sampled_from(Rulebook),
)
clocks = st.builds(Clock, basic_minutes=small, overtime=st.sampled_from(Overtime), canadian_moves=small)
settings = st.builds(
    Settings,
    system=st.sampled_from(["mcmahon", "swiss"]),
    rounds=st.integers(1, 6),
    criteria=st.lists(st.sampled_from(tuple(CRITERIA)), unique=True, max_size=6).map(tuple),
    scoring=scorings,
    handicapping=st.builds(
        Handicapping, by_score=st.booleans(), correction=small, ceiling=small, none_from=grades
    ),
    clock=clocks,
    komi=st.sampled_from([0.5, 6.5, 7.5, 7.0]),
    category_limits=st.lists(grades, max_size=3).map(tuple),
    clubs_groups=st.lists(
        st.builds(ClubsGroup, name=words, clubs=st.lists(words, max_size=2).map(tuple)), max_size=2
    ).map(tuple),
    draw_seed=small,
)


@st.composite
def players(draw: st.DrawFn, number: int) -> Player:
    return Player(
        id=PlayerId(f"p{number}"),
        surname=f"{draw(names)}{number}",
        first_name=draw(names),
        grade=draw(grades),
        declared_grade=draw(st.none() | grades),
        highest_grade=draw(st.none() | grades),
        rating=draw(ratings),
        sigma=draw(st.none() | st.floats(0, 3)),
        rating_date=draw(st.none() | st.dates(date(1990, 1, 1), date(2030, 1, 1))),
        country=draw(st.sampled_from(["", "FI", "Gbr"])),
        club=draw(clubs),
        family=draw(words),
        registration=draw(st.sampled_from(Registration)),
        absent_rounds=frozenset(draw(st.sets(st.integers(1, 6), max_size=2))),
        start=draw(st.none() | points),
        correction=draw(points),
        bar_side=draw(st.none() | st.sampled_from(BarSide)),
        category=draw(st.none() | small),
        extras=draw(extras),
    )


@st.composite
def rounds(draw: st.DrawFn, number: int, ids: list[PlayerId]) -> Round:
    order = draw(st.permutations(ids))
    count = draw(st.integers(0, len(ids) // 2))
    boards = tuple(
        Board(
            table=table,
            white=order[2 * table - 2],
            black=order[2 * table - 1],
            handicap=draw(small),
            komi=draw(st.none() | st.just(0.5)),
            result=draw(st.sampled_from(Result)),
            colours_known=draw(st.booleans()),
            locked=draw(st.booleans()),
        )
        for table in range(1, count + 1)
    )
    free = order[2 * count :]
    byes = tuple(Bye(player=p, kind=draw(st.sampled_from(ByeKind))) for p in free[: draw(st.integers(0, 2))])
    bonuses = tuple(Bonus(player=p, points=draw(points)) for p in order[: draw(st.integers(0, 1))])
    return Round(number=number, boards=boards, byes=byes, bonuses=bonuses)


@st.composite
def tournaments(draw: st.DrawFn) -> Tournament:
    """A tournament of up to seven players with everything that can happen in it."""
    entrants = tuple(draw(players(number)) for number in range(draw(st.integers(2, 7))))
    ids = [player.id for player in entrants]
    return Tournament(
        name=draw(words),
        place=draw(words),
        settings=draw(settings),
        players=entrants,
        rounds=tuple(draw(rounds(number, ids)) for number in range(1, draw(st.integers(1, 4)) + 1)),
        extras=draw(extras),
    )
