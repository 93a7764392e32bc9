import assert from "node:assert/strict";
import { test } from "node:test";
import { chanceRows } from "../../src/miai/server/static/js/logic/verify/lots.js";
import { minutesEast } from "../../src/miai/server/static/js/logic/verify/zones.js";

// numpy.random.default_rng((seed % 2**64, round)).integers(0, 8, 5, "int64"), row by row.
test("chance is that of numpy", () => {
  assert.deepEqual(chanceRows(0, 1, 5).map((row) => row.join("")), ["47742", "61770", "01262", "00574", "30700"]);
  assert.deepEqual(chanceRows(987654321, 7, 5).map((row) => row.join("")), ["75206", "74322", "45557", "47024", "51601"]);
  assert.deepEqual(chanceRows(-1, 2, 5).map((row) => row.join("")), ["57116", "25201", "22336", "57514", "75732"]);
  assert.deepEqual(chanceRows(1099511627781n, 3, 5).map((row) => row.join("")), ["25251", "66631", "75325", "67161", "14243"]);
});

test("clocks are those of the zone on that day", () => {
  assert.equal(minutesEast("Europe/Paris", "2026-07-01"), 120);
  assert.equal(minutesEast("europe/paris", ""), 60);
  assert.equal(minutesEast("America/New York", "2026-12-24"), -300);
  assert.equal(minutesEast("UTC+5:30", ""), 330);
  assert.equal(minutesEast("−5", ""), -300);
  assert.equal(minutesEast(" ", "2026-07-01"), null);
  assert.equal(minutesEast("UTC+15", ""), null);
  assert.throws(() => minutesEast("Nowhere", ""), { why: "time zone" });
});
