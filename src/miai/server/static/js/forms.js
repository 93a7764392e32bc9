// Forms are sent in the background and the page shows what changed; a form with data-plain is left to the browser.
import { goTo } from "./leave.js";
import { brought } from "./live.js";
import { send, size } from "./outbox.js";
import { addStyles, forgetSent, noteSent, refresh } from "./swap.js";
import { showToast } from "./toast.js";

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post" || "plain" in form.dataset) return;
  event.preventDefault();
  if (!sendsFile(form)) void submit(form, event.submitter);
});

// Whether a file of this form is on its way: a large one takes a while, and a second click must not import it twice.
function sendsFile(form) {
  return "sending" in form.dataset && [...form.elements].some((field) => field.files?.length);
}

// The second click of a double click means nothing more than the first, also where that has been answered by now.
const DOUBLE_CLICK = 600;
const sentAt = new WeakMap();

document.addEventListener("click", (event) => {
  const form = event.target.closest?.("button")?.form;
  if (event.detail > 1 && Date.now() - (sentAt.get(form) ?? 0) < DOUBLE_CLICK) event.preventDefault();
}, true);

// Send a form; whether it was accepted.
export async function submit(form, submitter = null) {
  const data = new FormData(form, submitter);
  const action = submitter?.getAttribute("formaction") || form.getAttribute("action") || location.href;
  const sent = form.enctype === "multipart/form-data" ? { file: data } : { fields: [...data] };
  form.toggleAttribute("data-sending", true);
  sentAt.set(form, Date.now());
  noteOwn(form);
  const shown = formsOf(form);
  for (const each of shown) noteSent(each);
  // The next line may be typed before the answer comes, and before the page's own script has been loaded.
  if (form.dataset.reset === "sent") form.reset();
  const accepted = await sendAndShow({ action, ...sent, label: submitter?.ariaLabel || submitter?.textContent.trim() || "" }, form);
  form.removeAttribute("data-sending");
  // What was refused is still what the person typed.
  if (!accepted) for (const each of shown) forgetSent(each);
  return accepted;
}

// The next time this form is sent, what changed since it was filled may be what it sent itself.
function noteOwn({ elements: { was } }) {
  if (was) was.value = JSON.stringify({ ...JSON.parse(was.value), own: true });
}

// A question about a form sends it again, with what was chosen.
function formsOf(form) {
  if (!form.closest(".note.changed")) return [form];
  return [...document.forms].filter((each) => each === form || each.action === form.action);
}

// Send the fields that a form would send; whether they were accepted.
export const postFields = (action, fields) => sendAndShow({ action, fields: Object.entries(fields) }, null);

// Notes that came after this was sent are about something else, and stay.
async function sendAndShow(entry, form) {
  const known = notes();
  const { json, text } = await send(entry);
  if (json) {
    for (const note of known) note.remove();
    await showAccepted(json, form);
  } else if (/<html/i.test(text)) showWhole(text);
  else if (/^\s*<dialog/i.test(text)) ask(text);
  else addNote(text, known);
  return json !== null;
}

async function showAccepted({ go, here, toast, version }, form) {
  if (!here) {
    goTo(go);
    return;
  }
  if (toast) showToast(toast);
  if (form) close(form);
  const url = new URL(go, location.href).href;
  if (!size()) await showChange(version, url);
}

// Show what a saved entry changed: the stream brings it within a moment, or the page is fetched again.
export async function showChange(version, url = location.href) {
  if (url === location.href && (await brought(version))) return;
  try {
    await refresh({ all: true, url });
  } catch {
    // Without a connection the page stays as it is; the stream brings the change when it is back.
  }
}

function close(form) {
  form.dispatchEvent(new CustomEvent("miai:done", { bubbles: true }));
  if (form.dataset.reset === "done") form.reset();
  form.closest("dialog")?.close();
}

// A form that is shown again with its faults comes as a whole page.
function showWhole(text) {
  const fresh = new DOMParser().parseFromString(text, "text/html");
  const main = fresh.getElementById("main");
  if (!main) return;
  void addStyles(fresh);
  document.getElementById("main").replaceWith(main);
  (main.querySelector('[aria-invalid="true"]') || main.querySelector(".note.bad") || main).focus?.();
  window.scrollTo(0, 0);
  document.dispatchEvent(new CustomEvent("miai:refreshed"));
}

// What a change moves is shown over the page, which may be refreshed below it; sending the form again confirms it.
function ask(html) {
  document.getElementById("consequences")?.remove();
  document.body.insertAdjacentHTML("beforeend", html);
  const dialog = document.getElementById("consequences");
  let confirmed = false;
  dialog.addEventListener("submit", () => {
    confirmed = true;
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    // What was moved on the page, such as the bar, is shown where it still is.
    if (!confirmed) void refresh({ all: true }).catch(() => {});
  });
  dialog.showModal();
}

const notes = () => [...(document.getElementById("notices")?.children ?? [])];

// A newer version of the page does not remove it.
function addNote(html, old) {
  const place = document.getElementById("notices");
  if (!place) return;
  for (const note of old) note.remove();
  place.insertAdjacentHTML("beforeend", html);
  place.lastElementChild?.toggleAttribute("data-own", true);
  place.scrollIntoView({ block: "nearest" });
}
