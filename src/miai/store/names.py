"""Names for addresses and files."""

import re

from miai.domain.people.names import plain_name

_LONGEST = 40


def slug(text: str) -> str:
    """The plain letters and digits of a text with hyphens between: "Paris, Île-de-France 2026"."""
    return "-".join(re.findall(r"[a-z0-9]+", plain_name(text)))[:_LONGEST].strip("-")
