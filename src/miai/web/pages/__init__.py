"""All pages; the order of those with a title is their order in the rail."""

from miai.web.page import Page
from miai.web.pages.draw import page as draw
from miai.web.pages.draw_hand import page as draw_hand
from miai.web.pages.history import page as history
from miai.web.pages.live import page as live
from miai.web.pages.look import page as look
from miai.web.pages.new import page as new
from miai.web.pages.overview import page as overview
from miai.web.pages.player import page as player
from miai.web.pages.players import page as players
from miai.web.pages.players_import import page as players_import
from miai.web.pages.printing import page as printing
from miai.web.pages.prizes import page as prizes
from miai.web.pages.projector import page as projector
from miai.web.pages.public import page as public
from miai.web.pages.publish import page as publish
from miai.web.pages.results import page as results
from miai.web.pages.save import page as save
from miai.web.pages.settings import page as settings
from miai.web.pages.sign_in import page as sign_in
from miai.web.pages.standings import page as standings
from miai.web.pages.tournaments import page as tournaments
from miai.web.pages.undo import page as undo

PAGES: tuple[Page, ...] = (
    overview, players, draw, results, standings,
    prizes, printing, publish, history, settings,
    players_import, player,
    tournaments, new, draw_hand, sign_in, look, undo, live, save, public, projector,
)  # fmt: skip
