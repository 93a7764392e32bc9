"""A language: the beginning of Swedish. What is not in the catalogue stays English."""

from importlib.resources import files

from miai.extend import Language

SWEDISH = Language(name="Svenska", locale="sv_SE", catalogue=files("miai_example").joinpath("sv.po"))
