import assert from "node:assert/strict";
import { test } from "node:test";
import { nearest, neighbour, nextInRound, overlap } from "../../src/miai/server/static/js/logic/grid.js";

const UP = [-1, 0];
const DOWN = [1, 0];
const LEFT = [0, -1];
const RIGHT = [0, 1];
const rows = [["white 1", "black 1"], ["white 2", "black 2"], ["bye"]];

test("arrows go to the next name", () => {
  assert.equal(neighbour(rows, { row: 0, column: 1 }, DOWN), "black 2");
  assert.equal(neighbour(rows, { row: 1, column: 0 }, UP), "white 1");
  assert.equal(neighbour(rows, { row: 1, column: 0 }, RIGHT), "black 2");
  assert.equal(neighbour(rows, { row: 1, column: 1 }, LEFT), "white 2");
});

test("arrows stop at the edges", () => {
  assert.equal(neighbour(rows, { row: 0, column: 0 }, UP), "white 1");
  assert.equal(neighbour(rows, { row: 0, column: 0 }, LEFT), "white 1");
  assert.equal(neighbour(rows, { row: 0, column: 1 }, RIGHT), "black 1");
  assert.equal(neighbour(rows, { row: 2, column: 0 }, DOWN), "bye");
});

test("from the right column down to a shorter row is its last name", () => {
  assert.equal(neighbour(rows, { row: 1, column: 1 }, DOWN), "bye");
});

test("a list of found players goes round", () => {
  assert.equal(nextInRound(0, 1, 3), 1);
  assert.equal(nextInRound(2, 1, 3), 0);
  assert.equal(nextInRound(0, -1, 3), 2);
  assert.equal(nextInRound(-1, 1, 3), 0);
});

test("a dragged bar falls to the nearest grade; halfway the upper one keeps it", () => {
  const places = [{ middle: 10, row: "3d" }, { middle: 30, row: "2d" }, { middle: 50, row: "1d" }];
  assert.equal(nearest(places, -100).row, "3d");
  assert.equal(nearest(places, 20).row, "3d");
  assert.equal(nearest(places, 21).row, "2d");
  assert.equal(nearest(places, 500).row, "1d");
  assert.equal(nearest([], 5), undefined);
});

test("boxes that only touch do not overlap", () => {
  const box = { left: 0, top: 0, right: 10, bottom: 10 };
  assert.equal(overlap(box, { left: 10, top: 0, right: 20, bottom: 10 }), false);
  assert.equal(overlap(box, { left: 9, top: 9, right: 20, bottom: 20 }), true);
  assert.equal(overlap(box, { left: 2, top: 11, right: 5, bottom: 12 }), false);
});
