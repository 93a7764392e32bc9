// The numbers of the tables that an event may use, in their order, each once.
import { demandLog } from "./values.js";

const RANGE = /^([0-9]{1,6})(-([0-9]{1,6})?)?$/;

export function* tableNumbers({ ranges, left_out: leftOut }) {
  const out = leftOut.map(readRange);
  const end = Math.min(...out.filter(({ last }) => last === Infinity).map(({ first }) => first));
  const used = [];
  for (const range of ranges.length ? ranges.map(readRange) : [{ first: 1, last: Infinity }]) {
    for (let table = range.first; table <= range.last && table < end; table += 1) {
      if (![...out, ...used].some(({ first, last }) => first <= table && table <= last)) yield table;
    }
    used.push(range);
  }
}

function readRange(text) {
  const found = RANGE.exec(text);
  demandLog(found, `tables ${text}`);
  const first = Number(found[1]);
  if (!found[2]) return { first, last: first };
  return { first, last: found[3] ? Number(found[3]) : Infinity };
}
