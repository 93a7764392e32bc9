// Below a field with a whole name stand the surname and the first name that it is entered with, before it is saved. One
// key or the button exchanges them: the surname is written first, with a comma.
const PAUSE = 200;
const timers = new WeakMap();

document.addEventListener("input", ({ target }) => {
  if (!target.matches?.("[data-split]")) return;
  clearTimeout(timers.get(target));
  timers.set(target, setTimeout(() => void look(target), PAUSE));
});

document.addEventListener("click", ({ target }) => {
  const button = target.closest?.("[data-swap-split]");
  const field = button?.closest("[data-split-note]").parentElement.querySelector("[data-split]");
  if (!field) return;
  field.value = button.dataset.swapSplit;
  field.focus();
  field.dispatchEvent(new Event("input", { bubbles: true }));
});

document.addEventListener("keydown", (event) => {
  if (!event.altKey || event.ctrlKey || event.metaKey || event.code !== "KeyX") return;
  if (!event.target.matches?.("[data-split]")) return;
  event.preventDefault();
  noteOf(event.target)?.querySelector("button")?.click();
});

const noteOf = (field) => field.parentElement.querySelector("[data-split-note]");

// A name of the list below the field is a person who is known.
const isKnown = (field) => [...(field.list?.options ?? [])].some(({ value }) => value === field.value);

async function look(field) {
  const name = field.value.trim();
  if (!name.includes(" ") || isKnown(field)) return noteOf(field)?.remove();
  try {
    const response = await fetch(`${field.dataset.split}?q=${encodeURIComponent(name)}`, {
      headers: { "X-Requested-With": "miai" },
      credentials: "same-origin",
    });
    // A person who types fast has reached the next name.
    if (!response.ok || !response.headers.has("X-Miai") || field.value.trim() !== name) return;
    show(field, (await response.text()).trim());
  } catch {
    // Without a connection the name can still be typed.
  }
}

function show(field, html) {
  let note = noteOf(field);
  if (!html) return note?.remove();
  if (!note) {
    note = document.createElement("span");
    note.className = "help";
    note.dataset.splitNote = "";
    note.setAttribute("role", "status");
    field.after(note);
  }
  note.innerHTML = html;
}
