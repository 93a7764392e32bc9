// One key exchanges surname and first name: in the form of a player in place, in a line of a table by its button.
const fields = () => ["f-surname", "f-first_name"].map((id) => document.getElementById(id));

document.addEventListener("keydown", (event) => {
  if (!event.altKey || event.ctrlKey || event.metaKey || event.code !== "KeyX") return;
  const line = event.target.closest?.("tr")?.querySelector("[data-swap-line]");
  const button = line ?? document.querySelector("[data-swap-names]");
  if (!button) return;
  event.preventDefault();
  button.click();
});

// Where the fields are on the page, nothing needs to be sent.
document.addEventListener("click", (event) => {
  if (!event.target.closest?.("[data-swap-names]")) return;
  const [surname, first] = fields();
  if (!surname || !first) return;
  event.preventDefault();
  [surname.value, first.value] = [first.value, surname.value];
  for (const field of [surname, first]) field.dispatchEvent(new Event("input", { bubbles: true }));
});
