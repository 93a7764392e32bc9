// Reads a typed result, such as "12 w", by the table that the server gives (miai.features.results.typed_results).

// The table number and what is said of it: a result, or "who" where the winner is missing; null if not understood.
// `tokens` has the meaning of every ending of a line, without spaces and in lower case.
export function typedResult(line, tokens) {
  const found = /^\s*([0-9]{1,9})(.*)$/s.exec(line);
  if (!found) return null;
  const token = found[2].replace(/\s+/g, "").toLowerCase();
  return Object.hasOwn(tokens, token) ? { table: Number(found[1]), meaning: tokens[token] } : null;
}

const SENTENCES = {
  white: "wins",
  black: "wins",
  "white by default": "forfeit",
  "black by default": "forfeit",
  jigo: "jigo",
  "jigo by default": "jigo",
  "both lose": "lose",
  "both lose by default": "absent",
  unknown: "back",
  who: "who",
  "who by default": "whoForfeit",
};

// Which sentence of the page says what a line means, who wins, and whether it can be entered.
export function explained(meaning) {
  const colour = meaning.split(" ")[0];
  return {
    sentence: SENTENCES[meaning],
    winner: colour === "white" || colour === "black" ? colour : "",
    complete: colour !== "who",
  };
}

// A sentence in pieces: plain text, and the values for its {places}, which name the place they stand in.
export function filled(sentence, values) {
  return sentence
    .split(/(\{\w+\})/)
    .filter(Boolean)
    .map((part) => {
      const place = /^\{(\w+)\}$/.exec(part)?.[1] ?? "";
      return { place, text: place ? String(values[place]) : part };
    });
}
