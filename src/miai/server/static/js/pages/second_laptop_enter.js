// Takes over what waited to be sent at the other server, then goes on to the page. What may not be taken over is named.
import { mergedEntries, wordsOf } from "../logic/other_server.js";

const OUTBOX = "miai-outbox";
const { accepted, target } = document.body.dataset;
const brought = location.hash.length > 1 ? JSON.parse(decodeURIComponent(location.hash.slice(1))) : [];
const waiting = mergedEntries([], brought);
if (accepted === "yes" || !waiting.length) {
  const here = JSON.parse(sessionStorage.getItem(OUTBOX) || "[]");
  if (waiting.length) sessionStorage.setItem(OUTBOX, JSON.stringify(mergedEntries(here, waiting)));
  location.replace(target);
} else {
  const place = document.getElementById("not-taken");
  place.hidden = false;
  place.querySelector("ul").append(...waiting.map((entry) => Object.assign(document.createElement("li"), { textContent: wordsOf(entry) })));
}
