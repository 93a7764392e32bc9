// The keyboard: g and a letter go to a page, ? shows the keys, / searches; data-key="l" lets that key press a button.
const body = document.body;
let afterG = 0;

export function inField(target) {
  return Boolean(target.closest?.("input:not([type=radio]):not([type=checkbox]):not([type=range]), textarea, select, [contenteditable]"));
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.isComposing) return;
  if (event.key === "Escape") return leave();
  if ((event.ctrlKey || event.metaKey) && event.key === "Enter") return press("ctrl+enter", event);
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (body.dataset.keys !== "on" || inField(event.target) || document.querySelector("dialog[open]")) return;
  if (Date.now() - afterG < 1500) {
    afterG = 0;
    const link = document.querySelector(`[data-go="${CSS.escape(event.key)}"]`);
    if (link) {
      event.preventDefault();
      link.click();
      return;
    }
  }
  if (event.key === "g") {
    afterG = Date.now();
  } else if (event.key === "?") {
    document.getElementById("keys")?.showModal();
  } else if (event.key === "/") {
    const search = document.querySelector("[data-search]");
    if (search) {
      event.preventDefault();
      search.focus();
    }
  } else {
    press(event.key, event);
  }
});

function press(key, event) {
  const buttons = [...document.querySelectorAll(`[data-key="${CSS.escape(key)}"]`)].filter((each) => each.offsetParent && !each.disabled);
  // A toast lies over the page, and so does its key.
  const button = buttons.at(-1);
  if (!button) return;
  event.preventDefault();
  button.click();
}

function leave() {
  const active = document.activeElement;
  if (active && active !== body && inField(active)) active.blur();
}
