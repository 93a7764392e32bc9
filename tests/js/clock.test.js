import assert from "node:assert/strict";
import { test } from "node:test";
import { clockText, secondsLeft } from "../../src/miai/web/static/js/logic/clock.js";

test("a clock shows minutes and seconds, and hours only when there are some", () => {
  assert.equal(clockText(0), "00:00");
  assert.equal(clockText(65), "01:05");
  assert.equal(clockText(3599.4), "59:59");
  assert.equal(clockText(3599.6), "1:00:00");
  assert.equal(clockText(2 * 3600 + 3 * 60 + 4), "2:03:04");
});

test("the clock counts down to the start, then to the end of the main time, then stays at zero", () => {
  const round = { starts: 1000, minutes: 60 };
  assert.equal(secondsLeft({ now: 900, ...round }), 100);
  assert.equal(secondsLeft({ now: 1000, ...round }), 3600);
  assert.equal(secondsLeft({ now: 4590, ...round }), 10);
  assert.equal(secondsLeft({ now: 9999, ...round }), 0);
});
