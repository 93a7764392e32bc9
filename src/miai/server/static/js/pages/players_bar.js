// The bar and the floor: moved by arrows, by typing a grade, with the keys of the slider, or dragged across the field.
// What is chosen shows at once; what is sent is what is shown, and an answer never moves it back.
import { postFields } from "../forms.js";
import { gradeNumber, gradeText } from "../logic/grade_number.js";
import { nearest } from "../logic/grid.js";
import { LatestSender } from "../logic/latest_sender.js";
import { send } from "../outbox.js";
import { refresh } from "../swap.js";

const KINDS = ["bar", "floor"];
const lineOf = (kind) => document.getElementById(`line-${kind}`);
const boxOf = (kind) => document.getElementById(`at-${kind}`);
const ownNumber = (kind) => Number(lineOf(kind)?.dataset.number);
const action = () => document.getElementById("grades").dataset.action;

let dragged = null;
// The box in which a grade is being typed: nothing else may change it.
let typing = null;

const sender = new LatestSender({
  send: (kind, number) => postFields(action(), { line: kind, to: gradeText(number) }),
  // The page may show an older or a refused value: ask what it is now.
  settled: async () => {
    if (KINDS.some((kind) => sender.wanted(kind) !== undefined && sender.wanted(kind) !== ownNumber(kind))) await refresh();
  },
});

// The number of the grade at which a line is shown.
function shown(kind) {
  if (dragged?.kind === kind) return dragged.to;
  return sender.wanted(kind) ?? ownNumber(kind);
}

// The floor is never above the bar, nor either beyond the grades there are.
function limits(kind) {
  const end = (name) => Number(lineOf(kind).querySelector(".grip").getAttribute(name));
  return kind === "bar" ? [shown("floor"), end("aria-valuemax")] : [end("aria-valuemin"), shown("bar")];
}

async function move(kind, number) {
  const [lowest, highest] = limits(kind);
  const to = Math.min(highest, Math.max(lowest, number));
  if (to === shown(kind)) return show(kind, to, { again: true });
  const sent = sender.want(kind, to);
  showAll();
  try {
    await sent;
  } finally {
    showAll();
  }
}

// A grade that was typed; what is no grade, or is not possible here, is left to the server, which says why.
async function typed(kind, text) {
  const number = gradeNumber(text);
  const [lowest, highest] = limits(kind);
  typing = null;
  if (number !== undefined && number >= lowest && number <= highest) return move(kind, number);
  boxOf(kind).value = gradeText(shown(kind));
  await postFields(action(), { line: kind, to: text });
}

// How a line is shown -----------------------------------------------------------

function showAll() {
  for (const kind of KINDS) if (lineOf(kind)) show(kind, shown(kind));
}

// The page as it came shows the value of the server; only what differs from that is shown here.
function show(kind, number, { again = false } = {}) {
  const line = lineOf(kind);
  const text = gradeText(number);
  const own = number === ownNumber(kind);
  line.classList.toggle("moving", !own);
  if (own && !again && !("changed" in line.dataset)) return;
  line.dataset.changed = "";
  put(line, number);
  line.querySelector("b").textContent = line.dataset.label.replace("{grade}", text);
  const grip = line.querySelector(".grip");
  grip.setAttribute("aria-valuenow", number);
  grip.setAttribute("aria-valuetext", text);
  if (typing !== kind) boxOf(kind).value = text;
}

// The bar stands below its grade, the floor above its own.
function put(line, number) {
  const rows = [...document.querySelectorAll("#grades > li[data-number]:not(.line)")];
  const isBar = line.dataset.line === "bar";
  const bar = isBar ? number : shown("bar");
  const before = rows.find(({ dataset }) => dataset.number < bar && (isBar || dataset.number <= number)) ?? null;
  // Between the same rows the bar is above the floor.
  const place = isBar && lineOf("floor").nextElementSibling === before ? lineOf("floor") : before;
  if (line.nextElementSibling === place) return;
  const focused = document.activeElement;
  line.parentNode.insertBefore(line, place);
  // An element that moves in the page loses the focus.
  if (line.contains(focused)) focused.focus({ preventScroll: true });
}

