"""Run Miai with `python -m miai`."""

from miai.cli import main

main()
