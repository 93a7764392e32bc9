"""All benches in one run: `make bench`, or `python -m bench NAME …` for some."""

import argparse
import ast
from importlib import import_module
from pathlib import Path

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
# Run by name only: one writes what the other compares on a machine with a GPU.
GPU_BENCHES = ("gpu_data", "gpu")


def main() -> None:
    """Run the benches named on the command line, or all."""
    known = (*BENCHES, *GPU_BENCHES)
    parser = argparse.ArgumentParser(
        prog="python -m bench",
        description="Measure times and ratios. Without a name all benches but those of the GPU are run.",
        epilog="\n".join(["benches:", *(f"  {name:<11}{subject(name)}" for name in known)]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", metavar="NAME", nargs="*", help="a bench of the list below")
    names = parser.parse_args().names
    for name in names:
        if name not in known:
            parser.error(f"there is no bench '{name}': {', '.join(known)}")
    for name in names or BENCHES:
        import_module(f"bench.{name}").main()


def subject(name: str) -> str:
    """What a bench measures: the first line of its module, which may need libraries to be imported."""
    module = ast.parse((Path(__file__).parent / f"{name}.py").read_text())
    return (ast.get_docstring(module) or "").split("\n")[0]


if __name__ == "__main__":
    main()
