// Checks the chain of a log, of an event's document or a public log, with nothing but Node 22 or newer.
import { createHash, createHmac } from "node:crypto";
// Canonical JSON. Numbers keep the text that they are written with.
function text(value) {
  if (Array.isArray(value)) return `[${value.map(text).join(", ")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if ("source" in value) return value.source;
  return `{${Object.keys(value).sort().map((name) => `${JSON.stringify(name)}: ${text(value[name])}`).join(", ")}}`;
}
// The objects with a value at a path, in which * stands for every place in a list.
function places(holder, [step, ...rest], path = "") {
  if (Array.isArray(holder) && step === "*") return holder.flatMap((_, i) => places(holder, [i, ...rest], path));
  if (holder === null || typeof holder !== "object" || !(step in holder)) return [];
  return rest.length ? places(holder[step], rest, `${path}${step}.`) : [[holder, step, `${path}${step}`]];
}
const hex = (content) => createHash("sha256").update(content).digest("hex");
const nothing = (value) => value === "" || value === null || (Array.isArray(value) && !value.length);
// The hash of an entry with a seal: some of its fields are covered by commitments, so that they can be left out.
function sealedHash(before, { number, version, at, event, sealed, hash, ...about }) {
  const { secret, salts, erased = {}, hidden } = sealed;
  const whole = Array.isArray(hidden);
  const hmac = (path) => createHmac("sha256", Buffer.from(secret, "hex")).update(path).digest("hex").slice(0, 32);
  const taken = (path, all) => places(about, path.split(".")).flatMap(([holder, name, at]) => {
    const value = holder[name];
    if (all || !nothing(value)) delete holder[name];
    return nothing(value) && at !== "by" ? [] : [[at, hex(text([secret ? hmac(at) : salts[at], value]))]];
  });
  const shown = (whole ? sealed.shown : Object.keys(salts)).flatMap((path) => taken(path, false));
  const rest = whole ? hidden.flatMap((path) => taken(path, true)) : [];
  for (const [path, kept] of Object.entries(erased))
    (whole && hidden.includes(path.replace(/\b\d+\b/g, "*")) ? rest : shown).push([path, kept]);
  const root = whole ? hex(text(Object.fromEntries(rest))) : hidden;
  const frame = [whole && number.source === "1" ? hex(before) : before, version, number, at, event];
  return hex(text([...frame, text(about), text(Object.fromEntries(shown)), root]));
}
// The entries and their hashes; an entry that is not what was written raises.
export function readLog(document) {
  const raw = JSON.parse(document, (_, value, { source }) => (typeof value === "number" ? { source } : value));
  let before = raw.public ? raw.begins : raw.identity;
  const hashes = raw.history.map((entry, place) => {
    const { number, by, at, event, hash, sealed, version = raw.miai, ...about } = entry;
    if (sealed) before = sealedHash(before, { ...structuredClone(entry), version });
    else before = raw.public ? hash : hex(text([before, version, number, by, at, event, text(about)]));
    if (hash !== before || Number(number.source) !== place + 1) throw new Error(`entry ${place + 1} was changed`);
    return hash;
  });
  return { entries: raw.history, hashes };
}
