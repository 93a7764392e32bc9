// The button prints; without scripts the browser's own menu does.
for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
  if (button.dataset.print === "now") printOnce();
}

// A page that was opened to be printed prints at once, but not again when it is loaded again.
function printOnce() {
  const url = new URL(location.href);
  url.searchParams.delete("now");
  history.replaceState(null, "", url);
  if (document.readyState === "complete") window.print();
  else window.addEventListener("load", () => window.print());
}
