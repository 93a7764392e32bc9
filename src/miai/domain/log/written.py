"""An entry as it was written: its version and its text, so that its hash is the same for ever."""

from dataclasses import dataclass, field
from typing import Any

from miai.domain.log.sealing import Seal, new_secret


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """The version, fields and seal in which an entry was read; of a new one only the secret for its salts.

    `about` is the JSON of the fields of the `event`, as text. For another event they do not count.
    """

    secret: str = field(default_factory=new_secret, repr=False)
    version: int = 0
    about: str = ""
    seal: Seal | None = None
    event: Any = None
