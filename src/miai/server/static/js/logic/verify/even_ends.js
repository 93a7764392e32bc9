// The players who could sit out instead of one: the ends of all alternating paths of even length from the one player who has
// no mate (Edmonds). `allowed(i, j)` says if two may be paired.
export function evenEnds(root, players, pairs, allowed) {
  const search = new Search(root, players, pairs);
  while (search.queue.length) {
    const one = search.queue.pop();
    for (const other of players) if (allowed(one, other)) search.look(one, other);
  }
  return search.even;
}

class Search {
  constructor(root, players, pairs) {
    Object.assign(this, { root, players, parent: new Map(), even: new Set([root]), queue: [root] });
    this.base = new Map(players.map((each) => [each, each]));
    this.mates = new Map(pairs.flatMap(([i, j]) => [[i, j], [j, i]]));
  }

  look(one, other) {
    const { base, even, mates, parent, queue } = this;
    if (base.get(one) === base.get(other) || mates.get(one) === other) return;
    if (even.has(other)) this.shrink(one, other);
    else if (!parent.has(other)) {
      parent.set(other, one);
      even.add(mates.get(other));
      queue.push(mates.get(other));
    }
  }

  // A ring of odd length: everybody in it can be reached on a path of even length.
  shrink(one, other) {
    const above = new Set(this.line(one));
    const top = this.line(other).find((each) => above.has(each));
    const ring = new Set();
    this.mark(one, top, other, ring);
    this.mark(other, top, one, ring);
    for (const each of this.players) {
      if (!ring.has(this.base.get(each))) continue;
      this.base.set(each, top);
      if (this.even.has(each)) continue;
      this.even.add(each);
      this.queue.push(each);
    }
  }

  // The bases from a player to the root.
  line(of) {
    const { base, mates, parent, root } = this;
    const found = [base.get(of)];
    while (found.at(-1) !== base.get(root)) found.push(base.get(parent.get(mates.get(found.at(-1)))));
    return found;
  }

  mark(from, top, back, ring) {
    const { base, mates, parent } = this;
    let [of, child] = [from, back];
    while (base.get(of) !== top) {
      ring.add(base.get(of)).add(base.get(mates.get(of)));
      parent.set(of, child);
      child = mates.get(of);
      of = parent.get(child);
    }
  }
}
