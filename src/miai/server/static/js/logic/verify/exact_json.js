// JSON with its numbers as they are written, so that the text from which a hash was computed can be written again: 1.0 is not 1.
import { compareText, Unreadable } from "./values.js";

// A number as it is written.
export class Written {
  constructor(text) {
    this.text = text;
  }
}

const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
const STRING = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"/y;
const WORDS = { true: true, false: false, null: null };
const DEEPEST = 100;

// The value of a text; objects have no prototype, so that no name means anything else.
export function parseExact(text) {
  const reader = new Reader(text);
  const value = reader.value(0);
  reader.skip();
  if (reader.at !== text.length) throw new Unreadable("JSON");
  return value;
}

class Reader {
  constructor(text) {
    Object.assign(this, { text, at: 0 });
  }

  skip() {
    this.match(SPACE);
  }

  match(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found) this.at = pattern.lastIndex;
    return found;
  }

  // True if the next sign is this one, which is then read.
  takes(sign) {
    this.skip();
    if (this.text[this.at] !== sign) return false;
    this.at += 1;
    return true;
  }

  demand(sign) {
    if (!this.takes(sign)) throw new Unreadable("JSON");
  }

  value(depth) {
    if (depth > DEEPEST) throw new Unreadable("JSON");
    if (this.takes("{")) return this.object(depth);
    if (this.takes("[")) return this.list(depth);
    if (this.text[this.at] === '"') return this.string();
    for (const [word, value] of Object.entries(WORDS)) {
      if (!this.text.startsWith(word, this.at)) continue;
      this.at += word.length;
      return value;
    }
    const number = this.match(NUMBER);
    if (!number) throw new Unreadable("JSON");
    return new Written(number[0]);
  }

  string() {
    const found = this.match(STRING);
    if (!found) throw new Unreadable("JSON");
    return found[0].includes("\\") ? JSON.parse(found[0]) : found[0].slice(1, -1);
  }

  object(depth) {
    const found = Object.create(null);
    if (this.takes("}")) return found;
    do {
      this.skip();
      const name = this.string();
      if (name in found || name === "__proto__") throw new Unreadable(`JSON: ${name}`);
      this.demand(":");
      found[name] = this.value(depth + 1);
    } while (this.takes(","));
    this.demand("}");
    return found;
  }

  list(depth) {
    const found = [];
    if (this.takes("]")) return found;
    do found.push(this.value(depth + 1)); while (this.takes(","));
    this.demand("]");
    return found;
  }
}

// The text of a value as logs are hashed: names in order, ", " and ": " between the parts, numbers as they were written.
export function writtenText(value) {
  if (value instanceof Written) return value.text;
  if (Array.isArray(value)) return `[${value.map(writtenText).join(", ")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const names = Object.keys(value).sort(compareText);
  return `{${names.map((name) => `${JSON.stringify(name)}: ${writtenText(value[name])}`).join(", ")}}`;
}

// The same with plain numbers; a whole number that JavaScript cannot hold is refused.
export function plainValue(value) {
  if (value instanceof Written) return plainNumber(value.text);
  if (Array.isArray(value)) return value.map(plainValue);
  if (value === null || typeof value !== "object") return value;
  const found = {};
  for (const name of Object.keys(value)) found[name] = plainValue(value[name]);
  return found;
}

function plainNumber(text) {
  const found = Number(text);
  if (/^-?\d+$/.test(text) && !Number.isSafeInteger(found)) throw new Unreadable(`a number of ${text.length} digits`);
  return found;
}
