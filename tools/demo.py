"""Make the demo tournament: python tools/demo.py writes src/miai/demo.miai.

Four rounds are drawn by the settings of a new tournament, and played by chance with a seed; the fifth is
to be drawn. The seed was chosen for a history that ends in a good draw.
"""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np

from miai.desk.live_state import Desk
from miai.domain.log import events
from miai.domain.log.document import write_history
from miai.domain.log.history import Entry, History
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.points import HALF
from miai.domain.rounds.game import Board, Result
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.prizes import Prize, PrizeKind
from miai.domain.settings.scoring_rules import Scoring
from miai.engine.rating.win_models import MODELS
from miai.features.draw.draw_round import draw_round
from miai.store.database import open_store

DEMO = Path(__file__).resolve().parents[1] / "src" / "miai" / "demo.miai"
SEED = 118
PLAYED, ROUNDS = 4, 5
# Invented people: surname, first name, grade, rating, country, club, EGF PIN, rounds missed.
_FIELD = """
Urbanova   Klára      5d 2485 CZ Brn 13892201
Weiss      Friederike 4d 2393 DE Jen 18065693
Iversen    Tuva       4d 2368 NO Ber 15048970
Okafor     Chidi      3d 2305 UK Cam 17036104
Takeda     Ren        3d 2316 FR Ren 11616584
Hoekstra   Wietse     3d 2274 NL Utr 12033944
Lazarov    Milen      3d 2266 BG Var 12490617
Sandoval   Ainhoa     2d 2163 ES Bil 16178445 2
Corbet     Léonie     2d 2157 FR Ren 10107286
Ferraz     Tomé       2d 2206 PT Lis 19708424
Janowska   Kinga      2d 2225 PL Poz 15968902
Haugen     Sindre     2d 2192 NO Ber 14276035
Ashby      Rowan      1d 2062 UK Cam 11102642
Eriksen    Maja       1d 2083 DK Aar 13785495 1
Kovacs     Bálint     1d 2121 HU Pec 10304740
Nagy       Ákos       1d 2123 HU Bud 16173279
Castelli   Bruna      1d 2101 IT Tor 17804462
Aalto      Ilmari     1k 1990 FI Tam 15365119
Dolezal    Vít        1k 1977 CZ Brn 18489647
Roussel    Maxence    1k 1968 FR Lyo 19712469
Molnar     Zsófia     1k 1988 HU Bud 14475551
Marek      Jolana     1k 1982 SK Nit 11937520
Visser     Joost      2k 1858 NL Utr 10818493 5
Brask      Sigrid     2k 1937 SE Sto 17248525
Zeller     Korbinian  2k 1888 DE Jen 12082850
Lindgren   Ebba       2k 1889 SE Got 17067952
Yldirim    Defne      3k 1779 TR Izm 14651891
Pereira    Inês       3k 1776 PT Por 10150554
Novak      Rok        3k 1794 SI Mar 16621894
Keane      Orla       3k 1792 IE Gal 18350276
Gruber     Anselm     4k 1735 AT Gra 19987862
Popescu    Ilinca     4k 1702 RO Clu 13064982
Devos      Wannes     4k 1666 BE Gen 15720349
Salonen    Veikko     4k 1732 FI Tam 10492817
Quinn      Aoife      5k 1598 IE Gal 15986342
Baumann    Lea        5k 1640 CH Ber 12875503
Horvat     Ivka       5k 1604 HR Spl 19236071
Thorsen    Mikkel     6k 1519 DK Aar 14408826
Ribeiro    Caio       6k 1486 PT Lis 17369258
Petit      Aurore     7k 1377 FR Lyo 11583940
"""
# Who comes when round 1 has been drawn.
_LATE = PlayerId("p14")
_FORFEIT = (3, 14)
_MISTAKE = (1, 5)
_MORNINGS = ("2026-05-16T10:00", "2026-05-16T13:00", "2026-05-16T16:00", "2026-05-17T10:00")


