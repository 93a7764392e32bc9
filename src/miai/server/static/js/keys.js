// The keyboard: g and a letter go to a page, ? shows the keys, / searches; data-key="l" lets that key press a button.
import { keyAction } from "./logic/key_action.js";

const body = document.body;
let afterG = 0;

export function inField(target) {
  return Boolean(target.closest?.("input:not([type=radio]):not([type=checkbox]):not([type=range]), textarea, select, [contenteditable]"));
}

const pageLink = (key) => document.querySelector(`[data-go="${CSS.escape(key)}"]`);

const actions = {
  leave,
  send: (event) => press("ctrl+enter", event),
  page: (event) => click(pageLink(event.key), event),
  wait: (event) => {
    event.preventDefault();
    afterG = Date.now();
  },
  help: (event) => {
    event.preventDefault();
    document.getElementById("keys")?.showModal();
  },
  search: (event) => {
    const search = document.querySelector("[data-search]");
    if (!search) return;
    event.preventDefault();
    search.focus();
  },
  press: (event) => press(event.key, event),
};

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.isComposing) return;
  const action = keyAction(event, {
    keysOn: body.dataset.keys === "on",
    inField: inField(event.target),
    inDialog: document.querySelector("dialog[open]") !== null,
    sinceG: Date.now() - afterG,
    hasPage: pageLink,
  });
  if (action === "none") return;
  afterG = 0;
  actions[action](event);
});

function press(key, event) {
  const buttons = [...document.querySelectorAll(`[data-key="${CSS.escape(key)}"]`)].filter((each) => each.offsetParent && !each.disabled);
  // While a draw is on its way, a second press means nothing more than the first.
  if (key === "ctrl+enter" && buttons.at(-1)?.form?.hasAttribute("data-sending")) return;
  // A toast lies over the page, and so does its key.
  const button = buttons.at(-1);
  if (button) click(button, event);
}

function click(element, event) {
  event.preventDefault();
  // Tab goes on into a list that a key has opened.
  if (element.nodeName === "SUMMARY") element.focus();
  element.click();
}

function leave() {
  const active = document.activeElement;
  if (active && active !== body && inField(active)) active.blur();
}
