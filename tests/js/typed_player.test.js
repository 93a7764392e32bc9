import assert from "node:assert/strict";
import { test } from "node:test";
import { typedPlayer, whoIsMeant } from "../../src/miai/server/static/js/logic/typed_player.js";
import { cases } from "./cases.js";

const player = (name, grade = "") => ({ name, grade });
const meant = (text, ...found) => whoIsMeant(typedPlayer(text), found);

for (const [text, name, grade] of cases("typed_players")) {
  test(`a grade at the end of a line is read apart from the name: ${text}`, () => {
    assert.deepEqual(typedPlayer(text), { name, grade });
  });
}

test("the only one found, or the only one of exactly that name, is taken", () => {
  const willems = player("Willems Jan", "10k");
  const willemsen = player("Willemsen Aurélie", "3k");
  assert.deepEqual(meant("willemse", willemsen), { take: willemsen });
  assert.deepEqual(meant("jan willems", willems, player("Willems Janneke", "1k")), { take: willems });
  assert.deepEqual(meant("Willemsen Aurelie", willems, willemsen), { take: willemsen });
});

test("a listed player is taken by an id only: with a name it may be a namesake", () => {
  const listed = { ...player("Kolar Ada", "3k"), listed: true };
  assert.deepEqual(meant("Kolar Ada 3k", listed), { question: "which" });
  assert.deepEqual(meant("Kolar Ada", listed), { question: "which" });
  assert.deepEqual(meant("12345678", listed), { take: listed });
  assert.deepEqual(meant("Kolar Ada 3k", listed, player("Kolar Ada", "3k")), { question: "which" });
});

test("somebody whose name is only similar is a question, an id is not", () => {
  const willems = player("Willems Jan", "10k");
  assert.deepEqual(meant("Wilems Jan", willems), { question: "which" });
  assert.deepEqual(meant("willems j", willems, player("Willem Jan")), { take: willems });
  assert.deepEqual(meant("12345678", willems), { take: willems });
});

test("several who fit are a question", () => {
  assert.deepEqual(meant("will", player("Willems"), player("Willemsen")), { question: "which" });
  assert.deepEqual(meant("Smith John", player("Smith John", "1d"), player("Smith John", "5k")), { question: "which" });
});

test("a full name with a grade that nobody has is a new player; anything less is a question", () => {
  assert.deepEqual(meant("Adler Anna 4d"), { create: true });
  assert.deepEqual(meant("Adler Anna"), { question: "new" });
  assert.deepEqual(meant("Adler 4d"), { question: "new" });
});

test("a name with a grade means somebody known only if both are the same", () => {
  const adler = player("Adler Anna", "4d");
  assert.deepEqual(meant("Adler Anna 4d", adler), { take: adler });
  assert.deepEqual(meant("Adler Anna 3d", adler), { question: "which" });
  assert.deepEqual(meant("Adler Ann 4d", adler), { question: "which" });
});
