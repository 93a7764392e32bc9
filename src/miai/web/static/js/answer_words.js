// What an answer says in words: the reason of a refusal, and what a person can choose to do about it.

// { reason, choices, version } for a line; a choice is { text, action, fields } or { text, go }.
export function understand(entry, answer) {
  if (answer.question) return { question: answer.question, choices: answer.choices };
  if (answer.json) return led(answer.json, entry);
  const fresh = new DOMParser().parseFromString(answer.text ?? "", "text/html");
  const note = fresh.querySelector(".note.bad, .note") ?? fresh.body;
  const choices = [...note.querySelectorAll(".acts > *")].map(choice);
  return { reason: reasonIn(note), clash: choices.length > 0, choices };
}

// An answer that leads to another page: whoever is typing is not taken there, a link on the line leads there.
function led({ go, here, version }, { line }) {
  if (here || !line) return { version };
  const question = `${line.kind}${version === null ? "Open" : "Saved"}`;
  return { version, question, choices: [{ go }] };
}

function reasonIn(note) {
  const several = [...note.querySelectorAll("li")].map((each) => each.textContent.trim());
  if (several.length) return several.join(" ");
  const said = (note.querySelector(":scope > span, :scope > div") ?? note).cloneNode(true);
  const title = said.querySelector("b");
  if (title && said.textContent.trim() !== title.textContent.trim()) title.remove();
  return said.textContent.trim().replace(/\s+/g, " ");
}

function choice(element) {
  const text = element.textContent.trim();
  if (!element.matches("form")) return { text, go: element.getAttribute("href") };
  return { text, action: element.getAttribute("action"), fields: [...new FormData(element)] };
}
