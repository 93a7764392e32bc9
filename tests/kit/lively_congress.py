"""A congress with sixty people and three events that begin today, two of them at the same hour."""

from datetime import UTC, datetime, timedelta

from miai.desk.live_state import Desk
from miai.domain.money import cents
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId, Registration
from miai.domain.table_numbers import TableRange, Tables
from miai.features.congress.enter_events import enter_several
from miai.features.congress.set_up import create_congress, create_event, set_tables
from miai.features.players.register_player import NEW, register_players
from miai.features.schedule.plan_schedule import RoundTime, set_schedule
from miai.features.settings.change_settings import change_rules

BY = "Anneke"
SURNAMES = tuple(
    first + second
    for first in ("Ba", "De", "Ki", "Lo", "Mu", "Na", "Pe", "Ri", "So", "Tu")
    for second in ("dan", "fer", "gol", "mir", "nes", "rud")
)


def lively_congress(desk: Desk, people: int = len(SURNAMES)) -> tuple[str, str, str, str]:
    """The ids of the congress and of Main, Rapid and Children; some people are in two events."""
    today = datetime.now(UTC).date().isoformat()
    congress = create_congress(desk, name="Lake Congress", place="Arden", begin=today, end=today, by=BY).id
    clubs = ("Arden", "Bellmere", "Corvale")
    players = [
        Player(
            id=NEW,
            surname=name,
            first_name="Alex" if at % 2 else "Robin",
            grade=Grade.of_number(-at % 20 - 10),
            club=clubs[at % 3],
            country="NL",
            registration=Registration.PRELIMINARY,
        )
        for at, name in enumerate(SURNAMES[:people])
    ]
    register_players(desk, congress, players, by=BY)
    main, rapid, children = (
        create_event(desk, congress, name=name, room=room, rounds=rounds, by=BY).event
        for name, room, rounds in (("Main", "Hall A", 3), ("Rapid", "Hall B", 2), ("Children", "", 2))
    )
    ids = [player.id for player in desk.state(congress).tournament.players]
    wanted: dict[PlayerId, list[str]] = {person: [main] for person in ids[: people * 2 // 3]}
    for person in ids[people // 2 : people * 5 // 6]:
        wanted.setdefault(person, []).append(rapid)
    for person in ids[people * 5 // 6 : -2]:
        wanted[person] = [children]
    enter_several(desk, congress, wanted, by=BY)
    now = datetime.now(UTC).replace(minute=0, second=0, microsecond=0)
    for event, hours in ((main, (1, 25, 49)), (rapid, (2, 50)), (children, (6, 8))):
        times = {
            number: RoundTime(starts=now + timedelta(hours=after), minutes=60)
            for number, after in enumerate(hours, start=1)
        }
        set_schedule(desk, event, times=times, by=BY)
    set_tables(desk, congress, main, Tables(ranges=(TableRange(1, 40),)), by=BY)
    set_tables(desk, congress, rapid, Tables(ranges=(TableRange(41, 60),)), by=BY)
    change_rules(desk, congress, {"fees.usual": cents(60), "fees.currency": "EUR"}, by=BY)
    change_rules(desk, rapid, {"fees.usual": cents(15)}, by=BY)
    return congress, main, rapid, children
