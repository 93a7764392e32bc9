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
  // A new player is none of the listed ones of this name that are shown.
  const keys = found.map(({ key }) => key).filter(Boolean);
  const refused = keys.map((key) => ["not_same", key]);
  const named = (name) => ({ action: create, fields: [...Object.entries({ ...typed, name, here: String(here) }), ...refused] });
  const creating = named(typed.name);
  if (meant.take) return { ...taking(meant.take), line: { ...line, said: meant.take.name } };
  const isClear = !split || split.clear === "true";
  if (meant.create && (seen || isClear)) return creating;
  // The surname stands before the comma. Where nothing shows which word it is, a person chooses.
  const orders = split ? [`${split.surname}, ${split.firstName}`, `${split.firstName}, ${split.surname}`] : [];
  if (meant.create) {
    return { status: 300, own, question: "order", choices: orders.map((name) => ({ text: `${name} ${typed.grade}`, ...named(name) })) };
  }
  // Chosen beside the players of this name, a new player is a namesake of theirs.
  const beside = (name) => ({ action: create, fields: [...named(name).fields, ["namesake", "true"]] });
  const splits = orders.slice(0, isClear ? 1 : 2).map((name) => ({ newPlayer: `${name} ${typed.grade}`, ...beside(name) }));
  const form = { newPlayer: line.text, go: `${newPlayer}?${new URLSearchParams({ name: typed.name, not_same: keys.join(",") })}` };
  const asNew = !typed.grade ? [form] : splits.length ? splits : [{ newPlayer: line.text, ...beside(typed.name) }];
  const choices = found.map((each) => ({ text: each.text, ...taking(each) }));
  return { status: 300, own, question: meant.question, choices: [...choices, ...asNew] };
}

function foundIn(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  const found = [...holder.content.querySelectorAll('[role="option"]')].map((option) => ({
    name: option.dataset.name,
    grade: option.dataset.grade,
    key: option.dataset.key ?? "",
    listed: "listed" in option.dataset,
    text: [...option.children].map((part) => part.textContent.trim()).filter(Boolean).join(", "),
    fields: JSON.parse(option.dataset.fields),
  }));
  return { found, split: holder.content.querySelector("#split")?.dataset };
}
