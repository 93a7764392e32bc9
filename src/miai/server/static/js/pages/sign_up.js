// Those who sign up stand in no log, so the live stream says nothing of them: the page asks now and then.
import { refresh } from "../swap.js";

const ASKED_EVERY = 5000;

async function look() {
  if (document.hidden || (await refresh())) return;
  // Once somebody is accepted, the page of the sign-up leads to their own page.
  const answer = await fetch(location.href, { credentials: "same-origin" });
  if (answer.redirected) location.replace(answer.url);
}

const lookAgain = () => look().catch(() => false);
setInterval(lookAgain, ASKED_EVERY);
document.addEventListener("miai:change", lookAgain);
