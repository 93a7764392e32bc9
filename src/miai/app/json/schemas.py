"""The answers of commands as JSON: what each is called, its version, and its JSON Schema.

The schemas are made from the types that the answers are checked against. A version grows when something that
scripts may depend on is removed or changes its meaning; new keys do not change it.
"""

from importlib import import_module
from typing import Any

# The type of each answer of version 1, by its name.
_TYPES = {
    "account-list": "miai.app.json.accounts:AccountsJson",
    "audit": "miai.app.json.accounts:AuditJson",
    "bands": "miai.app.json.bands:BandsJson",
    "bar": "miai.app.json.bar:BarJson",
    "bonus": "miai.app.json.bonus:BonusesJson",
    "bracket": "miai.app.json.draw:BracketJson",
    "check": "miai.app.json.data:StoreCheckJson",
    "congress-clashes": "miai.app.json.congress:ClashesJson",
    "congress-create": "miai.app.json.congress:CreatedCongressJson",
    "congress-events": "miai.app.json.congress:CongressEventsJson",
    "congress-people": "miai.app.json.congress:CongressPeopleJson",
    "congress-timetable": "miai.app.json.congress:TimetableJson",
    "convert": "miai.app.json.files:ConversionJson",
    "explain": "miai.app.json.draw:ExplanationJson",
    "fees": "miai.app.json.fees:FeesJson",
    "forecast": "miai.app.json.forecast:ForecastJson",
    "formats": "miai.app.json.files:FormatsJson",
    "games": "miai.app.json.weeks:OpenGamesJson",
    "lab-generate": "miai.app.json.lab:GeneratedJson",
    "lab-report": "miai.app.json.lab:FiguresJson",
    "list-check": "miai.app.json.lists:EntryCheckJson",
    "list-import": "miai.app.json.lists:ImportedListJson",
    "list-published": "miai.app.json.lists:PublishedJson",
    "list-search": "miai.app.json.lists:SearchJson",
    "list-show": "miai.app.json.lists:ListsJson",
    "list-update": "miai.app.json.lists:EntrantUpdatesJson",
    "pair": "miai.app.json.draw:DrawJson",
    "pairings": "miai.app.json.players:PairingsJson",
    "players": "miai.app.json.players:PlayersJson",
    "plugins": "miai.app.json.files:PluginsJson",
    "quality": "miai.app.json.quality:QualityJson",
    "rate": "miai.app.json.rating:RatingJson",
    "rules": "miai.app.json.rules:RulesJson",
    "show": "miai.app.json.files:SummaryJson",
    "signups": "miai.app.json.sign_up:SignUpsJson",
    "stage-list": "miai.app.json.stages:StagesJson",
    "standings": "miai.app.json.standings:StandingsJson",
    "standings-individuals": "miai.app.json.teams:IndividualsJson",
    "standings-teams": "miai.app.json.teams:TeamStandingsJson",
    "standings-whole": "miai.app.json.stages:WholeStandingsJson",
    "teams": "miai.app.json.teams:TeamsJson",
    "token-add": "miai.app.json.programs:MadeTokenJson",
    "token-list": "miai.app.json.programs:TokensJson",
    "validate": "miai.app.json.uploads:UploadJson",
    "verify": "miai.app.json.verify:VerificationJson",
    "weights": "miai.app.json.draw:WeightsJson",
    "why-not": "miai.app.json.draw:WhyNotJson",
}
# Studies: their answers change with what is studied, so their keys are no promise.
STUDIES = (
    "lab-calibrate",
    "lab-forecast-check",
    "lab-informed",
    "lab-league",
    "lab-probe",
    "lab-reproduce",
    "lab-search",
)
_VERSION = 1
ANSWERS = tuple(sorted((*_TYPES, *STUDIES)))


def schema_name(answer: str) -> str:
    """What stands in an answer as its schema."""
    if answer not in ANSWERS:
        raise KeyError(answer)
    return f"miai.{answer}/{_VERSION}"


def json_schema(answer: str) -> dict[str, Any]:
    """The JSON Schema of an answer."""
    from pydantic import TypeAdapter  # noqa: PLC0415 - only the reference needs it

    made: dict[str, Any] = {"type": "object", "properties": {}}
    if answer in _TYPES:
        module, _, name = _TYPES[answer].partition(":")
        made = TypeAdapter(getattr(import_module(module), name)).json_schema()
    for part in (made, *made.get("$defs", {}).values()):
        _tidy(part)
    made["properties"] = {"schema": {"const": schema_name(answer)}, **made["properties"]}
    made["required"] = ["schema", *made.get("required", ())]
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": f"urn:{schema_name(answer)}"}
    return {**head, **made}


def _tidy(part: dict[str, Any]) -> None:
    """Without titles, which repeat the keys."""
    part.pop("title", None)
    for each in part.get("properties", {}).values():
        each.pop("title", None)
