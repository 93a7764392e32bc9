// Tables of cases that are also run against the Python side.
import { readFileSync } from "node:fs";

export function cases(name) {
  return JSON.parse(readFileSync(new URL(`../cases/${name}.json`, import.meta.url), "utf8"));
}
