// Checks the proofs of rounds: in each folder of a folder, contents of one proof and a file `round.json` with the hash that the
// log names, the hashes of the log, and logs that somebody rewrote. Prints what becomes of each content (with the hash in the
// log, without it, and beside the log) and of each rewritten log.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { checkDraw, checkLog, readProof } from "../../src/miai/server/static/js/logic/check_proof.js";

const [root] = process.argv.slice(2);
const ROUND = "round.json";

function verdict(check) {
  try {
    return check();
  } catch (error) {
    return `refused ${error.code}`;
  }
}

const found = {};
for (const folder of readdirSync(root)) {
  const { hash, log, rewritten } = JSON.parse(readFileSync(join(root, folder, ROUND), "utf8"));
  const contents = readdirSync(join(root, folder)).filter((name) => name !== ROUND);
  const read = (name) => readProof(new Uint8Array(readFileSync(join(root, folder, name))));
  const verdicts = (name) => [
    verdict(() => checkDraw(read(name), hash).kind),
    verdict(() => checkDraw(read(name)).kind),
    verdict(() => (checkLog(read(name).about, log) >= 0 ? "grown" : "")),
  ];
  const good = read("good").about;
  found[folder] = {
    contents: Object.fromEntries(contents.map((name) => [name, verdicts(name)])),
    // The phone has seen the log as it is.
    rewritten: rewritten.map((each) => verdict(() => (checkLog(good, each, log) >= 0 ? "grown" : ""))),
  };
}
console.log(JSON.stringify(found));
