import assert from "node:assert/strict";
import { test } from "node:test";
import { ownTime } from "../../src/miai/server/static/js/logic/own_time.js";

const tokyo = { language: "en", zone: "Asia/Tokyo", offset: () => 540 };

test("a moment is told by the reader's clocks, with the zone", () => {
  const own = ownTime("2026-12-01T18:00+01:00", tokyo);
  assert.equal(own.zone, "Asia/Tokyo");
  assert.match(own.words, /Wed/);
  assert.match(own.words, /02:00/);
});

test("nothing is added where the clocks agree, whatever the zones are called", () => {
  assert.equal(ownTime("2026-12-01T18:00+09:00", tokyo), null);
  assert.equal(ownTime("2026-12-01T18:00Z", { ...tokyo, zone: "Africa/Accra", offset: () => 0 }), null);
});

test("west of Greenwich is behind", () => {
  const newYork = { language: "de", zone: "America/New_York", offset: () => -300 };
  assert.equal(ownTime("2026-12-01T18:00-05:00", newYork), null);
  assert.match(ownTime("2026-12-01T18:00+00:00", newYork).words, /13:00/);
});

test("what is no moment is left alone", () => {
  assert.equal(ownTime("", tokyo), null);
});
