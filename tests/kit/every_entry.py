"""Logs that hold every kind of entry before a published round, and the outcome of a change of each value."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from typing import Annotated, Any, get_args, get_origin

from kit.forged_events import Forged, Json
from kit.memory_store import MemoryStore
from kit.proved_structures import STRUCTURES, play
from miai.desk.live_state import Desk
from miai.domain.log import events
from miai.domain.log.exposure import stored_fields
from miai.domain.log.history import History
from miai.domain.money import Cents
from miai.domain.people.congress import CongressEvent, EventEntry, PersonEntries
from miai.domain.people.grade import Grade
from miai.domain.people.phones import Leader, PhoneOptions, SignUpForm
from miai.domain.people.player import Player, PlayerId
from miai.domain.people.team import Team, TeamId
from miai.domain.points import POINT
from miai.domain.rounds.director_constraints import ByeVolunteer, WantedGame, Wishes
from miai.domain.rounds.final_table import FinalRow, FinalTable
from miai.domain.rounds.game import Board, Result
from miai.domain.rounds.round import Bonus, Bye, HandChange, Pairings
from miai.domain.rounds.round_in_progress import DelayKind, RoundClock
from miai.domain.settings.event_settings import ClubsGroup, Settings
from miai.domain.settings.prizes import Prize
from miai.domain.stages import Losers, StageId, StagePlan
from miai.errors import InputError
from miai.features.draw.draw_round import draw_round
from miai.features.publish.publish_round import publish_round
from miai.features.verify.verify_draw import Conclusion, verify_draw

Path = tuple[str | int, ...]
_ENTERING = ("PlayerRegistered", "TeamEntered")
_PARTS = ("number", "event", "hash", "sealed", "version")


def _player(at: int, **about: Any) -> Player:
    return Player(
        id=PlayerId(f"p{at}"), surname=f"P{at}", first_name="Al", grade=Grade.of_number(-at // 2),
        club=("Here", "There", "")[at % 3], country=("FR", "DE")[at % 2], **about,
    )  # fmt: skip


def _settings(**about: Any) -> Settings:
    usual = Settings()
    return replace(
        usual,
        rounds=4,
        prizes=(Prize(title="first"),),
        clubs_groups=(ClubsGroup(name="both", clubs=("Here", "There")),),
        category_limits=(Grade.of_number(-3),),
        **about,
    )


def _ids(*numbers: int) -> tuple[PlayerId, ...]:
    return tuple(PlayerId(f"p{at}") for at in numbers)


def _before_the_first_round() -> Iterator[events.Event]:
    yield events.TablePublished(places=tuple(f"{at}" for at in range(10)))
    yield events.DetailsChanged(name="Open", place="Lyon", country="FR", director="Di", begin="2026-10-03")
    yield events.SettingsChanged(settings=_settings(komi=7.5))
    yield events.PlayerChanged(player=_player(3, rating=1850.0, fee=Cents(2_000)))
    yield events.PlayersChanged(players=(_player(4, rating=1700.0), _player(5, birth_year=2001)))
    yield events.PlayerRegistered(player=replace(_player(10), id=PlayerId("gone")))
    yield events.PlayerRemoved(player=PlayerId("gone"))
    yield events.SignUpFormChanged(form=SignUpForm(is_open=True, limit=40, note="Come!"))
    yield events.PhoneOptionsChanged(options=PhoneOptions(check_in=True))
    yield events.LeaderChanged(leader=Leader(epoch=1, server="laptop"))
    yield events.ScheduleSet(clocks=(RoundClock(round=1, starts_at="2026-10-03T08:00:00Z", minutes=60),))
    yield events.CongressEventsSet(events=(CongressEvent(event="side", room="Hall"),))
    entry = EventEntry(event="side", player=PlayerId("p1"))
    yield events.EntriesChanged(entries=(PersonEntries(person=PlayerId("p1"), entries=(entry,)),))


def _stages() -> Iterator[events.Event]:
    """A cup beside the event, in which two have met, and a stage that is opened and removed."""
    cup = StageId("cup")
    yield events.StageOpened(plan=StagePlan(id=cup, losers=Losers.JOIN_MAIN))
    yield events.InStage(stage=cup, change=events.TournamentCreated(name="Cup", settings=Settings()))
    for at in (0, 1):
        yield events.InStage(stage=cup, change=events.PlayerRegistered(player=_player(at)))
    board = Board(table=1, white=PlayerId("p0"), black=PlayerId("p1"), komi=6.5)
    drawn = events.RoundDrawn(round=Pairings(number=1, boards=(board,)), seed=1)
    yield events.InStage(stage=cup, change=drawn)
    result = events.ResultEntered(round=1, table=1, result=Result.WHITE_WINS)
    yield events.InStage(stage=cup, change=result)
    yield events.EntrantsKept(stage=cup, players=_ids(0), reason="They agreed.")
    yield events.StageOpened(plan=StagePlan(id=StageId("late"), phase=2))
    yield events.StageChanged(plan=StagePlan(id=StageId("late"), phase=3))
    yield events.StageRemoved(stage=StageId("late"))


def _after_the_first_round(desk: Desk, known: str) -> Iterator[events.Event]:
    drawn = desk.state(known).tournament.round(1)
    board, other = drawn.boards[:2]
    yield events.ResultClaimed(round=1, table=1, claimed_by=board.white, result=Result.WHITE_WINS)
    contest = {"white": other.white, "black": other.black}
    yield events.ResultContested(round=1, table=2, result=Result.BLACK_WINS, **contest)
    yield events.GameDelayed(round=1, table=2, kind=DelayKind.ADJOURNED, **contest)
    yield events.BonusGiven(round=1, bonus=Bonus(player=PlayerId("p9"), points=POINT))
    yield events.ClockSet(clock=RoundClock(round=2, starts_at="2026-10-03T10:00:00Z", minutes=60))
    yield events.StandingsPublished(after_round=1)
    rows = tuple(FinalRow(player=each, place=at + 1) for at, each in enumerate(_ids(*range(10))))
    yield events.StandingsFinalised(table=FinalTable(after_round=1, rows=rows))
    yield events.StandingsReopened(reason="A result was wrong.")
    yield events.PlayerWithdrew(player=PlayerId("p8"), from_round=2)
    wishes = Wishes(
        apart=((PlayerId("p2"), PlayerId("p3")),),
        games=(WantedGame(round=2, white=PlayerId("p4"), black=PlayerId("p7")),),
        tables=((PlayerId("p2"), 4),),
        off_tables=((PlayerId("p3"), 1),),
        volunteers=(ByeVolunteer(round=2, player=PlayerId("p9")),),
    )
    yield events.WishesChanged(wishes=wishes)
    number = desk.state(known).last_entry
    yield events.ReasonGiven(entries=(number,), reason="They are sisters.")
    yield events.Undone(entry=number)
    yield events.Redone(entry=number)


def _a_draft_by_hand(desk: Desk, known: str, number: int) -> Iterator[events.Event]:
    drawn = desk.state(known).tournament.round(number)
    one, other = drawn.boards[0], drawn.boards[-1]
    yield events.BoardChanged(round=number, board=replace(one, locked=True))
    swapped = (replace(one, black=other.black, locked=True), replace(other, black=one.black))
    yield events.DrawChanged(
        round=number, how=HandChange.SWAPPED, players=(one.black, other.black), boards=swapped
    )
    yield events.ByesChanged(
        round=number, byes=tuple(Bye(player=each.player, locked=True) for each in drawn.byes)
    )


@cache
def of_players() -> Forged:
    """An event with every kind of entry but those of teams, in its round 2."""
    desk = Desk(MemoryStore())
    created = events.TournamentCreated(name="Fest", begin="2026-10-03", settings=_settings())
    players = (events.PlayerRegistered(player=_player(at)) for at in range(10))
    known = desk.create(History.of([created, *players])).id

    def enter(happened: Iterator[events.Event]) -> None:
        for each in happened:
            desk.change(known, lambda _, each=each: [each], by="Anneke")  # type: ignore[misc]

    enter(_before_the_first_round())
    play(desk, known, 1)
    enter(_stages())
    enter(_after_the_first_round(desk, known))
    for again in (False, True):
        draw_round(desk, known, round=2, by="director")
        enter(iter(() if again else (events.RoundDeleted(round=2),)))
    enter(_a_draft_by_hand(desk, known, 2))
    publish_round(desk, known, round=2, by="director")
    return Forged.of(desk, known, 2)


@cache
def of_teams() -> Forged:
    """A team event with a team that was removed, in round 2."""
    made = STRUCTURES["teams_with_handicaps"]()
    team = Team(id=TeamId("gone"), name="Gone", number=99)
    for each in (events.TeamEntered(team=team), events.TeamRemoved(team=team.id)):
        made.desk.change(made.event, lambda _, each=each: [each], by="Anneke")  # type: ignore[misc]
    play(made.desk, made.event, 3)
    return Forged.of(made.desk, made.event, 3)


@cache
def of_a_stage() -> Forged:
    """A final that was filled by the places of two groups, in its round 1."""
    return STRUCTURES["final"]()


LOGS = {"players": of_players, "teams": of_teams, "stage": of_a_stage}


# Changing one value -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One value of one entry: the log, the place of the entry, its kind and the path of the value."""

    log: str
    at: int
    kind: str
    path: Path

    @property
    def field(self) -> str:
        """The path without places in lists."""
        return ".".join(each for each in self.path if isinstance(each, str))


