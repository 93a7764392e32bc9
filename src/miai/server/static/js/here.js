// A link with data-here leads to another view of the same page, which is shown without loading a page.
import { refresh } from "./swap.js";

export async function go(url) {
  url.hash = "";
  try {
    // When a newer answer came first, ask once more.
    if ((await refresh({ all: true, url: url.href })) || (await refresh({ all: true, url: url.href }))) {
      document.dispatchEvent(new CustomEvent("miai:here", { detail: { url } }));
      return true;
    }
  } catch {
    // Without a connection the browser shows its own page about it.
  }
  location.assign(url);
  return false;
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-here], .chips a");
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  void go(new URL(link.href));
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "get" || !("here" in form.dataset)) return;
  event.preventDefault();
  const url = new URL(form.action);
  url.search = new URLSearchParams(new FormData(form)).toString();
  void go(url);
});

document.documentElement.classList.add("scripted");
