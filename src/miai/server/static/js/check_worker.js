// Judges a round beside the page, so that the page stays alive: a round of 1,000 players takes a phone some seconds.
import { judge } from "./logic/verify/judge.js";

addEventListener("message", async ({ data }) => postMessage(await judge(data)));
