// Reads a line of the players' search, such as "Adler Anna 4d", and decides whom it means.
import { plainName } from "./name_filter.js";

const LINE = /^(.*\S)[\s,]+(\d{1,2})\s*(k|kyu|d|dan|p|pro)$/i;

// The name, and the grade that is typed after it, if any.
export function typedPlayer(text) {
  const [, name, step, kind] = LINE.exec(text.trim()) ?? [];
  const letter = kind?.[0].toLowerCase();
  const known = name && Number(step) >= 1 && Number(step) <= (letter === "k" ? 50 : 9);
  return known ? { name: name.replace(/,$/, ""), grade: `${Number(step)}${letter}` } : { name: text.trim(), grade: "" };
}

// Whom a line means among the players found: { take } one of them, { create: true } for a new player, or a question:
// "which" of them, or whether it is a "new" player. Nobody is taken or entered on a guess: a listed player who only has
// the name may be a namesake.
export function whoIsMeant({ name, grade }, found) {
  const named = found.filter((each) => sameName(each.name, name));
  if (grade) {
    if (named.length === 1 && named[0].grade === grade && !named[0].listed) return { take: named[0] };
    if (!found.length && words(name).length > 1) return { create: true };
  } else {
    const meant = named.length ? named : found.filter((each) => isBeginningOf(name, each.name));
    if (meant.length === 1 && (!meant[0].listed || isNumber(name))) return { take: meant[0] };
  }
  return { question: found.length ? "which" : "new" };
}

function sameName(one, other) {
  return words(one).sort().join(" ") === words(other).sort().join(" ");
}

// Whether every word typed begins a word of the name, or an id was typed; other players are only similar.
function isBeginningOf(typed, name) {
  const whole = words(name);
  return isNumber(typed) || words(typed).every((word) => whole.some((each) => each.startsWith(word)));
}

function isNumber(typed) {
  return /^\d+$/.test(typed);
}

function words(name) {
  return plainName(name).split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}
