import assert from "node:assert/strict";
import { test } from "node:test";
import { G_WAITS, keyAction } from "../../src/miai/server/static/js/logic/key_action.js";

const page = { keysOn: true, inField: false, inDialog: false, sinceG: Infinity, hasPage: (letter) => "rps".includes(letter) };
const key = (name, more = {}) => ({ key: name, ctrlKey: false, metaKey: false, altKey: false, ...more });

test("a letter presses its button", () => assert.equal(keyAction(key("l"), page), "press"));

test("g waits for the letter of a page", () => {
  assert.equal(keyAction(key("g"), page), "wait");
  assert.equal(keyAction(key("r"), { ...page, sinceG: 200 }), "page");
});

test("too late after g, or without such a page, a letter is a letter", () => {
  assert.equal(keyAction(key("r"), { ...page, sinceG: G_WAITS }), "press");
  assert.equal(keyAction(key("x"), { ...page, sinceG: 200 }), "press");
});

test("? shows the keys and / goes to the search", () => {
  assert.equal(keyAction(key("?"), page), "help");
  assert.equal(keyAction(key("/"), page), "search");
});

for (const [where, state] of Object.entries({
  "in a field": { inField: true },
  "in a dialog": { inDialog: true },
  "when the reader has switched keys off": { keysOn: false },
})) {
  test(`${where} a letter is left to the browser, but Escape and Ctrl+Enter work`, () => {
    assert.equal(keyAction(key("l"), { ...page, ...state }), "none");
    assert.equal(keyAction(key("?"), { ...page, ...state }), "none");
    assert.equal(keyAction(key("Escape"), { ...page, ...state }), "leave");
    assert.equal(keyAction(key("Enter", { ctrlKey: true }), { ...page, ...state }), "send");
  });
}

test("the browser keeps its own shortcuts", () => {
  assert.equal(keyAction(key("l", { ctrlKey: true }), page), "none");
  assert.equal(keyAction(key("p", { metaKey: true }), { ...page, sinceG: 200 }), "none");
  assert.equal(keyAction(key("d", { altKey: true }), page), "none");
});

test("Cmd+Enter sends as Ctrl+Enter does", () => assert.equal(keyAction(key("Enter", { metaKey: true }), page), "send"));

test("a key that is held down sends once", () => {
  assert.equal(keyAction(key("Enter", { ctrlKey: true, repeat: true }), page), "none");
});
