import assert from "node:assert/strict";
import { test } from "node:test";
import { gradeNumber, gradeText } from "../../src/miai/server/static/js/logic/grade_number.js";
import { cases } from "./cases.js";

for (const [text, number] of cases("grade_numbers")) {
  test(`"${text}" is ${number === null ? "no grade" : number}`, () => {
    assert.equal(gradeNumber(text), number ?? undefined);
  });
}

test("a number is written as the grade it stands for", () => {
  for (let number = -30; number <= 8; number++) assert.equal(gradeNumber(gradeText(number)), number);
});
