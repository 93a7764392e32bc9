"""What tokens that only read do not see: money, birth years and other private fields of people."""

from typing import Any

from miai.store.accounts.programs_protocol import ApiToken

# The private fields of a player, and what stands there instead.
_HIDDEN: dict[str, Any] = {
    "fee": None,
    "paid": 0,
    "birth_year": None,
    "sex": None,
    "extras": [],
    "not_same_as": [],
}


def without_private(value: Any) -> Any:
    """The JSON of something with all players in it as everybody may see them."""
    match value:
        case {"surname": _, "paid": _} | {"surname": _, "not_same_as": _}:
            return {name: _HIDDEN.get(name, without_private(inner)) for name, inner in value.items()}
        case dict():
            return {name: without_private(inner) for name, inner in value.items()}
        case list():
            return [without_private(inner) for inner in value]
    return value


def session_of(token: ApiToken) -> str:
    """What the entries of a token are known by, as those of a browser are by its session."""
    return f"api-{token.id}"


PATH = "/api/v1"


SCHEMA_PATH = "/openapi.json"
