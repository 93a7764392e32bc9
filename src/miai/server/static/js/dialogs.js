// A button with data-dialog="id" opens that dialog; focus returns to the button afterwards.
document.addEventListener("click", (event) => {
  const opener = event.target.closest?.("[data-dialog]");
  if (opener) {
    const dialog = document.getElementById(opener.dataset.dialog);
    if (!dialog?.showModal) return;
    event.preventDefault();
    dialog.showModal();
    dialog.addEventListener("close", () => opener.focus(), { once: true });
  }
  const closer = event.target.closest?.("[data-close]");
  if (closer) {
    event.preventDefault();
    closer.closest("dialog")?.close();
  }
  for (const menu of document.querySelectorAll("details.menu[open]")) if (!menu.contains(event.target) || event.target.closest("a[href]")) menu.open = false;
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || document.querySelector("dialog[open]")) return;
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (menu.contains(document.activeElement)) menu.querySelector("summary").focus();
    menu.open = false;
  }
});

// What was chosen in a menu closes it; the focus stays at the menu.
document.addEventListener("submit", (event) => {
  const menu = event.target.closest?.("details.menu");
  if (!menu) return;
  if (menu.contains(document.activeElement)) menu.querySelector("summary").focus();
  menu.open = false;
});

// A choice that acts at once, such as a language, needs no second click.
document.addEventListener("change", (event) => {
  if (event.target.matches?.("[data-submit]")) event.target.form.requestSubmit();
});
