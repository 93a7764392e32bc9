import assert from "node:assert/strict";
import { test } from "node:test";
import { clockReading, clockText } from "../../src/miai/server/static/js/logic/clock.js";

const text = (seconds) => clockText({ phase: "running", seconds });

test("a clock shows minutes and seconds, and hours only when there are some", () => {
  assert.equal(text(0), "00:00");
  assert.equal(text(65), "01:05");
  assert.equal(text(3599.4), "59:59");
  assert.equal(text(3599.6), "1:00:00");
  assert.equal(text(2 * 3600 + 3 * 60 + 4), "2:03:04");
});

test("a start that is days away is given in days and hours", () => {
  const waiting = (hours, language) => clockText({ phase: "waiting", seconds: hours * 3600 + 20 * 60 + 10 }, language);
  assert.equal(waiting(23, "en"), "23:20:10");
  assert.equal(waiting(24, "en"), "1 day");
  assert.equal(waiting(51, "en"), "2 days, 3 hours");
  assert.equal(waiting(51, "fr"), "2\u00a0jours, 3\u00a0heures");
  assert.equal(waiting(51, "de"), "2 Tage, 3 Stunden");
});

test("the clock counts down to the start, then to the end of the main time, then up in overtime", () => {
  const round = { starts: 1000, minutes: 60 };
  assert.deepEqual(clockReading({ now: 900, ...round }), { phase: "waiting", seconds: 100 });
  assert.deepEqual(clockReading({ now: 1000, ...round }), { phase: "running", seconds: 3600 });
  assert.deepEqual(clockReading({ now: 4590, ...round }), { phase: "running", seconds: 10 });
  assert.deepEqual(clockReading({ now: 4600, ...round }), { phase: "overtime", seconds: 0 });
  assert.equal(clockText(clockReading({ now: 4665, ...round })), "+01:05");
});
