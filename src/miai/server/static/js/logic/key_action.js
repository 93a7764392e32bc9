// What a pressed key means, before anything is done about it.

// After g, the next key within this many milliseconds goes to a page.
export const G_WAITS = 1500;

const OWN_MEANING = new Map([
  ["g", "wait"],
  ["?", "help"],
  ["/", "search"],
]);

// "none" leaves the key to the browser; "press" presses the button with that key, "send" the one with Ctrl and Enter.
export function keyAction({ key, ctrlKey, metaKey, altKey, repeat }, { keysOn, inField, inDialog, sinceG, hasPage }) {
  const command = ctrlKey || metaKey;
  if (key === "Escape") return "leave";
  // A key that is held down presses one button, not the one that takes its place too.
  if (command && key === "Enter") return repeat ? "none" : "send";
  if (command || altKey || !keysOn || inField || inDialog) return "none";
  if (sinceG < G_WAITS && hasPage(key)) return "page";
  return OWN_MEANING.get(key) ?? "press";
}
