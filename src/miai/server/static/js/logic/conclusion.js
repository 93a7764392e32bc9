// The truth about a published draw in one of five words, as miai verify has it: tests/cases/conclusions.json.
// `log`: the entries of the log were there to derive the round from; `derived`: all of it was, and is what the proof says.
export function conclusionOf({ refused, contradicted, log, derived, kind }) {
  if (refused || contradicted) return "refused";
  if (!log) return "consistent with itself";
  if (!derived) return "not verified";
  return kind === "best" ? "proven best" : "changed by hand";
}
