// Entries leave one after the other, in the order in which they were made; without a connection they wait here,
// counted in the rail, and survive a reload of the page.

const NAME = "miai-outbox";
const waiting = JSON.parse(sessionStorage.getItem(NAME) || "[]").map((post) => ({ post, settle: () => {} }));
let sending = false;

export function send(post) {
  return new Promise((settle) => {
    waiting.push({ post, settle });
    remember();
    pump();
  });
}

export function size() {
  return waiting.length;
}

export async function pump() {
  if (sending) return;
  sending = true;
  while (waiting.length) {
    const { post, settle } = waiting[0];
    let response;
    try {
      response = await fetch(post.action, {
        method: "POST",
        body: post.file ?? new URLSearchParams(post.fields),
        headers: { "X-Requested-With": "miai", "X-Miai-Page": location.pathname + location.search },
        credentials: "same-origin",
      });
    } catch {
      show();
      setTimeout(pump, 3000);
      break;
    }
    waiting.shift();
    remember();
    show();
    settle(response);
  }
  sending = false;
}

function remember() {
  sessionStorage.setItem(NAME, JSON.stringify(waiting.filter(({ post }) => !post.file).map(({ post }) => post)));
}

function show() {
  const place = document.getElementById("queue");
  if (!place) return;
  const count = waiting.length;
  place.hidden = !count;
  place.textContent = count === 1 ? place.dataset.one : place.dataset.many.replace("{n}", count);
}

window.addEventListener("online", pump);
document.addEventListener("miai:connected", pump);
document.addEventListener("miai:refreshed", () => waiting.length && show());
if (waiting.length) pump().then(show);
