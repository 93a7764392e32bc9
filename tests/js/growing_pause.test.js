import assert from "node:assert/strict";
import test from "node:test";
import { growingPause } from "../../src/miai/server/static/js/logic/growing_pause.js";

test("each try that fails doubles the pause, up to a minute", () => {
  assert.deepEqual([1, 2, 3, 5, 6, 50, 5000].map(growingPause), [2000, 4000, 8000, 32_000, 60_000, 60_000, 60_000]);
});
