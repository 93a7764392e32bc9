// A link with data-here leads to another view of the same page, which is shown in place.
import { refresh } from "./swap.js";

export async function go(url) {
  url.hash = "";
  try {
    // An answer that another one overtook is asked for once more.
    if ((await refresh({ all: true, url: url.href })) || (await refresh({ all: true, url: url.href }))) {
      document.dispatchEvent(new CustomEvent("miai:here", { detail: { url } }));
      return true;
    }
  } catch {
    // Without a connection the browser says so better than we could.
  }
  location.assign(url);
  return false;
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-here], .chips a");
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(new URL(link.href));
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "get" || !("here" in form.dataset)) return;
  event.preventDefault();
  const url = new URL(form.action);
  url.search = new URLSearchParams(new FormData(form)).toString();
  go(url);
});

document.documentElement.classList.add("scripted");
