// Forms are sent in the background and the page shows what changed; a form with data-plain is left to the browser.
import { brought } from "./live.js";
import { send, size } from "./outbox.js";
import { refresh } from "./swap.js";
import { showToast } from "./toast.js";

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post" || "plain" in form.dataset) return;
  event.preventDefault();
  void submit(form, event.submitter);
});

export async function submit(form, submitter = null) {
  const data = new FormData(form, submitter);
  const action = submitter?.getAttribute("formaction") || form.getAttribute("action") || location.href;
  const post = form.enctype === "multipart/form-data" ? { action, file: data } : { action, fields: [...data] };
  form.toggleAttribute("data-sending", true);
  // The next line may be typed before the answer comes, so the form is emptied when it is sent.
  if (form.dataset.reset === "sent") empty(form);
  const response = await send(post);
  form.removeAttribute("data-sending");
  if (!(await answered(response, form)) && form.dataset.reset === "sent") restore(form, data);
}

function empty(form) {
  form.reset();
  form.dispatchEvent(new CustomEvent("miai:sent", { bubbles: true }));
}

// What was refused is shown again, unless something else has been typed since.
function restore(form, data) {
  for (const [name, value] of data) {
    const field = form.elements[name];
    if (field && !field.value) field.value = value;
  }
  form.dispatchEvent(new CustomEvent("miai:sent", { bubbles: true }));
}

// Fields given by a script: what a form would send, with the token of this page.
export async function postFields(action, fields) {
  const csrf = document.querySelector('input[name="csrf"]')?.value ?? "";
  await answered(await send({ action, fields: Object.entries({ csrf, ...fields }) }), null);
}

// Whether the server accepted what was sent.
async function answered(response, form) {
  const type = response.headers.get("content-type") || "";
  if (response.ok && type.startsWith("application/json")) {
    await accepted(await response.json(), form);
    return true;
  }
  const text = await response.text();
  if (/<html/i.test(text)) showWhole(text);
  else notices(text);
  return false;
}

async function accepted({ go, here, toast, version }, form) {
  notices("");
  if (!here) {
    location.assign(go);
    return;
  }
  if (toast) showToast(toast);
  if (form) close(form);
  const url = new URL(go, location.href).href;
  if (!size() && !(url === location.href && (await brought(version)))) await refresh({ all: true, url });
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
  document.getElementById("main").replaceWith(main);
  (main.querySelector('[aria-invalid="true"]') || main.querySelector(".note.bad") || main).focus?.();
  window.scrollTo(0, 0);
  document.dispatchEvent(new CustomEvent("miai:refreshed"));
}

export function notices(html) {
  const place = document.getElementById("notices");
  if (!place) return;
  place.innerHTML = html;
  if (html) place.scrollIntoView({ block: "nearest" });
}

document.addEventListener("click", (event) => {
  if (!event.target.closest?.("[data-dismiss]")) return;
  event.preventDefault();
  notices("");
  void refresh({ all: true });
});
