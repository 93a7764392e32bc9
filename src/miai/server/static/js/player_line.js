// Finds out whom a line of the players' search means, when its turn in the queue has come.
import { typedPlayer, whoIsMeant } from "./logic/typed_player.js";

// What the line sends: { action, fields }; or an answer, such as a question for the person who typed it.
export async function findPlayer({ find: { find, take, create, newPlayer, here, seen }, line }) {
  const typed = typedPlayer(line.text);
  const response = await fetch(`${find}?q=${encodeURIComponent(typed.name)}`, {
    headers: { "X-Requested-With": "miai" },
    credentials: "same-origin",
    signal: AbortSignal.timeout(10_000),
  });
  const own = response.headers.has("X-Miai");
  if (!own || !response.ok || response.redirected) return { status: response.redirected ? 403 : response.status, own, text: await response.text() };
  const { found, split } = foundIn(await response.text());
  const meant = whoIsMeant(typed, found);
  const taking = (each) => ({ action: take, fields: Object.entries({ ...each.fields, here: String(here) }) });
  const named = (name) => ({ action: create, fields: Object.entries({ ...typed, name, here: String(here) }) });
  const creating = named(typed.name);
  if (meant.take) return { ...taking(meant.take), line: { ...line, said: meant.take.name } };
  if (meant.create && (seen || !split || split.clear === "true")) return creating;
  if (meant.create) {
    // Nothing shows which word is the surname, and the person has not seen how the name would be split.
    const orders = [[split.surname, split.firstName], [split.firstName, split.surname]].map((parts) => parts.join(", "));
    return { status: 300, own, question: "order", choices: orders.map((name) => ({ text: `${name} ${typed.grade}`, ...named(name) })) };
  }
  const asNew = typed.grade ? creating : { go: `${newPlayer}?name=${encodeURIComponent(typed.name)}` };
  const choices = found.map((each) => ({ text: each.text, ...taking(each) }));
  return { status: 300, own, question: meant.question, choices: [...choices, { newPlayer: line.text, ...asNew }] };
}

function foundIn(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  const found = [...holder.content.querySelectorAll('[role="option"]')].map((option) => ({
    name: option.dataset.name,
    grade: option.dataset.grade,
    text: [...option.children].map((part) => part.textContent.trim()).filter(Boolean).join(", "),
    fields: JSON.parse(option.dataset.fields),
  }));
  return { found, split: holder.content.querySelector("#split")?.dataset };
}
