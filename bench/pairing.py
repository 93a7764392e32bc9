"""The whole of `pair` for 1,000 players, beside LEMON's bare solve of the same costs."""

import tempfile
from functools import partial
from pathlib import Path

import miai
from bench.matching import compile_lemon, print_expectation, run_lemon
from bench.standings import big_event
from bench.timing import seconds
from miai.engine.pairing.presets import PRESETS
from miai.features.draw.pair import prepare

PLAYERS = 1000


def main() -> None:
    """Print the times by preset, and the ratio."""
    print(f"\nPairing round 6 of {PLAYERS} players, from the tournament to the reasons (median of 5)")
    event = big_event(PLAYERS, 5)
    times = {preset: seconds(partial(miai.pair, event, round=6, preset=preset)) for preset in PRESETS}
    for preset, taken in times.items():
        print(f"  {preset:8} {taken:8.3f} s")
    with tempfile.TemporaryDirectory() as folder:
        lemon = compile_lemon(Path(folder))
        if lemon is None:
            print("  LEMON is left out: g++ or liblemon-dev is not installed.")
            return
        rival = run_lemon(lemon, prepare(event, round=6).solve().priced.costs, repeats=5).seconds
    print(f"  LEMON's solve alone of the costs of preset miai: {rival:.3f} s")
    print_expectation("all of pair beside LEMON's solve", rival / times["miai"], 1)


if __name__ == "__main__":
    main()
