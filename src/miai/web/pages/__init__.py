"""All pages; the order of those with a title is their order in the rail."""

from miai.web.pages.access.routes import page as access
from miai.web.pages.account.routes import page as account
from miai.web.pages.accounts.routes import page as accounts
from miai.web.pages.ask.routes import page as ask
from miai.web.pages.audit.routes import page as audit
from miai.web.pages.audit.routes import server_page as server_audit
from miai.web.pages.backups.routes import page as backups
from miai.web.pages.bands.routes import page as bands
from miai.web.pages.check_draw.routes import page as check_draw
from miai.web.pages.club_site.routes import page as club_site
from miai.web.pages.congress.check_in import page as check_in
from miai.web.pages.congress.clashes import draw_page as draw_elsewhere
from miai.web.pages.congress.clashes import page as clashes
from miai.web.pages.congress.events import page as congress_events
from miai.web.pages.congress.new_congress import page as new_congress
from miai.web.pages.congress.person import page as person
from miai.web.pages.congress.public import page as congress_public
from miai.web.pages.congress.timetable import page as congress_timetable
from miai.web.pages.draw.routes import page as draw
from miai.web.pages.draw.routes_by_hand import page as draw_hand
from miai.web.pages.fees.routes import page as fees
from miai.web.pages.files.routes import page as files
from miai.web.pages.forecast.routes import page as forecast
from miai.web.pages.health.routes import page as health
from miai.web.pages.history.routes import page as history
from miai.web.pages.join.routes import page as join
from miai.web.pages.kiosk.routes import page as kiosk
from miai.web.pages.live_stream.routes import page as live
from miai.web.pages.members.routes import page as members
from miai.web.pages.new_tournament.routes import page as new
from miai.web.pages.overlay.routes import page as overlay
from miai.web.pages.overview.routes import page as overview
from miai.web.pages.own_list.routes import page as own_list
from miai.web.pages.phone_actions.routes import page as phone_actions
from miai.web.pages.player.routes import page as player
from miai.web.pages.players.routes import page as players
from miai.web.pages.players.routes_check_in import page as players_check_in
from miai.web.pages.players_import.routes import page as players_import
from miai.web.pages.players_update.routes import page as players_update
from miai.web.pages.preferences.routes import page as look
from miai.web.pages.printing.routes import page as printing
from miai.web.pages.private_links.routes import open_page as open_link
from miai.web.pages.private_links.routes import page as private_links
from miai.web.pages.prizes.routes import page as prizes
from miai.web.pages.programs.routes import page as programs
from miai.web.pages.programs.routes import reference_page as api_reference
from miai.web.pages.programs.routes import server_page as server_tokens
from miai.web.pages.projector.routes import page as projector
from miai.web.pages.public.routes import page as public
from miai.web.pages.publish.routes import page as publish
from miai.web.pages.ratings.routes import page as ratings
from miai.web.pages.results.routes import page as results
from miai.web.pages.save.routes import page as save
from miai.web.pages.schedule.routes import page as schedule
from miai.web.pages.second_laptop.routes import everybody as second_laptop_pages
from miai.web.pages.second_laptop.routes import page as second_laptop
from miai.web.pages.settings.routes import page as settings
from miai.web.pages.side.routes import page as side
from miai.web.pages.sign_in.routes import page as sign_in
from miai.web.pages.sign_up.routes import page as sign_up_form
from miai.web.pages.sign_ups.routes import page as sign_up
from miai.web.pages.stages.routes import page as stages
from miai.web.pages.standings.routes import page as standings
from miai.web.pages.teams.routes import page as teams
from miai.web.pages.tournaments.routes import page as tournaments
from miai.web.pages.undo.routes import page as undo
from miai.web.pages.unpublish.routes import page as unpublish
from miai.web.server.page import Page

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
