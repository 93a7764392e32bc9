"""Calibrate ratings on the results of files."""

from collections.abc import Sequence
from pathlib import Path

from miai.formats import read_file
from miai.lab.calibrate import Calibration, calibrate


def calibrate_files(paths: Sequence[Path], *, lenient: bool = False) -> Calibration:
    """Compare ratings with the results of all these tournaments."""
    return calibrate(read_file(path, lenient=lenient).tournament for path in paths)
