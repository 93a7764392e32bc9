"""One draw by every system."""

from functools import partial

import miai
from bench.standings import big_event
from bench.timing import seconds
from miai.engine.pairing.registry import ALL_SYSTEMS

SIZES = (100, 500, 1000)
# Why a system may take longer than ten times mcmahon at 500.
REASONS: dict[str, str] = {}


def main() -> None:
    """Print the times, and how many times mcmahon's they are."""
    print("\nOne draw of round 4 (schedules: round 1), median of 3")
    events = {size: big_event(size, 3) for size in SIZES}
    fields = {size: big_event(size, 0) for size in SIZES}
    base: dict[int, float] = {}
    for key, system in ALL_SYSTEMS.items():
        columns = []
        for size in SIZES:
            event, number = (fields[size], 1) if system.abilities.plans_rounds else (events[size], 4)
            taken = seconds(partial(miai.pair, event, round=number, system=key), 3)
            base.setdefault(size, taken)
            columns.append(f"{size:5}: {taken:7.3f} s ({taken / base[size]:5.1f}x)")
        print(f"  {key:20} {'  '.join(columns)}  {REASONS.get(key, '')}")


if __name__ == "__main__":
    main()
