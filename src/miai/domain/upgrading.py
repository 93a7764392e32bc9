"""How an entry of an older version gets the fields of a newer one."""

from collections.abc import Mapping
from typing import Any

Json = Any


def with_fields(raw: Mapping[str, Json], more: Mapping[str, Json], **inner: Json) -> dict[str, Json]:
    """An object with more fields and with the objects inside upgraded; what is no object is left as it is."""
    changed = {name: step(raw[name]) for name, step in inner.items() if isinstance(raw.get(name), dict)}
    return {**raw, **more, **changed}
