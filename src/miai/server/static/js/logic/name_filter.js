// Finding a name however it is typed: letters without their marks, words in any order.

// Letters that are letters of their own and not a letter with an accent.
const PLAIN = { ı: "i", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", æ: "ae", œ: "oe", ħ: "h", ŋ: "n", ß: "ss" };
const OWN_LETTERS = new RegExp(`[${Object.keys(PLAIN).join("")}]`, "g");

// The server writes the names of the page like this (miai.domain.people.names.plain_name); tests/cases holds examples for both.
export function plainName(text) {
  return text
    .toLowerCase()
    .replace(OWN_LETTERS, (letter) => PLAIN[letter])
    .normalize("NFKD")
    .replace(/\p{M}/gu, "");
}

// A test for plain names: whether they have every word of what was typed.
export function nameFilter(typed) {
  const words = plainName(typed).split(/\s+/).filter(Boolean);
  return (name) => words.every((word) => name.includes(word));
}
