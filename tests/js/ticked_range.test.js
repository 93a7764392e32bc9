import assert from "node:assert/strict";
import { test } from "node:test";
import { tickedRange } from "../../src/miai/server/static/js/logic/ticked_range.js";

const rows = ["Ada", "Bo", "Cy", "Di"];

test("a range has both its ends, whichever was ticked first", () => {
  assert.deepEqual(tickedRange(rows, "Bo", "Di"), ["Bo", "Cy", "Di"]);
  assert.deepEqual(tickedRange(rows, "Cy", "Ada"), ["Ada", "Bo", "Cy"]);
});

test("without a row ticked before, or with one that has left the list, it is the row alone", () => {
  assert.deepEqual(tickedRange(rows, null, "Cy"), ["Cy"]);
  assert.deepEqual(tickedRange(rows, "Eve", "Cy"), ["Cy"]);
});
