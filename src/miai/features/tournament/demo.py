"""The demo tournament that comes with Miai."""

from importlib.resources import files

from miai.formats import FORMATS, Reading


def demo() -> Reading:
    """A small invented McMahon tournament before its last round."""
    return FORMATS["miai"].read(files("miai").joinpath("demo.miai").read_bytes())
