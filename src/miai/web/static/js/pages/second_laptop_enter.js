// Takes over what waited to be sent at the other server, then goes on to the page.
import { mergedEntries } from "../logic/other_server.js";

const OUTBOX = "miai-outbox";
const { accepted, target } = document.body.dataset;
if (accepted === "yes" && location.hash.length > 1) {
  const here = JSON.parse(sessionStorage.getItem(OUTBOX) || "[]");
  const brought = JSON.parse(decodeURIComponent(location.hash.slice(1)));
  sessionStorage.setItem(OUTBOX, JSON.stringify(mergedEntries(here, brought)));
}
location.replace(target);
