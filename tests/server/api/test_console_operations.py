"""Whatever the console does, the API does: each form has its operation, or a reason why there is none."""

import pytest
from fastapi.routing import APIRoute

from miai.mounts.pages import all_pages
from miai.serving.api_schema import document
from miai.serving.application import api_app

BROWSERS = "only browsers sign in, and have their own look"
PHONES = "a player does it with a private link on a phone"
ACCOUNTS = "accounts and roles are of people: administrators manage them at the console or by miai account"
MACHINES = (
    "it is about this machine and the one beside it: at the console, or by miai follow and miai promote"
)
KIOSK = "a tablet at the entrance"
# The operations that do what each form does.
DONE_BY = {
    "/backups/check": "check_everything",
    "/backups/choose": "choose_entries",
    "/backups/now": "back_up",
    "/backups/restore": "restore_tournament",
    "/backups/delete": "delete_damaged",
    "/new": "create_tournament",
    "/new/file": "import_tournament",
    "/new/copy": "copy_tournament",
    "/new/congress": "create_congress",
    "/access/tokens": "make_server_token",
    "/access/tokens/revoke": "revoke_server_token",
    "/t/{id}/settings/details": "change_details",
    "/t/{id}/settings/rules": "change_settings",
    "/t/{id}/settings/delete": "delete_tournament",
    "/t/{id}/players/new": "enter_players",
    "/t/{id}/players/take": "check_in enter_from_list enter_from_own_list",
    "/t/{id}/players/typed": "enter_players",
    "/t/{id}/players/check-in": "check_in",
    "/t/{id}/players/check-in-several": "check_in",
    "/t/{id}/players/attendance": "set_attendance",
    "/t/{id}/players/bar": "change_settings",
    "/t/{id}/players/across": "set_bar_side",
    "/t/{id}/players/side": "enter_side",
    "/t/{id}/players/{player}/side": "change_side",
    "/t/{id}/players/{player}/change": "change_player",
    "/t/{id}/players/{player}/swap": "change_player",
    "/t/{id}/players/new/swap": "enter_players",
    "/t/{id}/players/{player}/attendance": "set_attendance",
    "/t/{id}/players/{player}/withdraw": "withdraw_player",
    "/t/{id}/players/{player}/back": "change_player",
    "/t/{id}/players/{player}/remove": "remove_player",
    "/t/{id}/players/{player}/late": "take_late_player",
    "/t/{id}/players/import": "preview_table",
    "/t/{id}/players/import/enter": "enter_table",
    "/t/{id}/players/lists": "import_list",
    "/t/{id}/players/lists/use": "use_lists",
    "/t/{id}/players/lists/date": "date_list",
    "/t/{id}/players/lists/delete": "delete_list",
    "/t/{id}/players/own": "change_own_list",
    "/t/{id}/players/update": "update_from_lists",
    "/t/{id}/players/update/freeze": "freeze_ratings",
    "/t/{id}/players/bands/build": "build_bands",
    "/t/{id}/players/bands/separation": "change_band",
    "/t/{id}/players/bands/merge": "merge_bands",
    "/t/{id}/players/bands/limit": "change_band",
    "/t/{id}/players/bands/move": "move_to_band",
    "/t/{id}/players/bands/remove": "remove_bands",
    "/t/{id}/draw/make": "make_draw",
    "/t/{id}/draw/rest": "pair_rest_again",
    "/t/{id}/draw/take-back": "take_draw_back",
    "/t/{id}/draw/publish": "publish_round",
    "/t/{id}/draw/swap": "swap_players",
    "/t/{id}/draw/unpair": "unpair_board",
    "/t/{id}/draw/lock": "change_board",
    "/t/{id}/draw/lock-bye": "set_bye",
    "/t/{id}/draw/colours": "change_board",
    "/t/{id}/draw/terms": "change_board",
    "/t/{id}/draw/table": "change_board",
    "/t/{id}/draw/bye": "set_bye",
    "/t/{id}/draw/never": "keep_apart",
    "/t/{id}/draw/force": "force_game",
    "/t/{id}/draw/seat": "fix_table",
    "/t/{id}/draw/off": "keep_off_table",
    "/t/{id}/draw/volunteer": "offer_bye",
    "/t/{id}/draw/elsewhere": "mark_absent_elsewhere",
    "/t/{id}/results/enter": "enter_result",
    "/t/{id}/results/correct": "enter_result",
    "/t/{id}/history/correct": "enter_result",
    "/t/{id}/results/delay": "delay_game",
    "/t/{id}/results/undo": "undo_my_result",
    "/t/{id}/results/bonus": "give_bonus",
    "/t/{id}/undo": "undo",
    "/t/{id}/redo": "redo",
    "/t/{id}/standings/criteria": "set_criteria get_standings",
    "/t/{id}/standings/finalise": "finalise_standings",
    "/t/{id}/standings/reopen": "reopen_standings",
    "/t/{id}/publish/pairings": "publish_round",
    "/t/{id}/publish/standings": "publish_standings",
    "/t/{id}/print/publish": "publish_round",
    "/t/{id}/publish/api/tokens": "make_token",
    "/t/{id}/publish/api/tokens/revoke": "revoke_one_token",
    "/t/{id}/publish/api/webhooks": "add_webhook",
    "/t/{id}/publish/api/webhooks/again": "retry_webhook",
    "/t/{id}/publish/api/webhooks/remove": "remove_webhook",
    "/t/{id}/prizes": "set_prizes",
    "/t/{id}/prizes/suggest": "set_prizes",
    "/t/{id}/fees": "change_settings",
    "/t/{id}/fees/paid": "record_payment",
    "/t/{id}/schedule": "set_schedule",
    "/t/{id}/schedule/all": "set_schedule",
    "/t/{id}/schedule/late": "settle_late_games",
    "/t/{id}/schedule/clock": "run_clock",
    "/t/{id}/schedule/shift": "shift_rounds",
    "/t/{id}/schedule/off": "clear_schedule",
    "/t/{id}/teams/new": "enter_team",
    "/t/{id}/teams/{team}": "change_team",
    "/t/{id}/teams/{team}/line-up": "state_line_up",
    "/t/{id}/teams/{team}/line-up/clear": "clear_line_up",
    "/t/{id}/teams/{team}/rest": "set_rests",
    "/t/{id}/teams/{team}/remove": "remove_team",
    "/t/{id}/stages/add/plan": "plan_stages",
    "/t/{id}/stages/all/spread": "spread_players",
    "/t/{id}/stages/all/draw": "draw_stages",
    "/t/{id}/stages/all/publish": "publish_stages",
    "/t/{id}/stages/add/groups": "open_groups",
    "/t/{id}/stages/add/stage": "open_stage",
    "/t/{id}/stages/{stage}/move": "move_to_group",
    "/t/{id}/stages/{stage}/replace": "replace_entrant",
    "/t/{id}/stages/{stage}/play-off": "open_play_off",
    "/t/{id}/stages/{stage}/keep": "keep_entrants",
    "/t/{id}/stages/{stage}/fill": "fill_stage",
    "/t/{id}/stages/{stage}/entrants": "set_entrants",
    "/t/{id}/stages/{stage}/plan": "change_stage",
    "/t/{id}/stages/{stage}/settle": "settle_losers",
    "/t/{id}/stages/{stage}/remove": "remove_stage",
    "/t/{id}/events/add": "add_event create_event",
    "/t/{id}/events/change": "change_event",
    "/t/{id}/events/move": "order_events",
    "/t/{id}/events/remove": "remove_event",
    "/t/{id}/events/{event}/people": "connect_people",
    "/t/{id}/events/update": "bring_events_up_to_date",
    "/t/{id}/players/{player}/events": "enter_events",
    "/t/{id}/clashes/absent": "mark_absent_elsewhere",
    "/t/{id}/check-in/take": "check_in enter_from_list enter_from_own_list",
    "/t/{id}/check-in/typed": "enter_players",
    "/t/{id}/check-in/away": "check_in",
    "/t/{id}/check-in/paid": "receive_payment",
}
DONE_BY |= {
    "/t/{id}/publish/unpublish": "unpublish_round",
    "/t/{id}/publish/unpublish-standings": "unpublish_standings",
    "/t/{id}/sign-up/form": "change_sign_up_form",
    "/t/{id}/sign-up/open": "open_sign_up",
    "/t/{id}/sign-up/close": "close_sign_up",
    "/t/{id}/show/reports": "change_phone_options",
    "/t/{id}/show/standings": "change_settings",
    "/t/{id}/sign-up/phones": "change_phone_options",
    "/t/{id}/sign-up/accept": "accept_sign_up",
    "/t/{id}/sign-up/accept-clear": "accept_clear_sign_ups",
    "/t/{id}/sign-up/decline": "decline_sign_up",
    "/t/{id}/links/issue": "issue_links",
    "/t/{id}/links/revoke": "revoke_links",
    "/t/{id}/links/cards": "issue_links",
    "/t/{id}/links/file": "issue_links",
    "/t/{id}/club-site": "link_club_site",
    "/t/{id}/club-site/remove": "unlink_club_site",
    "/t/{id}/club-site/players": "pull_players_of_club_site",
    "/t/{id}/club-site/send": "send_to_club_site",
}
# Forms without an operation, and why.
WITHOUT = {
    **dict.fromkeys(
        (
            "/account/name",
            "/account/password",
            "/accounts/add",
            "/accounts/change",
            "/accounts/password",
            "/join/{token}",
            "/join/{token}/account",
            "/t/{id}/members",
            "/t/{id}/members/change",
            "/t/{id}/members/revoke",
        ),
        ACCOUNTS,
    ),
    **dict.fromkeys(
        (
            "/second-laptop/carry-over",
            "/second-laptop/code",
            "/second-laptop/dismiss",
            "/second-laptop/follow",
            "/second-laptop/remove",
            "/second-laptop/take-over",
        ),
        MACHINES,
    ),
    **dict.fromkeys(
        (
            "/p/{id}/me/{token}/attendance",
            "/p/{id}/me/{token}/bye",
            "/p/{id}/me/{token}/here",
            "/p/{id}/me/{token}/leave",
            "/p/{id}/player/{player}/report",
            "/p/{id}/sign-up",
            "/p/{id}/sign-up/{token}",
            "/p/{id}/sign-up/{token}/withdraw",
        ),
        PHONES,
    ),
    "/kiosk/{id}/here": KIOSK,
    "/kiosk/{id}/open/{code}": KIOSK,
    "/t/{id}/sign-up/kiosk": KIOSK,
    "/look": BROWSERS,
    "/t/{id}/publish/witnesses": "nothing of the event changes: the director has read a note",
    **dict.fromkeys(
        ("/t/{id}/show/phones/off", "/t/{id}/show/phones/on", "/t/{id}/show/phones/seen"),
        "nothing of the event changes: the director at the machine opens it to phones",
    ),
    "/t/{id}/settings/rules/notes": "nothing is saved: notes about a form that is being filled in",
    "/sign-in": BROWSERS,
    "/sign-out": BROWSERS,
    "/access/password": BROWSERS,
    "/access/remove": BROWSERS,
    "/access/end": BROWSERS,
    "/access/end-others": BROWSERS,
    "/p/{id}/me": PHONES,
    "/p/{id}/me/{token}/report": PHONES,
}


@pytest.fixture(scope="module")
def operations() -> set[str]:
    paths = document(api_app())["paths"].values()
    return {operation["operationId"] for each in paths for operation in each.values()}


def test_every_form_of_the_console_has_an_operation_or_a_reason() -> None:
    forms = {
        route.path
        for page in all_pages()
        for route in page.router.routes
        if isinstance(route, APIRoute) and "POST" in (route.methods or ())
    }
    assert forms == {*DONE_BY, *WITHOUT}


def test_every_operation_that_is_named_exists(operations: set[str]) -> None:
    assert {name for names in DONE_BY.values() for name in names.split()} <= operations
