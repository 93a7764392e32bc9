import { keptWas } from "./logic/kept_was.js";

// Replaces what is shown by a newer version of the page, touching only what differs:
// focus, scrolling, what is being typed and the row under the pointer stay where they are.

const typed = new Set(["value", "checked"]);

// An element with data-own belongs to a script, which shows something there that the server knows nothing of.
const isOwn = (node) => node.nodeType === Node.ELEMENT_NODE && node.hasAttribute("data-own");

export function morph(old, fresh) {
  if (isOwn(old)) return;
  if (old.nodeType !== fresh.nodeType || old.nodeName !== fresh.nodeName || keyOf(old) !== keyOf(fresh)) {
    old.replaceWith(fresh);
    return;
  }
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
    return;
  }
  if (old.isEqualNode(fresh)) return;
  attributes(old, fresh);
  children(old, fresh);
}

function keyOf(node) {
  return node.nodeType === Node.ELEMENT_NODE ? node.id || node.dataset.row || "" : "";
}

function attributes(old, fresh) {
  for (const { name, value } of [...fresh.attributes]) {
    if (old.getAttribute(name) === value || staysAsItIs(old, name)) continue;
    setAttribute(old, name, value);
  }
  for (const { name } of [...old.attributes]) {
    if (fresh.hasAttribute(name) || name === "open") continue;
    if (name === "class" && old.classList.contains("live-tint")) continue;
    old.removeAttribute(name);
  }
}

function setAttribute(old, name, value) {
  const typedHere = name === "value" && isEdited(old);
  if (isWas(old, name)) {
    old.value = keptWas(old.value, value, editedIn(old.form));
    return;
  }
  old.setAttribute(name, value);
  if (name === "value" && "value" in old && !typedHere) old.value = value;
}

// What was typed into a field since the page was shown, and is not what was sent, belongs to the person.
const sentValues = new WeakMap();

export function noteSent(form) {
  for (const field of form.elements) if ("value" in field) sentValues.set(field, field.value);
}

export function forgetSent(form) {
  for (const field of form.elements) sentValues.delete(field);
}

function isEdited(field) {
  return "defaultValue" in field && field.value !== field.defaultValue && field.value !== sentValues.get(field);
}

// The values that a form was filled with stay those that the person saw, for each field that they are changing.
const isWas = (element, name) => name === "value" && element.name === "was" && Boolean(element.form);

function editedIn(form) {
  return [...form.elements].filter((field) => isEdited(field) || isToggled(field)).map(({ name, value }) => ({ name, value }));
}

function isToggled(field) {
  if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
  return field.nodeName === "SELECT" && [...field.options].some((option) => option.selected !== option.defaultSelected);
}

// The reader opens and closes things, and whoever is in a field decides what it says; a button says what it sends.
function staysAsItIs(element, name) {
  const writing = element === document.activeElement && element.nodeName !== "BUTTON";
  return name === "open" || (typed.has(name) && writing);
}

function children(old, fresh) {
  const keyed = new Map([...old.children].filter(keyOf).map((child) => [keyOf(child), child]));
  let at = withoutOwn(old.firstChild);
  for (const wanted of [...fresh.childNodes]) {
    const known = keyed.get(keyOf(wanted));
    if (known && isOwn(known)) continue;
    if (known && known !== at) {
      old.insertBefore(known, at);
      morph(known, wanted);
    } else if (at && (known || !keyOf(at))) {
      const next = withoutOwn(at.nextSibling);
      morph(at, wanted);
      at = next;
    } else {
      old.insertBefore(wanted, at);
    }
  }
  while (at) {
    const next = withoutOwn(at.nextSibling);
    at.remove();
    at = next;
  }
}

// This node or the next one that is not a script's own.
function withoutOwn(node) {
  let next = node;
  while (next && isOwn(next)) next = next.nextSibling;
  return next;
}

