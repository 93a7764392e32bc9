// A row whose time was typed and not saved says so; what moves the saved time waits until then.
const FIELDS = ["starts", "minutes"];

function isUnsaved(row) {
  const number = row.id.replace("round-", "");
  const value = (name) => row.querySelector(`[name="${name}-${number}"]`)?.value;
  return FIELDS.some((name) => value(name) !== value(`seen-${name}`));
}

function show() {
  for (const row of document.querySelectorAll(".schedule tbody tr")) {
    const unsaved = isUnsaved(row);
    row.querySelector("[data-not-saved]").hidden = !unsaved;
    for (const button of row.querySelectorAll("[data-saved-only]")) button.disabled = unsaved;
  }
}

show();
document.addEventListener("input", show);
document.addEventListener("change", show);
document.addEventListener("miai:refreshed", show);
