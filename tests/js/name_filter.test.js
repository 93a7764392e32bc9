import assert from "node:assert/strict";
import { test } from "node:test";
import { nameFilter, plainName } from "../../src/miai/server/static/js/logic/name_filter.js";
import { cases } from "./cases.js";

for (const [name, plain] of cases("plain_names")) {
  test(`“${name}” is compared as “${plain}”`, () => assert.equal(plainName(name), plain));
}

test("a name is found by the beginnings of its words in any order, with or without accents", () => {
  const name = plainName("Đặng Thị Søren");
  for (const typed of ["dang", "ĐẶNG", "søren thi", "soren  dan", ""]) assert.ok(nameFilter(typed)(name), typed);
  for (const typed of ["dong", "soren x"]) assert.ok(!nameFilter(typed)(name), typed);
});
