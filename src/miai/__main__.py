"""Run Miai with `python -m miai`."""

from miai.main import main

main()
