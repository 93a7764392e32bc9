"""Rating a large event."""

from functools import partial

from bench.standings import big_event
from bench.timing import seconds
from miai.engine.rating import SYSTEMS
from miai.engine.rating.event import rated_event


def main() -> None:
    """Print the times."""
    print("\nRating 1,000 players over 10 rounds (median of 5)")
    event = rated_event(big_event(1000, 10))
    for key, system in SYSTEMS.items():
        print(f"  {key:12} {seconds(partial(system().rate, event)):8.3f} s")


if __name__ == "__main__":
    main()
