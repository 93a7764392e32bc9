"""Tests of the list of pages."""

import sys
from subprocess import run

from fastapi.routing import APIRoute
from starlette.routing import Match
from starlette.types import Scope

from miai.mounts.pages import ADDRESSES, RAIL, all_pages, pages_of
from miai.serving.create_app import page_routes

LOADED = """
import sys
import miai.serving.create_app
from miai.mounts.pages import ADDRESSES
modules = {f"miai.features.{module}" for answering in ADDRESSES.values() for module in answering}
print(sorted(modules & set(sys.modules)))
"""


def test_every_address_leads_to_the_module_with_its_page() -> None:
    for module in {module for answering in ADDRESSES.values() for module in answering}:
        for page in pages_of(module):
            for route in page.router.routes:
                assert isinstance(route, APIRoute)
                address = page_routes().address_of(route.path.replace("{", "").replace("}", ""))
                assert module in ADDRESSES[address], f"{route.path} is in {module}"


def test_every_listed_module_answers_at_its_address() -> None:
    for address, modules in ADDRESSES.items():
        for module in modules:
            paths = [
                str(getattr(route, "path", "")) for page in pages_of(module) for route in page.router.routes
            ]
            assert any(path.startswith(address) for path in paths), f"{module} has no page at {address}"


def test_pages_of_the_rail_are_among_all_pages_once() -> None:
    keys = [page.key for page in all_pages()]
    assert len(keys) == len(set(keys))
    assert {page.key for page in RAIL} <= set(keys)


def test_no_page_is_loaded_before_it_is_asked_for() -> None:
    answer = run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "[]"


def test_a_path_that_no_page_has_matches_nothing() -> None:
    for path in ("/nowhere", "/t", "/t/", "/t/open/nowhere", "/p/open/nowhere/else"):
        scope: Scope = {"type": "http", "method": "GET", "path": path, "root_path": "", "headers": []}
        assert page_routes().matches(scope)[0] is Match.NONE, path
