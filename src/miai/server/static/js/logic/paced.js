// At most one request at a time, the slower the server the fewer, and not everybody's in the same moment.
// The result is a function that asks soon: `least` milliseconds after the last answer at the earliest, plus a random
// part of `spread`, which may be a function where it changes. A request that fails is made again.
export function paced(ask, least, spread, { now = () => performance.now(), after = setTimeout, random = Math.random } = {}) {
  let waiting = false;
  let notBefore = 0;
  const turn = async () => {
    waiting = false;
    const begun = now();
    notBefore = Infinity;
    try {
      await ask();
    } catch {
      // The connection is gone again.
      waiting = true;
    }
    notBefore = now() + least + (now() - begun);
    if (waiting) wait();
  };
  const wait = () => {
    waiting = true;
    if (notBefore < Infinity) after(turn, Math.max(0, notBefore - now()) + (typeof spread === "function" ? spread() : spread) * random());
  };
  return () => {
    if (!waiting) wait();
  };
}
