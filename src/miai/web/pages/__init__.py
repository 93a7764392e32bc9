"""All pages; the order of those with a title is their order in the rail."""

from miai.web.pages.access.routes import page as access
from miai.web.pages.backups.routes import page as backups
from miai.web.pages.bands.routes import page as bands
from miai.web.pages.draw.routes import page as draw
from miai.web.pages.draw.routes_by_hand import page as draw_hand
from miai.web.pages.fees.routes import page as fees
from miai.web.pages.files.routes import page as files
from miai.web.pages.forecast.routes import page as forecast
from miai.web.pages.history.routes import page as history
from miai.web.pages.live_stream.routes import page as live
from miai.web.pages.new_tournament.routes import page as new
from miai.web.pages.overview.routes import page as overview
from miai.web.pages.own_list.routes import page as own_list
from miai.web.pages.player.routes import page as player
from miai.web.pages.players.routes import page as players
from miai.web.pages.players.routes_check_in import page as players_check_in
from miai.web.pages.players_import.routes import page as players_import
from miai.web.pages.players_update.routes import page as players_update
from miai.web.pages.preferences.routes import page as look
from miai.web.pages.printing.routes import page as printing
from miai.web.pages.prizes.routes import page as prizes
from miai.web.pages.projector.routes import page as projector
from miai.web.pages.public.routes import page as public
from miai.web.pages.publish.routes import page as publish
from miai.web.pages.ratings.routes import page as ratings
from miai.web.pages.results.routes import page as results
from miai.web.pages.save.routes import page as save
from miai.web.pages.schedule.routes import page as schedule
from miai.web.pages.settings.routes import page as settings
from miai.web.pages.side.routes import page as side
from miai.web.pages.sign_in.routes import page as sign_in
from miai.web.pages.standings.routes import page as standings
from miai.web.pages.teams.routes import page as teams
from miai.web.pages.tournaments.routes import page as tournaments
from miai.web.pages.undo.routes import page as undo
from miai.web.server.page import Page

PAGES: tuple[Page, ...] = (
    overview, players, draw, results, standings,
    teams, schedule, prizes, printing, publish, history, settings,
    players_check_in, players_import, players_update, own_list, bands, side, player,
    forecast, ratings, fees,
    tournaments, backups, new, draw_hand, sign_in, access, look, undo, live, save, files, public, projector,
)  # fmt: skip