class Outcome(Enum):
    """The outcome of a change: it is noticed, the log makes no sense any more, or it changes nothing."""

    NOTICED = "noticed"
    NO_LOG = "no log"
    ACCEPTED = "accepted"


def kinds_in(log: str) -> set[str]:
    """The kinds of entries in a log up to the publication, also inside stages."""
    made = LOGS[log]()
    entries = made.entries[: made.place_of(made.entry("RoundPublished", round=made.round)) + 1]
    inside = {entry["change"]["event"] for entry in entries if entry["event"] == "InStage"}
    return {entry["event"] for entry in entries} | inside


def kind_of(made: Forged, entry: Json) -> str:
    """The kind of an entry: of an earlier round or another stage, of a draft, or of a player who is gone."""
    inside = entry["event"] == "InStage"
    change = entry["change"] if inside else entry
    drawn, kind = change.get("round"), str(change["event"])
    of = drawn["number"] if isinstance(drawn, dict) else drawn
    if inside and entry["stage"] != made.stage:
        return f"InStage {kind} elsewhere"
    if not inside and made.stage and kind in ("PlayerRegistered", "PlayersChanged"):
        return f"{kind} of the event"
    if kind == "RoundDrawn" and of == made.round and change is not made.draw_of(of):
        return "RoundDrawn deleted"
    if (
        kind in ("PlayerRegistered", "TeamEntered")
        and change.get("player", change.get("team"))["id"] == "gone"
    ):
        return f"{kind} removed"
    earlier = kind in ("RoundDrawn", "RoundPublished") and of != made.round
    return ("InStage " if inside else "") + ("earlier " if earlier else "") + kind


