// The order of the lines in their list.

// So many lines that need nobody any more are shown.
export const MOST_DONE = 8;

// The last line first, whatever became of it; then those that need somebody, those that wait, and the latest of the rest.
export function inOrder(entries, needsSomebody) {
  const last = entries.filter(({ line }) => line).at(-1);
  const others = entries.filter((entry) => entry !== last);
  const open = others.filter(needsSomebody);
  const waiting = others.filter((entry) => !open.includes(entry) && entry.state === "waiting");
  const done = others.filter((entry) => !open.includes(entry) && entry.state !== "waiting").slice(-MOST_DONE);
  return [...(last ? [last] : []), ...open.reverse(), ...waiting.reverse(), ...done.reverse()];
}
