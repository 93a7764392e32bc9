import assert from "node:assert/strict";
import { test } from "node:test";
import { entryId } from "../../src/miai/server/static/js/logic/entry_id.js";

test("ids differ, also where the browser makes no UUIDs", () => {
  const plain = { getRandomValues: (bytes) => crypto.getRandomValues(bytes) };
  for (const source of [crypto, plain]) {
    const [one, other] = [entryId(source), entryId(source)];
    assert.notEqual(one, other);
    // What the server accepts as an id.
    assert.match(one, /^[0-9A-Za-z-]{16,64}$/);
  }
});
