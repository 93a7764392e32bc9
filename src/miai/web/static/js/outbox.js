// What is entered leaves one after the other, in the order in which it was made; without a connection it waits here,
// counted in the rail, and survives a reload of the page.
import { SendQueue } from "./logic/send_queue.js";

const NAME = "miai-outbox";

const queue = new SendQueue({
  saved: JSON.parse(sessionStorage.getItem(NAME) || "[]"),
  post: ({ action, file, fields }) =>
    fetch(action, {
      method: "POST",
      body: file ?? new URLSearchParams(fields),
      headers: { "X-Requested-With": "miai", "X-Miai-Page": location.pathname + location.search },
      credentials: "same-origin",
    }),
  save: (entries) => sessionStorage.setItem(NAME, JSON.stringify(entries)),
  changed: show,
  retryLater: (retry) => setTimeout(retry, 3000),
});

export const send = (entry) => queue.send(entry);
export const size = () => queue.size;

function pump() {
  void queue.pump();
}

function show() {
  const place = document.getElementById("queue");
  if (!place) return;
  place.hidden = !queue.size;
  place.textContent = queue.size === 1 ? place.dataset.one : place.dataset.many.replace("{n}", queue.size);
}

window.addEventListener("online", pump);
document.addEventListener("miai:connected", pump);
document.addEventListener("miai:refreshed", () => queue.size && show());
if (queue.size) pump();
