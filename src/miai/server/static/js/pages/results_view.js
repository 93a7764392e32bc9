// While somebody types, the box and what became of the last lines stay at the top of the window; the rows are below them.
const typing = () => document.getElementById("typing");

// Scroll as little as it takes to show a row below the box, where the window is high enough for both.
export function bringIntoView(row) {
  const { top, bottom } = row.getBoundingClientRect();
  const covered = Number.parseFloat(getComputedStyle(typing()).top) + typing().offsetHeight;
  const lowest = innerHeight - footHeight();
  if (top < covered) scrollBy({ top: top - covered, behavior: "instant" });
  else if (bottom > lowest) scrollBy({ top: Math.min(bottom - lowest, top - covered), behavior: "instant" });
}

// On a narrow window the tabs lie over the foot of the page.
function footHeight() {
  const tabs = document.getElementById("rail-nav");
  return tabs && getComputedStyle(tabs).position === "fixed" ? tabs.offsetHeight : 0;
}
