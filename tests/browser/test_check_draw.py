"""Checking a published draw on a phone, in a real browser."""

import copy
import gzip
import hashlib
import json
import random
from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

from kit.mutated_proofs import swap_boards
from kit.running_site import Running
from miai.domain.log import events
from miai.domain.rounds.game import Result
from miai.engine.verify.proof_file import open_proof
from miai.features.draw.change_draw import swap
from miai.features.draw.draw_round import draw_round, take_back_round
from miai.features.draw.proof import proof_of
from miai.features.players.change_player import withdraw
from miai.features.publish.publish_round import publish_round
from miai.features.publish.unpublish import unpublish_round

Opened = Callable[..., Page]


def test_a_phone_checks_a_draw_and_sees_when_the_log_is_rewritten(server: Running, opened: Opened) -> None:
    desk, demo = server.desk, server.demo
    draw_round(desk, demo, round=5, by="director")
    publish_round(desk, demo, round=5, by="director")
    board = desk.state(demo).tournament.round(5).boards[0]
    white = desk.state(demo).tournament.player(board.white)
    phone = opened(width=390, height=844, has_touch=True, is_mobile=True)
    phone.goto(f"{server.url}/p/{demo}/player/{white.id}")
    phone.get_by_role("link", name="Check this draw").click()
    expect(phone.locator("[data-said='best']")).to_contain_text("No draw is better under these costs")
    # The phone claims nothing that it did not derive: the log is new to it, and its entries are not public.
    expect(phone.locator("[data-said='log first']")).to_contain_text("after the publication: 0")
    expect(phone.locator("[data-said='consistent']")).to_contain_text("follow from the log")
    for said in ("consistent", "best", "log first"):
        expect(phone.locator(f"[data-said='{said}'] svg")).to_have_count(0)
    expect(phone.locator("[data-said='shown ok']")).to_be_visible()
    expect(phone.locator("#terms-said")).to_contain_text("Table 1: this is the game that was drawn")
    expect(phone.get_by_role("cell", name="Equal score")).to_be_visible()

    # The log grows, and a round that was changed by hand says so.
    second = desk.state(demo).tournament.round(5).boards[1]
    swap(desk, demo, round=5, a=board.white, b=second.white, by="director")
    publish_round(desk, demo, round=5, by="director")
    desk.change(
        demo, lambda _: [events.ResultEntered(round=5, table=1, result=Result.WHITE_WINS)], by="director"
    )
    phone.reload()
    expect(phone.locator("[data-said^='changed']")).to_contain_text("Changed tables: 1, 2")
    expect(phone.locator("[data-said='log ok']")).to_contain_text("after the publication: 1")

    # This phone remembers a hash that the log does not have: as if an entry had been rewritten.
    phone.evaluate(
        """() => {
          const key = Object.keys(localStorage).find((each) => each.startsWith("miai-log"));
          const seen = JSON.parse(localStorage.getItem(key));
          localStorage.setItem(key, JSON.stringify({ ...seen, hash: "0".repeat(64) }));
        }"""
    )
    phone.reload()
    expect(phone.locator("[data-said='refused log rewritten']")).to_be_visible()


def test_a_player_with_the_bye_reads_that_there_is_no_pair_and_what_the_proof_compares(
    server: Running, opened: Opened
) -> None:
    desk, demo = server.desk, server.demo
    draw_round(desk, demo, round=5, by="director")
    # One player more or less makes the field odd.
    if not desk.state(demo).tournament.round(5).byes:
        leaving = desk.state(demo).tournament.round(5).boards[-1].white
        take_back_round(desk, demo, round=5, by="director")
        withdraw(desk, demo, leaving, from_round=5, by="director")
        draw_round(desk, demo, round=5, by="director")
    publish_round(desk, demo, round=5, by="director")
    [bye] = desk.state(demo).tournament.round(5).byes
    phone = opened(width=390, height=844)
    phone.goto(f"{server.url}/p/{demo}/check?round=5&player={bye.player}")
    expect(phone.locator("[data-said='best']")).to_be_visible()
    name = desk.state(demo).tournament.player(bye.player).name
    expect(phone.locator("#terms-said")).to_contain_text(f"{name} has the bye in this round")
    expect(phone.locator("#terms-said")).to_contain_text("who sits out follows the order of the bye")
    expect(phone.locator("#terms table")).to_be_hidden()
    phone.get_by_label("Opponent").select_option(index=1)
    expect(phone.get_by_role("cell", name="Equal score")).to_be_visible()
    expect(phone.locator("#terms-said")).to_contain_text("This game was not drawn")


def test_an_open_page_goes_with_the_pairings_when_the_round_is_unpublished(
    server: Running, opened: Opened
) -> None:
    draw_round(server.desk, server.demo, round=5, by="director")
    publish_round(server.desk, server.demo, round=5, by="director")
    phone = opened(width=390, height=844)
    phone.goto(f"{server.url}/p/{server.demo}/check?round=5")
    expect(phone.locator("[data-said='best']")).to_be_visible()
    unpublish_round(server.desk, server.demo, round=5, by="director")
    expect(phone.get_by_text("The director unpublished the pairings of round 5")).to_be_visible()
    expect(phone.locator("[data-said]")).to_have_count(0)
    expect(phone.locator("#terms")).to_have_count(0)


def test_a_tampered_proof_is_refused_also_where_the_log_names_it(server: Running, opened: Opened) -> None:
    draw_round(server.desk, server.demo, round=5, by="director")
    publish_round(server.desk, server.demo, round=5, by="director")
    proof = open_proof(proof_of(server.desk, server.demo, round=5).file)
    about, packed = copy.deepcopy(proof.about), bytearray(proof.packed)
    assert swap_boards(about, packed, random.Random(1))
    content = json.dumps(about).encode() + b"\n" + packed
    phone = opened(width=390, height=844)
    page = f"{server.url}/p/{server.demo}/check?round=5"
    phone.goto(page)
    expect(phone.locator("[data-said='best']")).to_be_visible()
    phone.route("**/proof/5?hash=*", lambda route: route.fulfill(body=gzip.compress(content)))
    phone.goto(page)
    expect(phone.locator("[data-said='refused hash']")).to_be_visible()
    expect(phone.locator("[data-said='best']")).to_have_count(0)

    def rewritten(route: Route) -> None:
        log = route.fetch().json()
        route.fulfill(json={**log, "proof": hashlib.sha256(content).hexdigest()})

    phone.route("**/proof/5/log*", rewritten)
    phone.goto(page)
    expect(phone.locator("[data-said='refused claim']")).to_be_visible()
    expect(phone.locator("[data-said='best']")).to_have_count(0)


def test_without_scripts_the_page_says_how_to_check_the_file(server: Running, opened: Opened) -> None:
    draw_round(server.desk, server.demo, round=5, by="director")
    publish_round(server.desk, server.demo, round=5, by="director")
    phone = opened(width=390, scripts=False)
    phone.goto(f"{server.url}/p/{server.demo}/check")
    expect(phone.get_by_text(f"miai verify {server.demo}-round-5.miaiproof")).to_be_visible()
    with phone.expect_download() as download:
        phone.get_by_role("link", name="The proof as a file").click()
    assert download.value.suggested_filename == f"{server.demo}-round-5.miaiproof"
