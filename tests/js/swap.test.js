import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { morph, putRows, refresh } from "../../src/miai/server/static/js/swap.js";
import { element, fakeDocument } from "./fake_page.js";

const PAGE = "http://desk.test/t/demo/results";

beforeEach(() => {
  globalThis.Node = { ELEMENT_NODE: 1 };
  globalThis.CSS = { escape: (text) => text };
  globalThis.location = { href: PAGE };
  globalThis.document = fakeDocument(1);
});

const row = (key, ...children) => element("li", { "data-row": key }, ...children);

test("a page becomes the newer one", () => {
  const old = element("div", { class: "a", hidden: "" }, "some ", element("b", {}, "bold"), " text");
  const fresh = element("div", { class: "b", title: "new" }, "other ", element("i", {}, "leaning"));
  const wanted = String(fresh);
  morph(old, fresh);
  assert.equal(String(old), wanted);
});

test("what belongs to a script stays in its place, whatever the server sends", () => {
  const note = element("p", { "data-own": "" }, "waiting");
  const lines = element("section", { id: "lines", "data-own": "" }, "12b saved");
  const page = element("div", {}, lines, element("b", {}, "old"), note, element("i", {}, "gone"));
  morph(page, element("div", {}, element("section", { id: "lines", "data-own": "" }), element("b", {}, "new")));
  assert.equal(String(page), String(element("div", {}, element("section", { id: "lines", "data-own": "" }, "12b saved"), element("b", {}, "new"), element("p", { "data-own": "" }, "waiting"))));
  assert.equal(page.childNodes[0], lines);
  assert.equal(page.childNodes[2], note);
});

test("rows that move stay the same elements, so that focus and pointer stay on them", () => {
  const [a, b, c] = ["a", "b", "c"].map((key) => row(key, key));
  const list = element("ul", {}, a, b, c);
  morph(list, element("ul", {}, row("c", "c"), row("new", "new"), row("a", "changed")));
  assert.equal(String(list), String(element("ul", {}, row("c", "c"), row("new", "new"), row("a", "changed"))));
  assert.equal(list.childNodes[0], c);
  assert.equal(list.childNodes[2], a);
  assert.equal(b.parentNode, null);
});

test("another element in the same place replaces the old one", () => {
  const place = element("p", {}, element("a", { id: "link" }, "open"));
  morph(place, element("p", {}, element("button", { id: "link" }, "open")));
  assert.equal(String(place), '<p><button id="link">open</button></p>');
});

test("what is being typed stays, what others changed elsewhere comes", () => {
  const typing = element("input", { id: "q", value: "" });
  const other = element("input", { id: "komi", value: "6.5" });
  typing.value = "12 w";
  document.activeElement = typing;
  morph(element("form", {}, typing, other), element("form", {}, element("input", { id: "q", value: "x" }), element("input", { id: "komi", value: "7" })));
  assert.equal(typing.value, "12 w");
  assert.deepEqual([other.value, other.getAttribute("value")], ["7", "7"]);
});

test("a button that was just pressed sends what it says now", () => {
  const pressed = element("button", { value: "now:5" }, "Start now");
  document.activeElement = pressed;
  morph(element("p", {}, pressed), element("p", {}, element("button", { value: "pause:5" }, "Pause")));
  assert.equal(pressed.getAttribute("value"), "pause:5");
});

test("what the reader opened or closed stays so", () => {
  const opened = element("details", { open: "" }, "old");
  morph(opened, element("details", {}, "new"));
  assert.equal(String(opened), '<details open="">new</details>');
  const closed = element("details", {}, "old");
  morph(closed, element("details", { open: "" }, "new"));
  assert.equal(String(closed), "<details>new</details>");
});

test("a tinted row keeps its tint when the newer one has no class", () => {
  const tinted = element("tr", { "data-row": "r1-t1", class: "live-tint" }, "old");
  morph(tinted, element("tr", { "data-row": "r1-t1" }, "new"));
  assert.equal(String(tinted), '<tr class="live-tint" data-row="r1-t1">new</tr>');
});

test("rows are not put in place one by one when one of them is not on the page", () => {
  assert.equal(putRows([["r1-t1", "<tr></tr>"]]), false);
  assert.deepEqual(document.heard, []);
});

// The server's next answer to any request.
function answer(page, { ok = true, url = PAGE } = {}) {
  globalThis.fetch = async () => ({ ok, url, text: async () => "" });
  globalThis.DOMParser = class {
    parseFromString() {
      return page;
    }
  };
}

test("a newer page is shown with its version and its title", async () => {
  const saved = element("p", { id: "saved" }, "old");
  globalThis.document = fakeDocument(1, saved);
  answer(fakeDocument(2, element("p", { id: "saved" }, "new")));
  assert.equal(await refresh(), true);
  assert.equal(String(saved), '<p id="saved">new</p>');
  assert.equal(document.body.dataset.version, "2");
  assert.equal(document.title, "version 2");
  assert.deepEqual(document.heard, ["miai:refreshed"]);
});

test("an answer that is older than the page is ignored", async () => {
  const saved = element("p", { id: "saved" }, "newer");
  globalThis.document = fakeDocument(3, saved);
  answer(fakeDocument(2, element("p", { id: "saved" }, "older")));
  assert.equal(await refresh(), false);
  assert.equal(String(saved), '<p id="saved">newer</p>');
  assert.equal(document.body.dataset.version, "3");
});

test("what is around the rows does not say that the rows are new", async () => {
  answer(fakeDocument(2));
  assert.equal(await refresh({ rest: true }), true);
  assert.equal(document.body.dataset.version, "1");
});

test("an error, or another page such as the sign-in, is not shown in place of this one", async () => {
  answer(fakeDocument(2), { ok: false });
  assert.equal(await refresh(), false);
  answer(fakeDocument(2), { url: "http://desk.test/sign-in" });
  assert.equal(await refresh(), false);
  assert.deepEqual(document.heard, []);
});
