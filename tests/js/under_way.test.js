import assert from "node:assert/strict";
import { test } from "node:test";
import { boardAfter } from "../../src/miai/server/static/js/logic/under_way.js";

const BOARD = { id: "p7", seen: "unknown", now: "" };
const entry = (state, result, version) => ({ state, version, line: { result } });
const after = (...about) => boardAfter(BOARD, about, 20, ({ result }) => `${result} won`);
const seen = (...about) => after(...about).seen;

test("the second entry for a table has seen the first, though that one still waits", () => {
  assert.equal(seen(entry("waiting", "white")), "white");
  assert.equal(seen(entry("waiting", "white"), entry("waiting", "black")), "black");
  assert.equal(after(entry("waiting", "white")).now, "white won");
});

test("what was saved counts until the page shows it, then the page counts", () => {
  assert.equal(seen(entry("saved", "white", 21)), "white");
  assert.equal(seen(entry("saved", "white", 20)), "unknown");
});

test("what was refused or taken back was never there", () => {
  assert.equal(seen(entry("refused", "white"), entry("taken back", "black")), "unknown");
});
