"""The fields of a proof: nothing may be missing, and nothing else may stand beside them."""

from collections.abc import Mapping
from typing import Any

Json = Any

_OF_ALL = frozenset(
    "format event round sides system preset seed log players boards byes unpaired claim".split()
)
_OF_PRICES = frozenset("rules forbidden bye_costs forced nearest best duals blossoms".split())
_PLAYERS = frozenset(
    "name grade club country score group place of up down balance last level category byes".split()
)
_RULE = frozenset("key title form bits count prices".split())
_BY_FORM = {"pairs": _RULE, "groups": _RULE | {"outside"}, "kinds": _RULE | {"kinds"}}
_CLAIMS = {"plan": frozenset(("kind", "repeated", "tables"))}
_PRICED_CLAIM = frozenset(("kind", "total", "extra", "tables"))


def has_its_fields(about: Mapping[str, Json]) -> bool:
    """True if all objects of a proof have their fields and no others; values are checked where they count."""
    try:
        claim = about["claim"]
        planned = claim["kind"] == "plan"
        return (
            about.keys() == (_OF_ALL if planned else _OF_ALL | _OF_PRICES)
            and claim.keys() == _CLAIMS.get(str(claim["kind"]), _PRICED_CLAIM)
            and about["log"].keys() == {"entry", "hash"}
            and about["players"].keys() - {"id"} == _PLAYERS
            and all(isinstance(values, list) for values in about["players"].values())
            and (planned or _of_prices(about))
        )
    except (KeyError, TypeError, AttributeError):
        return False


def _of_prices(about: Mapping[str, Json]) -> bool:
    keys = [rule["key"] for rule in about["rules"]]
    return (
        all(rule.keys() == _BY_FORM[rule["form"]] for rule in about["rules"])
        and len(set(keys)) == len(keys)
        and about["forbidden"].keys() == {"bits", "count"}
        and about["best"].keys() == {"pairs", "bye", "total"}
    )
