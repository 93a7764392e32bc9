import assert from "node:assert/strict";
import { test } from "node:test";
import { changedFields } from "../../src/miai/server/static/js/logic/unsaved.js";

const SAVED = [["komi", "6.5"], ["internet", "no"], ["criteria", "mms"], ["criteria", "sosm"]];

test("nothing typed is nothing unsaved", () => {
  assert.equal(changedFields(SAVED, [...SAVED]), 0);
});

test("a field counts once, however many values it has, and not when it is typed back", () => {
  const typed = [["komi", "7"], ["internet", "no"], ["criteria", "sosm"], ["criteria", "mms"]];
  assert.equal(changedFields(SAVED, typed), 2);
  assert.equal(changedFields(SAVED, SAVED.map(([name, value]) => [name, value])), 0);
});

test("a tick that is set or taken off is a change", () => {
  assert.equal(changedFields(SAVED, [...SAVED, ["internet", "yes"]]), 1);
  assert.equal(changedFields(SAVED, SAVED.slice(1)), 1);
});
