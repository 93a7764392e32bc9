"""All pages; the order of those with a title is their order in the rail."""

from miai.features.accounts.page.access import page as access
from miai.features.accounts.page.account import page as account
from miai.features.accounts.page.accounts import page as accounts
from miai.features.accounts.page.audit import page as audit
from miai.features.accounts.page.audit import server_page as server_audit
from miai.features.accounts.page.join import page as join
from miai.features.accounts.page.members import page as members
from miai.features.accounts.page.preferences import page as look
from miai.features.accounts.page.sign_in import page as sign_in
from miai.features.bands.page import page as bands
from miai.features.club_site.page import page as club_site
from miai.features.congress.page.check_in import page as check_in
from miai.features.congress.page.clashes import draw_page as draw_elsewhere
from miai.features.congress.page.clashes import page as clashes
from miai.features.congress.page.events import page as congress_events
from miai.features.congress.page.new_congress import page as new_congress
from miai.features.congress.page.person import page as person
from miai.features.congress.page.public import page as congress_public
from miai.features.congress.page.timetable import page as congress_timetable
from miai.features.draw.page.routes import page as draw
from miai.features.draw.page.routes_by_hand import page as draw_hand
from miai.features.fees.page import page as fees
from miai.features.files.page.routes import page as files
from miai.features.files.page.save import page as save
from miai.features.forecast.page import page as forecast
from miai.features.history.page.routes import page as history
from miai.features.history.page.undo import page as undo
from miai.features.hosting.page.backups import page as backups
from miai.features.hosting.page.health import page as health
from miai.features.kiosk.page import page as kiosk
from miai.features.links.page import open_page as open_link
from miai.features.links.page import page as private_links
from miai.features.overview.page.routes import page as overview
from miai.features.phones.page import page as phone_actions
from miai.features.players.page.check_in import page as players_check_in
from miai.features.players.page.import_players import page as players_import
from miai.features.players.page.own_list import page as own_list
from miai.features.players.page.player import page as player
from miai.features.players.page.players import page as players
from miai.features.players.page.side import page as side
from miai.features.players.page.update_players import page as players_update
from miai.features.printing.page.routes import page as printing
from miai.features.prizes.page import page as prizes
from miai.features.programs.page import page as programs
from miai.features.programs.page import reference_page as api_reference
from miai.features.programs.page import server_page as server_tokens
from miai.features.projector.page.overlay import page as overlay
from miai.features.projector.page.projector import page as projector
from miai.features.public.page.ask import page as ask
from miai.features.public.page.live_stream import page as live
from miai.features.public.page.public import page as public
from miai.features.publish.page.publish import page as publish
from miai.features.publish.page.unpublish import page as unpublish
from miai.features.ratings.page import page as ratings
from miai.features.results.page.routes import page as results
from miai.features.schedule.page.routes import page as schedule
from miai.features.second_laptop.page.routes import everybody as second_laptop_pages
from miai.features.second_laptop.page.routes import page as second_laptop
from miai.features.second_laptop.page.wire import router as _wire
from miai.features.settings.page.routes import page as settings
from miai.features.sign_up.page.sign_up import page as sign_up_form
from miai.features.sign_up.page.sign_ups import page as sign_up
from miai.features.stages.page.routes import page as stages
from miai.features.standings.page.routes import page as standings
from miai.features.teams.page.routes import page as teams
from miai.features.tournament.page.new_tournament import page as new
from miai.features.tournament.page.tournaments import page as tournaments
from miai.features.verify.page import page as check_draw
from miai.server.page import Page

PAGES: tuple[Page, ...] = (
    overview, players, check_in, draw, results, standings, congress_events, congress_timetable,
    stages, teams, schedule, prizes, printing, publish, sign_up, clashes, fees, history, settings,
    members, audit,
    players_check_in, players_import, players_update, own_list, bands, side, player,
    forecast, ratings, person, draw_elsewhere, new_congress,
    tournaments, backups, new, draw_hand, sign_in, access, look, undo, live, save, files,
    congress_public, public, projector, check_draw, club_site, overlay,
    private_links, open_link,
    unpublish,
    ask,
    health,
    join, account, accounts, server_audit,
    sign_up_form, phone_actions, kiosk,
    programs, server_tokens, api_reference,
    second_laptop, second_laptop_pages,
)  # fmt: skip
# What a second laptop asks of the first one.
WIRE = _wire