def changes(log: str) -> Iterator[Change]:
    """Every value of the first and the last entry of each kind up to the publication, once."""
    made = LOGS[log]()
    published = made.place_of(made.entry("RoundPublished", round=made.round))
    kinds: dict[str, list[int]] = {}
    for at, entry in enumerate(made.entries[: published + 1]):
        kinds.setdefault(kind_of(made, entry), []).append(at)
    for kind, places in kinds.items():
        for at in dict.fromkeys((places[0], places[-1])):
            entry = {name: each for name, each in made.entries[at].items() if name not in _PARTS}
            for path in _leaves(entry):
                if not _is_left_out(kind, path) and not (at == published and path == ("proof",)):
                    yield Change(log=log, at=at, kind=kind, path=path)


def _is_left_out(kind: str, path: Path) -> bool:
    """True for the kind of an entry, and for rules in other entries than the one that changes them."""
    return path[-1] == "event" or ("settings" in path and kind != "SettingsChanged")


def _leaves(value: Any, path: Path = ()) -> Iterator[Path]:
    """The paths of all plain values; of a list the first and the last."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield from _leaves(each, (*path, key))
    elif isinstance(value, list) and value:
        for at in dict.fromkeys((0, len(value) - 1)):
            yield from _leaves(value[at], (*path, at))
    else:
        yield path


def outcome(change: Change) -> Outcome:
    """Change a value, chain the log again, and ask; the most harmful of several other values counts."""
    found = Outcome.NO_LOG
    for value in _others(change):
        made = LOGS[change.log]().fresh()
        holder: Any = made.entries[change.at]
        for step in change.path[:-1]:
            holder = holder[step]
        holder[change.path[-1]] = value
        try:
            document, proof = made.written()
            said = verify_draw(document, round=made.round, stage=made.stage, proof=proof).conclusion
        except (InputError, LookupError):
            continue
        if said in (Conclusion.BEST, Conclusion.CHANGED):
            return Outcome.ACCEPTED
        found = Outcome.NOTICED
    return found


def _others(change: Change) -> Sequence[Any]:
    """Other values of the same type: what a forger would write."""
    made = LOGS[change.log]()
    entry: Any = made.entries[change.at]
    value: Any = entry
    for step in change.path:
        value = value[step]
    hint = _hint(entry, change.path)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return [each.value for each in hint if each.value != value][:2]
    if hint is Grade:
        return ["4d", "9k"]
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int | float):
        return [value + 1, value - 1]
    ids = [player.id for player in made.state.tournament.players]
    if value in ids:
        return [each for each in ids if each != value][:2]
    if isinstance(value, str):
        return [str(int(value) + 1) if value.isdigit() else value + "x", "2027-01-01"]
    if value is None:
        return [0, "1d", "2027-01-01", ids[0], 1.5]
    return [[ids[0]], ["x"], [1], [[ids[0], ids[1]]]]


def _hint(entry: Json, path: Path) -> Any:
    inside = entry["event"] == "InStage"
    pattern = ".".join("*" if isinstance(each, int) else each for each in path)
    known = stored_fields(entry["event"], entry["change"]["event"] if inside else "")
    hint = next((each.hint for each in known if each.path == pattern), None)
    while get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    kinds = [each for each in get_args(hint) if each is not type(None)]
    return kinds[0] if kinds and get_origin(hint) not in (tuple, frozenset) else hint
