"""The operations of the API, by what they are about."""

from miai.web.api.operations import Operations
from miai.web.api.routes.bands import operations as bands
from miai.web.api.routes.congress import operations as congress
from miai.web.api.routes.draw import operations as draw
from miai.web.api.routes.files import operations as files
from miai.web.api.routes.history import operations as history
from miai.web.api.routes.lists import operations as lists
from miai.web.api.routes.players import operations as players
from miai.web.api.routes.programs import operations as programs
from miai.web.api.routes.results import operations as results
from miai.web.api.routes.schedule import operations as schedule
from miai.web.api.routes.server import operations as server
from miai.web.api.routes.sign_up import operations as sign_up
from miai.web.api.routes.stages import operations as stages
from miai.web.api.routes.standings import operations as standings
from miai.web.api.routes.teams import operations as teams
from miai.web.api.routes.tournaments import operations as tournaments

OPERATIONS: tuple[Operations, ...] = (
    tournaments, players, sign_up, draw, results, standings, schedule, teams, stages, bands, congress, files,
    lists, history, programs, server,
)  # fmt: skip
