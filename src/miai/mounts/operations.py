"""The operations of the API, by what they are about."""

from miai.features.bands.api import operations as bands
from miai.features.club_site.api import operations as club_site
from miai.features.congress.api import operations as congress
from miai.features.draw.api import operations as draw
from miai.features.fees.api import operations as fees
from miai.features.files.api import operations as files
from miai.features.forecast.api import operations as forecast
from miai.features.history.api import operations as history
from miai.features.hosting.api import operations as server
from miai.features.links.api import operations as links
from miai.features.lists.api import operations as lists
from miai.features.players.api import operations as players
from miai.features.prizes.api import operations as prizes
from miai.features.programs.api import operations as programs
from miai.features.ratings.api import operations as ratings
from miai.features.results.api import operations as results
from miai.features.schedule.api import operations as schedule
from miai.features.settings.api import operations as settings
from miai.features.sign_up.api import operations as sign_up
from miai.features.stages.api import operations as stages
from miai.features.standings.api import operations as standings
from miai.features.teams.api import operations as teams
from miai.features.tournament.api import operations as tournaments
from miai.server.api.operations import Operations

OPERATIONS: tuple[Operations, ...] = (
    tournaments, settings, players, sign_up, links, club_site, draw, results, standings, prizes, fees,
    ratings, forecast, schedule, teams, stages, bands, congress, files, lists, history, programs, server,
)  # fmt: skip
