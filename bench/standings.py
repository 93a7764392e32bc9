"""Standings, importer and cold start."""

import random
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.timing import seconds
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.rounds.game import Board, Result
from miai.domain.rounds.round import Round
from miai.domain.settings.event_settings import Settings
from miai.domain.tournament import Tournament
from miai.engine.scoring import standings
from miai.formats import FORMATS, read_file

DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "opengotha"


def big_event(players: int = 1000, rounds: int = 10) -> Tournament:
    """A large invented event, paired at random."""
    rng = random.Random(1)
    field = tuple(
        Player(
            id=PlayerId(f"p{i}"),
            surname=f"Player{i}",
            grade=Grade.of_number(rng.randint(-20, 6)),
            rating=1500.0,
        )
        for i in range(players)
    )
    drawn = []
    for number in range(1, rounds + 1):
        order = [player.id for player in field]
        rng.shuffle(order)
        drawn.append(
            Round(
                number=number,
                boards=tuple(
                    Board(
                        table=table + 1,
                        white=order[2 * table],
                        black=order[2 * table + 1],
                        result=rng.choice((Result.WHITE_WINS, Result.BLACK_WINS)),
                    )
                    for table in range(players // 2)
                ),
            )
        )
    return Tournament(
        name="Big",
        players=field,
        rounds=tuple(drawn),
        settings=Settings(rounds=rounds, criteria=("mms", "sosm", "dc")),
    )


def main() -> None:
    """Print the times."""
    print("\nStandings and files (median of 5)")
    event = big_event()
    everything = seconds(lambda: standings(event, criteria="all"))
    print(f"  all criteria, 1,000 players, 10 rounds   {everything:8.3f} s")
    largest = max(DATA.glob("*.xml"), key=lambda path: path.stat().st_size, default=None)
    if largest is None:
        print("  importer on the largest real file        skipped: no real files beside the project")
    else:
        size = largest.stat().st_size // 1024
        taken = seconds(lambda: read_file(largest))
        print(f"  OpenGotha importer, {size} kB                {taken:8.3f} s")
    xml = FORMATS["opengotha"].write(event)
    print(
        f"  OpenGotha importer, 1,000 players        {seconds(lambda: FORMATS['opengotha'].read(xml)):8.3f} s"
    )
    document = FORMATS["miai"].write(event)
    print(
        f"  .miai document, 1,000 players            {seconds(lambda: FORMATS['miai'].read(document)):8.3f} s"
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "demo.miai"
        path.write_bytes(FORMATS["miai"].write(big_event(40, 5)))
        command = [sys.executable, "-m", "miai", "standings", str(path)]
        cold = seconds(lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL))
        print(f"  miai standings, 40 players, cold start   {cold:8.3f} s")


if __name__ == "__main__":
    main()
