// The bar and the floor can be dragged across the field, or moved with the arrow keys.
import { postFields } from "../forms.js";
import { nearest } from "../logic/grid.js";

let dragged = null;

document.addEventListener("pointerdown", (event) => {
  const line = event.target.closest?.("#grades .line");
  if (!line || event.button !== 0 || event.target.closest("button")) return;
  event.preventDefault();
  dragged = { line, from: line.dataset.grade, to: line.dataset.grade, home: line.nextElementSibling, places: places(line) };
  line.classList.add("dragged");
  line.setPointerCapture(event.pointerId);
});

document.addEventListener("pointermove", (event) => {
  if (!dragged) return;
  const { line } = dragged;
  const grade = nearest(dragged.places, event.clientY)?.row;
  if (!grade || grade.dataset.grade === dragged.to) return;
  dragged.to = grade.dataset.grade;
  // The bar stands below its grade, the floor above its own.
  if (line.dataset.line === "bar") grade.after(line);
  else grade.before(line);
  line.querySelector("b").textContent = line.dataset.label.replace("{grade}", dragged.to);
});

document.addEventListener("pointerup", drop);
document.addEventListener("pointercancel", () => dragged && back());

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && dragged) back();
  const line = event.target.closest?.("#grades .line");
  const at = { ArrowUp: 0, ArrowDown: 1 }[event.key];
  if (!line || at === undefined) return;
  event.preventDefault();
  line.querySelectorAll(".handle")[at]?.click();
});

// A line that moves to another place loses the focus on its way.
let held = null;

document.addEventListener("focusin", (event) => {
  const line = event.target.closest?.("#grades .line");
  held = line ? { id: line.id, at: [...line.querySelectorAll(".handle")].indexOf(event.target) } : null;
});

document.addEventListener("miai:refreshed", () => {
  if (!held || document.activeElement !== document.body) return;
  document.getElementById(held.id)?.querySelectorAll(".handle")[held.at]?.focus();
});

// Where the middle of the line would be below each grade, or above it for the floor; measured once, for the rows
// move aside while it is dragged.
function places(line) {
  const own = line.getBoundingClientRect();
  return [...document.querySelectorAll("#grades li[data-grade]:not(.line)")].map((row) => {
    const edges = row.getBoundingClientRect();
    const shift = edges.top > own.top ? -own.height : 0;
    const edge = line.dataset.line === "bar" ? edges.bottom : edges.top;
    return { row, middle: edge + shift + own.height / 2 };
  });
}

async function drop() {
  if (!dragged) return;
  const { line, from, to } = dragged;
  if (to === from) return back();
  line.classList.remove("dragged");
  dragged = null;
  await postFields(document.getElementById("grades").dataset.action, { line: line.dataset.line, to });
}

function back() {
  const { line, from, home } = dragged;
  line.parentNode.insertBefore(line, home);
  line.querySelector("b").textContent = line.dataset.label.replace("{grade}", from);
  line.classList.remove("dragged");
  dragged = null;
}
