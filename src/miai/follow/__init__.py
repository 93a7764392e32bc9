"""A second laptop: a copy of all tournaments that follows the leader and takes over by one button.

Servers that have the same tournaments are a hall. One of them leads: it alone accepts entries. The others
follow: they have a copy, seconds behind, and show all pages. Each takeover begins a new epoch.

**What decides.** A leader is known by its rank: its epoch, and among equal epochs its server id. Everything
that says who leads is signed with the secret that the servers of a hall share (it is copied like any other
value), so nobody else can depose a leader.

**Standing.** Each server has one row in its own database that says whether it may write
(`store.write_permission`):

- no row: it leads (or it is alone, which is the same).
- *follows*: it has a copy; only the difference that the leader sends is written.
- *hands over*: it has stopped accepting entries because a follower is about to take over.
- *fenced*: it led, and has heard of a leader of a higher rank.

Every write transaction reads the row first. There is no second place that could disagree: what is in memory
only shows it. The row is changed by these steps, each of them one transaction:

- `pair`: empty -> follows. Once, with a code from the leader's page.
- `hear(leader)`: of a leader of a higher rank than the one known: leads -> fenced; follows -> follows that
  one; hands over -> follows the one that it hands over to, or is fenced by another.
- `hand over`, asked for by a follower that takes over: leads -> hands over.
- `take over`: follows or hands over -> leads, in an epoch that is greater than all it knows, which is written
  in the same transaction. An entry `LeaderChanged` follows in each log.
- `follow the new leader`: fenced -> follows.

**Copying** (`copies` on the leader, `worker` on the follower). The follower says what it has; the leader
answers with the difference, then with each further one, and the follower acknowledges what is on its disk.
A difference is read at one moment and written in one transaction, entries together with the ids of the
requests that wrote them, and only while the follower still follows that leader. Every hash and seal is
verified before it is written. A log that the leader does not continue is written to the backups first.

**What is guaranteed.**

1. The copy is the leader's store at one moment of the past, verified.
2. An entry that had reached the follower when it took over is in its log, and a browser that sends it again
   does not enter it twice.
3. A server that has heard of a higher rank writes nothing any more, in none of its processes, also after a
   restart. It hears from the new leader, which tells it every few seconds, from pages, which carry what they
   have seen, and at its own start, when it asks the others before it accepts anything.
4. A planned takeover loses nothing: the leader stops first, and the follower waits for its last entry.
5. Entries that had not reached the new leader stay in the log of the old one until it follows, and in its
   backups then. As soon as the two see each other, both name them on a page, where a button enters them.

**What cannot be guaranteed.** While two servers do not see each other and somebody presses the button,
both accept entries, each from those who reach it. The old one's entries are those of point 5. Who must rule
that out starts the leader with `--wait-for-follower`, and does not take over while the leader is alive.
"""