// Replace the rows that came by the stream; false, and nothing is replaced, where one is missing, chosen or opened here.
export function putRows(rows) {
  const olds = rows.map(([key]) => document.querySelector(`[data-row="${CSS.escape(key)}"]`));
  if (olds.some((old) => !old || old.matches("[aria-current]") || old.querySelector("[aria-expanded]"))) return false;
  rows.forEach(([, html], at) => {
    const holder = document.createElement("template");
    holder.innerHTML = html;
    morph(olds[at], holder.content.firstElementChild);
  });
  document.dispatchEvent(new CustomEvent("miai:refreshed"));
  return true;
}

// A page that is the same for all phones says which entry it has heard of, so that it gets what was made for others.
function shared() {
  const { dataset } = document.body;
  return "shared" in dataset ? { "X-Miai-Shared": dataset.heard ?? dataset.version } : {};
}

// Fetch this page again and show what changed; `all` also takes what is not marked as live, `rest` leaves the rows out.
export async function refresh({ all = false, rest = false, url = location.href } = {}) {
  const started = location.href;
  const response = await fetch(url, { headers: { "X-Requested-With": "miai", ...(rest && { "X-Miai-Rows": "none" }), ...shared() }, credentials: "same-origin" });
  if (!response.ok || new URL(response.url).pathname !== new URL(url, location.href).pathname) return false;
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
  // Answers may arrive in another order than they were asked for; an older one is ignored.
  if (location.href !== started || Number(fresh.body.dataset.version) < Number(document.body.dataset.version)) return false;
  if (url !== location.href) history.replaceState(null, "", url);
  await addStyles(fresh);
  const focused = document.activeElement;
  putParts(fresh, all);
  noteVersion(fresh.body.dataset, rest);
  document.title = fresh.title;
  document.dispatchEvent(new CustomEvent("miai:refreshed"));
  // A button that is gone after its act leaves the focus on the page, not before its first link.
  if (!focused?.isConnected && document.activeElement === document.body) document.getElementById("main")?.focus({ preventScroll: true });
  return true;
}

function putParts(fresh, all) {
  const live = [...fresh.querySelectorAll("[data-live][id]")];
  // A part that this page had no reason to show yet, such as the field before the first player.
  const whole = all || live.some((part) => part.closest("#main") && !document.getElementById(part.id));
  const parts = live.filter((part) => !whole || !part.closest("#main"));
  if (whole) replacePart(fresh, "main");
  for (const part of parts) replacePart(fresh, part.id);
  replacePart(fresh, "saved");
}

// What is around the rows may be newer than they are.
function noteVersion({ version, mark = "", around, follows = "" }, rest) {
  const shown = document.body.dataset;
  if (version && !rest) Object.assign(shown, { version, mark, ...(around && { around }) });
  shown.follows = follows;
}

// What is shown next may look for styles that this page did not need; print styles stay the last.
const STYLES_WAIT = 2000;

export async function addStyles(fresh) {
  const hrefs = new Set(sheets(document).map(address));
  const missing = sheets(fresh).filter((sheet) => !hrefs.has(address(sheet)));
  const last = sheets(document).at(-1);
  const loaded = missing.map((sheet) => {
    const link = document.createElement("link");
    for (const { name, value } of [...sheet.attributes]) link.setAttribute(name, value);
    const ready = new Promise((resolve) => {
      link.onload = resolve;
      link.onerror = resolve;
    });
    document.head.insertBefore(link, last);
    return ready;
  });
  if (loaded.length) await Promise.race([Promise.all(loaded), new Promise((resolve) => setTimeout(resolve, STYLES_WAIT))]);
}

const sheets = (page) => [...page.querySelectorAll('head link[rel="stylesheet"]')];
const address = (sheet) => sheet.getAttribute("href");

function replacePart(fresh, id) {
  const old = document.getElementById(id);
  const wanted = fresh.getElementById(id);
  if (old && wanted) morph(old, wanted);
}
