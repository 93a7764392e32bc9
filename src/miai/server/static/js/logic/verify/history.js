// The entries of a log that count, up to an entry, of the event or of a stage; and the rounds that are published.
import { demandLog, NotDerived } from "./values.js";

const KINDS_OF_UNDO = ["Undone", "Redone"];

// A history of a stage knows the whole one: people, details and games elsewhere are those of the event.
export const historyOf = (entries) => ({ entries, whole: null, stage: "" });

export function undoneIn({ entries }) {
  const numbers = new Set();
  for (const entry of entries) {
    if (entry.event === "Undone") numbers.add(entry.entry);
    if (entry.event === "Redone") numbers.delete(entry.entry);
  }
  return numbers;
}

export function effective(history) {
  const undone = undoneIn(history);
  return history.entries.filter(({ number, event }) => !undone.has(number) && !KINDS_OF_UNDO.includes(event));
}

export function until(history, number) {
  const whole = history.whole && until(history.whole, number);
  return { ...history, whole, entries: history.entries.filter((entry) => entry.number <= number) };
}

// What happened in a stage, and in the event to its players, with the same numbers.
export function inStage(history, stage) {
  const [found, numbers, players] = [[], new Set(), new Set()];
  for (const entry of history.entries) {
    const { number, by, at } = entry;
    if (entry.event === "InStage" && entry.stage === stage) {
      numbers.add(number);
      found.push({ ...entry.change, number, by, at });
      if (entry.change.event === "PlayerRegistered") players.add(entry.change.player.id);
    } else if (changedPeople(entry).some((id) => players.has(id))) {
      numbers.add(number);
      found.push(entry);
    } else if (KINDS_OF_UNDO.includes(entry.event) && numbers.has(entry.entry)) found.push(entry);
  }
  return { entries: found, whole: history, stage };
}

function changedPeople(entry) {
  if (entry.event === "PlayerChanged") return [entry.player.id];
  if (entry.event === "PlayersChanged") return entry.players.map(({ id }) => id);
  return entry.event === "PlayerWithdrew" ? [entry.player] : [];
}

// The numbers rise by one, an undo names an entry that is there, and the log begins with the creation.
export function demandOrder(entries) {
  demandLog(entries[0]?.event === "TournamentCreated", "the log has no beginning");
  const changes = new Set();
  entries.forEach((entry, place) => {
    demandLog(entry.number === place + 1, "the numbers do not rise");
    if (KINDS_OF_UNDO.includes(entry.event)) demandLog(changes.has(entry.entry), "undo of nothing");
    else if (entry.event !== "TournamentCreated") changes.add(entry.number);
  });
}

// The last publication of a round of the event itself or of a stage: its entry, the hash of its proof, and the entries that
// a proof can name as the last one before it.
export function publicationOf(entries, round, stage) {
  const found = publications(entries).filter((each) => each.round === round && each.stage === stage);
  const last = found.at(-1);
  if (!last?.proof) throw new NotDerived("unpublished");
  return last;
}

function publications(entries) {
  const undone = undoneIn({ entries });
  // A stage has the entries that happened in it, and those that undo or redo them.
  const [found, stages, last] = [[], new Map(), new Map()];
  for (const entry of entries) {
    const { number } = entry;
    const inside = entry.event === "InStage";
    const stage = inside ? entry.stage : (stages.get(entry.entry) ?? "");
    const change = inside ? entry.change : entry;
    if (change.event === "RoundPublished" && !undone.has(number)) {
      const least = stage ? (last.get(stage) ?? 0) : number - 1;
      found.push({ entry: number, round: change.round, proof: change.proof, stage, before: number - 1, least });
    }
    if (stage) {
      stages.set(number, stage);
      last.set(stage, number);
    }
  }
  return found;
}