// Arrows, typing and keys -------------------------------------------------------

document.addEventListener("submit", (event) => {
  const kind = event.target.dataset?.moves;
  if (!kind) return;
  event.preventDefault();
  const step = Number(event.submitter?.dataset.step ?? 0);
  void (step ? move(kind, shown(kind) + step) : typed(kind, event.target.elements.to.value));
}, true);

const kindOfBox = (target) => (target.matches?.(".stepper input") ? target.form.dataset.moves : null);

document.addEventListener("input", (event) => {
  typing = kindOfBox(event.target) ?? typing;
});

document.addEventListener("change", (event) => {
  const kind = kindOfBox(event.target);
  if (kind) void typed(kind, event.target.value);
});

const STEPS = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: 5, PageDown: -5, Home: -Infinity, End: Infinity };

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && dragged) return drop({ keep: false });
  const kind = event.target.closest?.("#grades .grip")?.parentNode.dataset.line ?? kindOfSteppedBox(event);
  const step = STEPS[event.key];
  if (!kind || !step || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  typing = null;
  void move(kind, shown(kind) + step);
});

// In the box only up and down move the line; the other keys are for the text.
function kindOfSteppedBox({ key, target }) {
  return key === "ArrowUp" || key === "ArrowDown" ? kindOfBox(target) : null;
}

// Dragging ------------------------------------------------------------------------

document.addEventListener("pointerdown", (event) => {
  const line = event.target.closest?.("#grades .line");
  if (!line || event.button !== 0) return;
  event.preventDefault();
  const kind = line.dataset.line;
  dragged = { kind, to: shown(kind), from: shown(kind), places: places(line) };
  line.classList.add("dragged");
  // The line itself moves in the page, which would end the capture.
  line.parentNode.setPointerCapture(event.pointerId);
  line.querySelector(".grip").focus({ preventScroll: true });
});

document.addEventListener("pointermove", (event) => {
  const row = dragged && nearest(dragged.places, event.clientY)?.row;
  if (!row) return;
  const [lowest, highest] = limits(dragged.kind);
  dragged.to = Math.min(highest, Math.max(lowest, Number(row.dataset.number)));
  showAll();
});

document.addEventListener("pointerup", () => drop({ keep: true }));
document.addEventListener("pointercancel", () => drop({ keep: false }));

function drop({ keep }) {
  if (!dragged) return;
  const { kind, from, to } = dragged;
  dragged = null;
  lineOf(kind)?.classList.remove("dragged");
  if (keep && to !== from) void move(kind, to);
  else showAll();
}

// Where the middle of the line would be below each grade, or above it for the floor; measured once, for the rows
// move aside while it is dragged.
function places(line) {
  const own = line.getBoundingClientRect();
  return [...document.querySelectorAll("#grades .stones")].map((row) => {
    const edges = row.getBoundingClientRect();
    const shift = edges.top > own.top ? -own.height : 0;
    const edge = line.dataset.line === "bar" ? edges.bottom : edges.top;
    return { row, middle: edge + shift + own.height / 2 };
  });
}

// Refreshing and leaving ----------------------------------------------------------

let focusedGrip = null;

document.addEventListener("focusin", (event) => {
  focusedGrip = event.target.closest?.("#grades .grip") ? event.target.parentNode.dataset.line : null;
});

document.addEventListener("miai:refreshed", () => {
  // The refreshed lines are where the server has them.
  showAll();
  if (focusedGrip && document.activeElement === document.body) lineOf(focusedGrip)?.querySelector(".grip").focus({ preventScroll: true });
});

// What is not sent yet goes to the outbox, which the next page empties.
window.addEventListener("pagehide", () => {
  for (const [kind, number] of sender.takeUnsent()) {
    void send({ action: action(), fields: Object.entries({ line: kind, to: gradeText(number) }) });
  }
});
