// What the key z does while lines of this page wait: "take back" the last of them, "send" an undo after it, or, where none
// waits, "press" the button of the page. A result that may have been sent is undone after it has been saved. An undo that
// waits stays: another z undoes one more.
export function undoStep(waiting) {
  const last = waiting.at(-1);
  if (!last) return "press";
  return last.line.kind === "result" && !last.attempted ? "take back" : "send";
}
