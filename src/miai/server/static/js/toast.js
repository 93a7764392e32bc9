// A toast stays eight seconds, and longer while somebody is at it.
const STAYS = 8000;

export function showToast(html) {
  const place = document.getElementById("toasts");
  place.innerHTML = html;
  for (const toast of place.children) watch(toast);
}

function watch(toast) {
  let timer = 0;
  const start = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (toast.matches(":hover, :focus-within")) start();
      else toast.remove();
    }, STAYS);
  };
  toast.addEventListener("mouseleave", start);
  toast.addEventListener("focusout", start);
  toast.addEventListener("submit", () => toast.remove());
  start();
}

for (const toast of document.querySelectorAll("#toasts > .toast")) watch(toast);