def players() -> tuple[Player, ...]:
    """The field."""
    found = []
    for number, line in enumerate(_FIELD.strip().splitlines(), start=1):
        surname, first_name, grade, rating, country, club, pin, *missed = line.split()
        found.append(
            Player(
                id=PlayerId(f"p{number}"),
                surname=surname,
                first_name=first_name,
                grade=Grade.parse(grade),
                rating=float(rating),
                country=country,
                club=club,
                egf_pin=pin,
                absent_rounds=frozenset(map(int, missed)),
            )
        )
    return tuple(found)


def demo(seed: int = SEED) -> History:
    """The history of the demo tournament."""
    with tempfile.TemporaryDirectory() as folder, closing(open_store(Path(folder))) as store:
        desk = Desk(store)
        event = desk.create(History.of([_created(), *_entered(late=False)])).id
        for number in range(1, PLAYED + 1):
            draw_round(desk, event, round=number, by="director")
            if number == 1:
                desk.change(event, lambda _: _entered(late=True), by="director")
            for result in _results(desk, event, number, seed):
                desk.change(event, lambda _, result=result: [result], by="result desk")  # type: ignore[misc]
        return _timed(desk.state(event).history)


def _created() -> events.TournamentCreated:
    settings = Settings(
        rounds=ROUNDS,
        prizes=(
            *(Prize(title=title, place=at) for at, title in enumerate(("First", "Second", "Third"), start=1)),
            Prize(title="Best kyu player", strongest=Grade.parse("1k")),
            Prize(title="Four wins", kind=PrizeKind.WINS, wins=4),
        ),
        scoring=Scoring(bar=Grade.parse("3d"), floor=Grade.parse("5k"), absent_points=HALF),
    )
    return events.TournamentCreated(
        name="Riverside Open",
        short_name="riverside-2026",
        place="Riverside",
        begin="2026-05-16",
        end="2026-05-17",
        settings=settings,
    )


def _entered(*, late: bool) -> list[events.Event]:
    return [events.PlayerRegistered(player=each) for each in players() if (each.id == _LATE) is late]


def _results(desk: Desk, event: str, number: int, seed: int) -> Iterator[events.Event]:
    """The results of a round in the order in which games end, with a slip of the desk in round 1."""
    tournament = desk.state(event).tournament
    dice = np.random.default_rng((seed, number))
    boards = tournament.round(number).boards
    strengths = {each.id: ((each.rating or 0) - 2100) / 100 for each in tournament.players}
    for board in (boards[i] for i in dice.permutation(len(boards))):
        chance = MODELS["egf-2021"].chance(strengths[board.white], strengths[board.black] + board.handicap)
        result = Result.WHITE_WINS if dice.random() < chance else Result.BLACK_WINS
        if (number, board.table) == _FORFEIT:
            result = result.defaulted
        if (number, board.table) == _MISTAKE:
            yield _entry(number, board, _other(result))
            yield events.Undone(entry=desk.state(event).version)
        yield _entry(number, board, result)


def _entry(number: int, board: Board, result: Result) -> events.ResultEntered:
    return events.ResultEntered(round=number, table=board.table, result=result)


def _other(result: Result) -> Result:
    return Result.BLACK_WINS if result is Result.WHITE_WINS else Result.WHITE_WINS


def _timed(history: History) -> History:
    """The same with times at which a weekend would have them."""
    rounds = [datetime.fromisoformat(each).replace(tzinfo=UTC) for each in _MORNINGS]
    now = rounds[0] - timedelta(minutes=59)
    entries: list[Entry] = []
    drawn = 0
    for number, entry in enumerate(history.entries, start=1):
        match entry.event:
            case events.RoundDrawn():
                now, drawn = rounds[drawn] - timedelta(seconds=30), drawn + 1
            case events.ResultEntered() if isinstance(
                entries[-1].event, events.RoundDrawn | events.PlayerRegistered
            ):
                now = rounds[drawn - 1] + timedelta(minutes=71)
            case events.Undone():
                now += timedelta(seconds=8)
            case _:
                now += timedelta(seconds=75)
        at = now.isoformat(timespec="seconds").replace("+00:00", "Z")
        entries.append(replace(entry, number=number, at=at, by=entry.by or "director"))
    return History(entries=tuple(entries))


if __name__ == "__main__":
    DEMO.write_bytes(write_history(demo(int(sys.argv[1]) if sys.argv[1:] else SEED)))
