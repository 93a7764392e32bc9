// Another page of this tab goes on sending what waits; a tab that is closed does not, so it asks first.
import { size } from "./outbox.js";

let staysInTab = false;

export function goTo(url) {
  staysInTab = true;
  location.assign(url);
}

window.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  staysInTab = Boolean(link && !event.defaultPrevented && link.origin === location.origin && !link.target);
});
window.addEventListener("submit", (event) => {
  staysInTab = !event.defaultPrevented;
});
window.addEventListener("beforeunload", (event) => {
  if (size() && !staysInTab) event.preventDefault();
});
// What waits goes along to the server that has taken over.
document.addEventListener("miai:go", ({ detail: { url } }) => goTo(url));
