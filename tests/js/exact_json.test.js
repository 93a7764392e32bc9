import assert from "node:assert/strict";
import { test } from "node:test";
import { parseExact, plainValue, writtenText } from "../../src/miai/server/static/js/logic/verify/exact_json.js";

test("numbers are written as they were read, names in order", () => {
  const text = '{"b":[1.0, -0.5,1e-07 ,12345678901234567890],"a":{"é":"\\u00e9\\n","\\ud83d\\ude00":null,"\uff5e":true}}';
  assert.equal(
    writtenText(parseExact(text)),
    '{"a": {"é": "é\\n", "\uff5e": true, "\u{1f600}": null}, "b": [1.0, -0.5, 1e-07, 12345678901234567890]}',
  );
});

test("plain values are those of everybody else", () => {
  const text = ' {"a": [1, 2.50, "x\\"y", {}, []], "b": false} ';
  const plain = plainValue(parseExact(text));
  assert.deepEqual(plain, { a: [1, 2.5, 'x"y', {}, []], b: false });
});

test("what is not JSON, is ambiguous, or cannot be held exactly is refused", () => {
  const deep = "[".repeat(200) + "]".repeat(200);
  for (const text of ["", "{", "[1,]", '{"a":1,"a":2}', '{"__proto__":1}', "[01]", "nul", '"a', "1 2", deep]) assert.throws(() => parseExact(text), text);
  assert.throws(() => plainValue(parseExact("9007199254740993")));
});
