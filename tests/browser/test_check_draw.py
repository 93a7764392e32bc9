"""Checking a published draw on a phone, in a real browser."""

import copy
import gzip
import hashlib
import json
import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from kit.mutated_proofs import swap_boards
from kit.rewritten_log import put_entries, rewrite_result
from kit.running_site import Running
from miai.domain.log import events
from miai.domain.rounds.game import Result
from miai.engine.verify.proof_file import open_proof
from miai.engine.verify.sealed_entries import hash_of_public
from miai.features.draw.change_draw import swap
from miai.features.draw.draw_round import draw_round, take_back_round
from miai.features.draw.proof import proof_of
from miai.features.players.change_player import withdraw
from miai.features.publish.publish_round import publish_round
from miai.features.publish.unpublish import unpublish_round

Opened = Callable[..., Page]


def test_a_phone_derives_a_draw_and_sees_when_the_log_is_rewritten(server: Running, opened: Opened) -> None:
    desk, demo = server.desk, server.demo
    draw_round(desk, demo, round=5, by="director")
    publish_round(desk, demo, round=5, by="director")
    board = desk.state(demo).tournament.round(5).boards[0]
    white = desk.state(demo).tournament.player(board.white)
    phone = opened(width=390, height=844, has_touch=True, is_mobile=True)
    phone.goto(f"{server.url}/p/{demo}/player/{white.id}")
    phone.get_by_role("link", name="Check this draw").click()
    expect(phone.locator("[data-said='proven best']")).to_contain_text("this phone derived everything")
    expect(phone.locator("[data-said='counts']")).to_contain_text("Games that were free: 12")
    # The page of the player gave it a head, and the hashes that it computed are the same.
    expect(phone.locator("[data-said='log ok']")).to_contain_text("after the publication: 0")
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
    expect(phone.locator("[data-said^='changed by hand']")).to_contain_text("Tables: 1, 2")
    expect(phone.locator("[data-said^='changed by hand']")).to_contain_text(
        "Changed by hand: this draw costs"
    )
    expect(phone.locator("[data-said='log ok']")).to_contain_text("after the publication: 1")
    expect(phone.locator("[data-said='log ok']")).to_contain_text("was not rewritten since")

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


def _publish_5(server: Running) -> str:
    """Publish round 5; the address of the page that checks it."""
    draw_round(server.desk, server.demo, round=5, by="director")
    publish_round(server.desk, server.demo, round=5, by="director")
    return f"{server.url}/p/{server.demo}/check?round=5"


@pytest.mark.parametrize("chained", [False, True], ids=["as it is", "chained again"])
def test_a_board_that_is_forged_on_the_server_is_refused(
    server: Running, opened: Opened, *, chained: bool
) -> None:
    page = _publish_5(server)
    phone = opened(width=390, height=844)
    address = f"{server.url}/p/{server.demo}/log"
    index, piece = phone.request.get(address).json(), phone.request.get(f"{address}/1").json()
    drawn = [each for each in piece["entries"] if each["event"] == "RoundDrawn"][-1]
    one, other = drawn["round"]["boards"][:2]
    one["white"], other["white"] = other["white"], one["white"]
    before = piece["before"]
    for entry in piece["entries"] if chained else ():
        entry["hash"] = before = hash_of_public(before, entry)
    if chained:
        index["hash"] = index["pieces"][0]["hash"] = before
    phone.route("**/log/1", lambda route: route.fulfill(json=piece))
    phone.route(f"**/p/{server.demo}/log", lambda route: route.fulfill(json=index))
    phone.goto(page)
    expect(phone.locator(f"[data-said='refused log {'before' if chained else 'broken'}']")).to_be_visible()
    expect(phone.locator("[data-said='proven best']")).to_have_count(0)
    expect(phone.locator("#check")).to_have_attribute("data-conclusion", "refused")


def test_without_the_entries_of_the_log_nothing_is_proven(
    server: Running, opened: Opened, expected_faults: list[str]
) -> None:
    expected_faults.append("net::ERR_FAILED")
    page = _publish_5(server)
    phone = opened(width=390, height=844)
    phone.route("**/log/1", lambda route: route.abort())
    phone.goto(page)
    expect(phone.locator("[data-said='not verified']")).to_contain_text(
        "could not get the entries of the log"
    )
    expect(phone.locator("[data-said='consistent']")).to_be_visible()
    expect(phone.locator("[data-said='proven best']")).to_have_count(0)
    phone.route("**/proof/5*", lambda route: route.abort())
    phone.goto(page)
    expect(phone.locator("[data-said='offline']")).to_be_visible()
    expect(phone.locator("[data-said]")).to_have_count(1)


