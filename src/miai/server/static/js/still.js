// The row under the pointer stays under it, whatever a newer version of the page brings.
let key = "";
let top = 0;

function rowOf(target) {
  return target?.closest?.("[data-row]");
}

function remember(row) {
  key = row?.dataset.row ?? "";
  if (row) top = row.getBoundingClientRect().top;
}

function known() {
  return key ? document.querySelector(`[data-row="${CSS.escape(key)}"]`) : null;
}

// Whether the pointer is on a row further down the same column, which a change of height here would move.
export function moves(row) {
  const pointed = known();
  return Boolean(pointed && pointed !== row && pointed.parentElement === row.parentElement && row.compareDocumentPosition(pointed) & Node.DOCUMENT_POSITION_FOLLOWING);
}

export function keepStill() {
  const row = known();
  const moved = row ? row.getBoundingClientRect().top - top : 0;
  if (Math.abs(moved) >= 1) window.scrollBy({ top: moved, behavior: "instant" });
}

document.addEventListener("pointermove", (event) => event.pointerType === "mouse" && remember(rowOf(event.target)), { passive: true });
document.addEventListener("pointerleave", () => remember(null));
document.addEventListener("scroll", () => remember(known()), { passive: true });
document.addEventListener("miai:refreshed", keepStill);
