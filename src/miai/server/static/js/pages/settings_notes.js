// The notes about rules that are not used, and the warnings, follow the form at once. The server writes them, so that
// they are the same after saving.
const PAUSE = 150;
const form = () => document.querySelector("form[data-notes]");
let timer;
let running;

document.addEventListener("input", (event) => {
  if (!form()?.contains(event.target)) return;
  clearTimeout(timer);
  timer = setTimeout(() => void look(form()), PAUSE);
});

async function look(asked) {
  running?.abort();
  running = new AbortController();
  try {
    const response = await fetch(asked.dataset.notes, {
      method: "POST",
      body: new FormData(asked),
      signal: running.signal,
      headers: { "X-Requested-With": "miai" },
      credentials: "same-origin",
    });
    if (response.ok && response.headers.has("X-Miai")) show(asked, await response.text());
  } catch {
    // Without a connection the notes stay; the page after saving has them.
  }
}

function show(asked, html) {
  const fresh = new DOMParser().parseFromString(html, "text/html");
  asked.querySelector("[data-warnings]").replaceChildren(...fresh.querySelector("[data-warnings]").childNodes);
  for (const { dataset, textContent } of fresh.querySelectorAll("[data-fold]")) {
    const says = document.getElementById(dataset.fold)?.closest("details").querySelector("summary span");
    if (says) says.textContent = textContent;
  }
  for (const { dataset, textContent } of fresh.querySelectorAll("[data-rule]")) showHelp(asked, dataset.rule, textContent);
}

// The help of a rule says that it is not used; a rule without help has a place for it only then.
function showHelp(asked, path, text) {
  const control = asked.querySelector(`[name="${CSS.escape(path)}"]:not([type="hidden"])`);
  const holder = control && holderOf(control);
  // A fault that was found stays until the form is sent again.
  if (!holder || holder.querySelector(":scope > .err")) return;
  const known = holder.querySelector(":scope > .help, :scope > small");
  if (text) {
    const note = known ?? added(holder, control);
    if (note.textContent !== text) note.textContent = text;
  } else {
    known?.remove();
    control.removeAttribute("aria-describedby");
  }
}

const holderOf = (control) =>
  control.closest(".tick-line")?.querySelector("span") ?? control.closest("fieldset.field") ?? control.closest(".field");

function added(holder, control) {
  const note = document.createElement(holder.matches(".field") ? "span" : "small");
  if (holder.matches(".field")) note.className = "help";
  if (holder.matches("div.field")) {
    note.id = `${control.id}-more`;
    control.setAttribute("aria-describedby", note.id);
  }
  holder.append(note);
  return note;
}