def test_a_slow_page_says_what_it_loads_and_nothing_of_the_draw(server: Running, opened: Opened) -> None:
    page = _publish_5(server)
    phone = opened(width=390, height=844)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    phone.route("**/log/1", hold)
    phone.goto(page)
    expect(phone.locator("[data-working]")).to_have_text("Loading the public log: 0 of 1 pieces …")
    expect(phone.locator("[data-said]")).to_have_count(0)
    held[0].continue_()
    expect(phone.locator("[data-said='proven best']")).to_be_visible()
    expect(phone.locator("[data-working]")).to_be_hidden()


def test_a_history_that_was_rewritten_and_published_again_is_refused_by_a_phone_that_saw_it(
    server: Running, opened: Opened
) -> None:
    desk, demo = server.desk, server.demo
    undrawn = desk.state(demo).history.entries
    page = _publish_5(server)
    phone = opened(width=390, height=844)
    with phone.expect_response("**/heads?*"):
        phone.goto(page)
    expect(phone.locator("[data-said='proven best']")).to_be_visible()
    put_entries(server, undrawn)
    rewrite_result(server)
    assert _publish_5(server) == page
    # By the head that the phone kept and the hashes that it computes, not by those that the server gives.
    phone.evaluate(f"localStorage.removeItem('miai-log {demo}')")
    phone.reload()
    expect(phone.locator("[data-said='refused log rewritten']")).to_be_visible()
    # Nothing else is said to be in order.
    expect(phone.locator("#check [data-said]")).to_have_count(1)


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
    expect(phone.locator("[data-said='proven best']")).to_be_visible()
    # The log is new to this phone: it does not say that nothing was rewritten.
    expect(phone.locator("[data-said='log first']")).to_be_visible()
    expect(phone.locator("[data-said='log first'] svg")).to_have_count(0)
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
    expect(phone.locator("[data-said='proven best']")).to_be_visible()
    unpublish_round(server.desk, server.demo, round=5, by="director")
    expect(phone.get_by_text("The director unpublished the pairings of round 5")).to_be_visible()
    expect(phone.locator("[data-said]")).to_have_count(0)
    expect(phone.locator("#terms")).to_have_count(0)


def test_a_tampered_proof_is_refused_also_where_the_log_names_it(
    server: Running, opened: Opened, expected_faults: list[str]
) -> None:
    draw_round(server.desk, server.demo, round=5, by="director")
    publish_round(server.desk, server.demo, round=5, by="director")
    proof = open_proof(proof_of(server.desk, server.demo, round=5).file)
    about, packed = copy.deepcopy(proof.about), bytearray(proof.packed)
    assert swap_boards(about, packed, random.Random(1))
    content = json.dumps(about).encode() + b"\n" + packed
    phone = opened(width=390, height=844)
    page = f"{server.url}/p/{server.demo}/check?round=5"
    phone.goto(page)
    expect(phone.locator("[data-said='proven best']")).to_be_visible()
    phone.route("**/proof/5?hash=*", lambda route: route.fulfill(body=gzip.compress(content)))
    phone.goto(page)
    expect(phone.locator("[data-said='refused hash']")).to_be_visible()
    expect(phone.locator("[data-said='proven best']")).to_have_count(0)

    def rewritten(route: Route) -> None:
        log = route.fetch().json()
        route.fulfill(json={**log, "proof": hashlib.sha256(content).hexdigest()})

    phone.route("**/proof/5/log*", rewritten)
    phone.goto(page)
    # The public log names the true one; without it the proof is looked at alone.
    expect(phone.locator("[data-said='refused hash']")).to_be_visible()
    expected_faults.append("404")
    phone.route(f"**/p/{server.demo}/log", lambda route: route.fulfill(status=404))
    phone.goto(page)
    expect(phone.locator("[data-said='refused claim']")).to_be_visible()
    expect(phone.locator("[data-said='proven best']")).to_have_count(0)


def test_without_scripts_the_page_says_how_to_check_the_file(server: Running, opened: Opened) -> None:
    draw_round(server.desk, server.demo, round=5, by="director")
    publish_round(server.desk, server.demo, round=5, by="director")
    phone = opened(width=390, scripts=False)
    phone.goto(f"{server.url}/p/{server.demo}/check")
    expect(phone.get_by_text(f"miai verify {server.demo}-round-5.miaiproof")).to_be_visible()
    with phone.expect_download() as download:
        phone.get_by_role("link", name="The proof as a file").click()
    assert download.value.suggested_filename == f"{server.demo}-round-5.miaiproof"
