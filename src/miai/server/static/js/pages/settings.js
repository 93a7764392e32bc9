// The bar with Save says how many fields are changed and not saved; leaving the page with some asks first.
import { changedFields } from "../logic/unsaved.js";
import "./settings_notes.js";

const saved = new WeakMap();
const forms = () => [...document.querySelectorAll("form[data-unsaved]")];
// Nobody types these; "seen" and "was" say what was saved when the form was shown, and change with every save.
const sentAlong = ["csrf", "seen", "was"];
const entries = (form) =>
  [...new FormData(form)].filter(([name, value]) => !sentAlong.includes(name) && typeof value === "string");

// A form that was refused comes with what was typed, which is not saved either.
const unsaved = (form) => Number(form.dataset.unsaved) + changedFields(saved.get(form) ?? entries(form), entries(form));

function show() {
  for (const form of forms()) {
    if (!saved.has(form)) saved.set(form, entries(form));
    const count = unsaved(form);
    const said = form.querySelector("[data-changes]");
    if (said) said.textContent = count === 0 ? "" : (count === 1 ? said.dataset.one : said.dataset.many).replace("{n}", count);
    form.querySelector(".save-bar")?.classList.toggle("waiting", count > 0);
  }
}

show();
document.addEventListener("input", show);
document.addEventListener("change", show);
document.addEventListener("miai:refreshed", show);
document.addEventListener("miai:done", (event) => {
  if (!event.target.matches?.("form[data-unsaved]")) return;
  event.target.dataset.unsaved = "0";
  saved.set(event.target, entries(event.target));
  show();
});
// What an earlier toast says is not about what is sent now, which may be refused.
document.addEventListener("submit", (event) => {
  const toasts = document.getElementById("toasts");
  if (!toasts.contains(event.target)) toasts.replaceChildren();
});
window.addEventListener("beforeunload", (event) => {
  if (forms().some((form) => unsaved(form) > 0)) event.preventDefault();
});
