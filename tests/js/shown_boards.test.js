import assert from "node:assert/strict";
import { test } from "node:test";
import { ShownBoards } from "../../src/miai/server/static/js/logic/shown_boards.js";

const boards = (seen) => new Map([[12, { id: "p7", seen }]]);

test("a result that arrives after the first key was not seen", () => {
  const shown = new ShownBoards();
  shown.begin(boards("unknown"));
  shown.begin(boards("white"));
  assert.equal(shown.at(12).seen, "unknown");
});

test("the next line has seen what was shown when it was begun", () => {
  const shown = new ShownBoards();
  shown.begin(boards("unknown"));
  shown.end();
  assert.equal(shown.at(12), undefined);
  shown.begin(boards("white"));
  assert.equal(shown.at(12).seen, "white");
});

test("one's own entry was seen, also in the middle of a line", () => {
  const shown = new ShownBoards();
  const before = boards("unknown");
  shown.begin(before);
  shown.entered(12, { id: "p7", seen: "black" });
  assert.equal(shown.at(12).seen, "black");
  assert.equal(before.get(12).seen, "unknown");
  shown.end();
  shown.entered(12, { id: "p7", seen: "black" });
  assert.equal(shown.begun, false);
});
