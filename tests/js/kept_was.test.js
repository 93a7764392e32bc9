import assert from "node:assert/strict";
import { test } from "node:test";
import { keptWas } from "../../src/miai/server/static/js/logic/kept_was.js";

const was = (units, mark = "m1") => JSON.stringify({ form: "player", page: "/t/a/players/p1", mark, units, ticks: [], asked: [] });
const old = was({ club: [["club", "Ulm"]], city: [["city", ""]], "allowed=bye": [] });
const fresh = was({ club: [["club", "Lund"]], city: [["city", "Lund"]], "allowed=bye": [["allowed", "bye"]] }, "m2");

test("a form in which nobody types takes the newer values", () => {
  assert.equal(keptWas(old, fresh, []), fresh);
});

test("a field that is being typed into keeps the value that was on the screen", () => {
  const kept = JSON.parse(keptWas(old, fresh, [{ name: "club", value: "Bonn" }]));
  assert.deepEqual(kept.units.club, [["club", "Ulm"]]);
  assert.deepEqual(kept.units.city, [["city", "Lund"]]);
  assert.equal(kept.mark, "");
});

test("a tick of several is kept alone", () => {
  const kept = JSON.parse(keptWas(old, fresh, [{ name: "allowed", value: "bye" }]));
  assert.deepEqual(kept.units["allowed=bye"], []);
  assert.deepEqual(kept.units.club, [["club", "Lund"]]);
});

test("a line of a table is kept whole", () => {
  const lines = (title) => was({ "#0": [["title", title], ["money", "1"]] });
  const kept = JSON.parse(keptWas(lines("Cup"), lines("Book"), [{ name: "money", value: "2" }]));
  assert.deepEqual(kept.units["#0"], [["title", "Cup"], ["money", "1"]]);
});
