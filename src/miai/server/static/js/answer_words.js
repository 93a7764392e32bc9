// What an answer says in words: the reason of a refusal, and what a person can choose to do about it.

// { reason, choices, words, version } for a line; a choice is { text, action, fields } or { text, go }. `words` has the
// reason and the choices in the other languages, for a reader who changes theirs.
export function understand(entry, answer) {
  if (answer.question) return { question: answer.question, choices: answer.choices };
  if (answer.json) return led(answer.json, entry);
  const fresh = new DOMParser().parseFromString(answer.text ?? "", "text/html");
  const translated = [...fresh.querySelectorAll("template[lang]")];
  const words = Object.fromEntries(translated.map(({ lang, content }) => [lang, wordsIn(content)]));
  const said = wordsIn(fresh.body);
  const version = Number(fresh.querySelector(".note")?.dataset.version) || undefined;
  // Of two results somebody has to choose one; a draft that changed needs nothing.
  const clash = said.choices.length > 0 && !fresh.querySelector(".note.changed");
  return { ...said, words: { ...words, [document.documentElement.lang]: said }, clash, version };
}

function wordsIn(place) {
  const note = place.querySelector(".note.bad, .note") ?? place;
  return { reason: reasonIn(note), choices: [...note.querySelectorAll(".acts > *")].map(choice) };
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
