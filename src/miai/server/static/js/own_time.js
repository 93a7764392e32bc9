// Adds the reader's own time to moments that the page shows by the clocks of the event.
import { ownTime } from "./logic/own_time.js";

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const offset = (moment) => -moment.getTimezoneOffset();

function show(time) {
  time.removeAttribute("data-own-time");
  const own = ownTime(time.dateTime, { language: document.documentElement.lang, zone, offset });
  if (!own) return;
  const said = document.createElement("small");
  said.className = "own-time";
  said.textContent = `${own.words} ${own.zone.replaceAll("_", " ")}`;
  time.append(said);
}

function showAll() {
  document.querySelectorAll("time[data-own-time]").forEach(show);
}

showAll();
document.addEventListener("miai:refreshed", showAll);
