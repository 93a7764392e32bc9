// Plain values of the log: grades, points in quarters, texts in the order of Python, and whole numbers that are exact.

// What keeps a round from being derived: the verdict is "not verified", with the code of a reason.
export class NotDerived extends Error {
  constructor(why, of = "") {
    super(why);
    this.why = why;
    this.of = of;
  }
}

// A log that makes no sense.
export class Unreadable extends Error {}

export function demandLog(holds, what) {
  if (!holds) throw new Unreadable(what);
}

// Everything that a value is read by has to be there: the meaning of a missing field is not guessed.
export function demandFields(value, names, what) {
  demandLog(value !== null && typeof value === "object", what);
  for (const name of names) demandLog(value[name] !== undefined, `${what}.${name}`);
}

export const POINT = 4;
export const HALF = 2;
export const WEAKEST = -50;
const STRONGEST = 8;

const GRADE = /^(\d{1,3})\s*(kyu|dan|pro|k|d|p)$/i;
const known = new Map();

// A grade of a text such as 3d: { text, step, kind, number, rating }, where the number of 1 dan is 0.
export function gradeOf(text) {
  if (!known.has(text)) known.set(text, readGrade(text));
  return known.get(text);
}

function readGrade(text) {
  const found = typeof text === "string" && GRADE.exec(text.trim());
  demandLog(found, `grade ${text}`);
  const [step, kind] = [Number(found[1]), found[2][0].toLowerCase()];
  demandLog(step >= 1 && step <= (kind === "k" ? -WEAKEST : 9), `grade ${text}`);
  const number = kind === "k" ? -step : kind === "d" ? step - 1 : 6 + Math.floor((step - 1) / 3);
  return { text: `${step}${kind}`, step, kind, number, rating: kind === "p" ? 2670 + 30 * step : 2100 + 100 * number };
}

// The amateur grade of a number.
export function gradeOfNumber(number) {
  const kept = Math.min(STRONGEST, Math.max(WEAKEST, number));
  return gradeOf(kept >= 0 ? `${kept + 1}d` : `${-kept}k`);
}

export function quarters(points) {
  const found = points * 4;
  demandLog(typeof points === "number" && Number.isInteger(found), `points ${points}`);
  return found;
}

// Texts by code points, as Python orders them; plain JavaScript orders by halves of surrogate pairs.
export function compareText(a, b) {
  const end = Math.min(a.length, b.length);
  for (let at = 0; at < end; at += 1) {
    const [x, y] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (x !== y) return unit(x) - unit(y);
  }
  return a.length - b.length;
}

function unit(code) {
  if (code < 0xd800) return code;
  return code < 0xe000 ? code + 0x2000 : code - 0x800;
}

// Lists of numbers, the first that differs decides.
export function compareNumbers(a, b) {
  for (let at = 0; at < a.length; at += 1) if (a[at] !== b[at]) return a[at] < b[at] ? -1 : 1;
  return 0;
}

// Without case, sign by sign, so that the place in a word does not matter; the dotless i stays itself.
export function folded(text) {
  return Array.from(text, (sign) => (sign === "ı" ? sign : sign.toUpperCase().toLowerCase())).join("");
}

// floor(a * b / c), exact also if the product is beyond 2^53.
export function timesOver(a, b, c) {
  const product = a * b;
  if (Math.abs(product) <= Number.MAX_SAFE_INTEGER) return Math.floor(product / c);
  return Number((BigInt(a) * BigInt(b)) / BigInt(c));
}

// The sum of numbers as Python has it, which carries what is lost by rounding.
export function sumOf(numbers) {
  let [sum, lost] = [0, 0];
  for (const each of numbers) {
    const next = sum + each;
    lost += Math.abs(sum) >= Math.abs(each) ? sum - next + each : each - next + sum;
    sum = next;
  }
  return sum + lost;
}
