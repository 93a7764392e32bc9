// What becomes of results and of the players' reports when a draw changes, a result is entered, or reports differ.
import { demandLog, HALF, POINT } from "./values.js";

const MIRRORED = {
  white: "black",
  black: "white",
  "white by default": "black by default",
  "black by default": "white by default",
};

export const pairKey = ({ white, black }) => (white < black ? `${white}\n${black}` : `${black}\n${white}`);
const isAbout = ({ player }, { white, black }) => player === white || player === black;

// A round after its draw was changed: what belongs to a game stays with the two players, not the table.
export function redrawn(old, changed) {
  const results = new Map(old.boards.filter(({ result }) => result !== "unknown").map((board) => [pairKey(board), board]));
  const boards = changed.boards.map((board) => {
    const before = results.get(pairKey(board));
    results.delete(pairKey(board));
    if (!before) return { ...board, result: "unknown" };
    return { ...board, result: before.white === board.white ? before.result : (MIRRORED[before.result] ?? before.result) };
  });
  demandLog(results.size === 0, `round ${old.number}: a game with a result is gone`);
  const [before, after] = [seats(old), seats(changed)];
  const claims = old.claims.filter(({ player }) => before.get(player) === after.get(player));
  return { ...changed, boards, claims, bonuses: old.bonuses };
}

function seats({ boards }) {
  return new Map(boards.flatMap(({ white, black }) => [white, black].map((seat) => [seat, `${white}\n${black}`])));
}

export function drawChanged(old, { boards, removed, byes }) {
  for (const table of removed) boardAt(old, table);
  const gone = new Set([...removed, ...boards.map(({ table }) => table)]);
  const all = [...old.boards.filter(({ table }) => !gone.has(table)), ...boards].sort((a, b) => a.table - b.table);
  return redrawn(old, { ...old, boards: all, byes: byes ?? old.byes });
}

function boardAt({ number, boards }, table) {
  const found = boards.find((each) => each.table === table);
  demandLog(found, `round ${number} has no table ${table}`);
  return found;
}

export function withResult(drawn, { table, result, white, black }) {
  const board = boardAt(drawn, table);
  demandLog([null, board.white].includes(white) && [null, board.black].includes(black), "other players sit there");
  const claims = drawn.claims.filter((claim) => !isAbout(claim, board));
  return put({ ...drawn, claims }, board, result);
}

// A report of a player counts until the opponent reports something else or a result is entered. If the name was only
// chosen on a phone it waits for the same report of the opponent. Which phone it was is private, so that it is not in the log.
export function withClaim(drawn, { table, claimed_by: player, result, phone }) {
  const board = boardAt(drawn, table);
  demandLog(isAbout({ player }, board), "somebody else's game");
  const own = drawn.claims.filter((claim) => isAbout(claim, board));
  const others = drawn.claims.filter((claim) => !isAbout(claim, board));
  const all = [...own.filter((claim) => claim.player !== player), { player, result }];
  const agree = all.every((claim) => claim.result === result);
  if (!isReported(board, own)) {
    const settled = agree && result === board.result;
    return { ...drawn, claims: settled ? others : [...others, ...all] };
  }
  if (!agree) return put({ ...drawn, claims: [...others, ...all] }, board, "unknown");
  if (all.length > 1) return put({ ...drawn, claims: others }, board, result);
  return put({ ...drawn, claims: [...others, ...all] }, board, phone === "" ? result : "unknown");
}

// True if the result of a board, if there is one, comes from the players' reports alone.
function isReported(board, own) {
  return board.result === "unknown" || (own.length > 0 && own.every((claim) => claim.result === board.result));
}

// The list of boards is that of one event; its boards can be those of an entry.
function put(drawn, board, result) {
  drawn.boards[drawn.boards.indexOf(board)] = { ...board, result };
  return drawn;
}

// What a game was worth for one of the two, in quarters.
export function pointsOf({ white, result }, id) {
  const played = result.replace(/ by default$/, "");
  if (played === "jigo") return HALF;
  return played === "both win" || played === (white === id ? "white" : "black") ? POINT : 0;
}

// The rounds before a draw as it sees them: a game without a result is a jigo, or nothing by some rules.
export function roundsBeforeDraw({ rounds, settings }, number) {
  const earlier = rounds.filter((drawn) => drawn.number < number);
  if (settings.unfinished.in_next_draw === "nothing") return earlier;
  const decided = (board) => (board.result === "unknown" ? { ...board, result: "jigo" } : board);
  return earlier.map((drawn) => ({ ...drawn, boards: drawn.boards.map(decided) }));
}
