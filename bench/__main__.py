"""All benches in one run: `make bench`, or `python -m bench NAME` for one."""

import sys
from importlib import import_module

BENCHES = (
    "standings",
    "matching",
    "pairing",
    "rating",
    "lists",
    "systems",
    "simulate",
    "web",
    "phones",
    "proof",
    "large",
    "congress",
    "hosting",
)


def main() -> None:
    """Run the benches named on the command line, or all."""
    for name in sys.argv[1:] or BENCHES:
        import_module(f"bench.{name}").main()


if __name__ == "__main__":
    main()
