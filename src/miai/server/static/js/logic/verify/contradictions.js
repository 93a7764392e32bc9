// What cannot be true together in a log: arithmetic of an older Miai, and sides of other people.
import { nameOf } from "./round_in_log.js";
import { meanGrade } from "./teams.js";
import { gradeOf, NotDerived } from "./values.js";

const LONGEST_NAME = 48;

export const contradictionsIn = (known) => [...ofPricing(known), ...ofSides(known)];

// The arithmetic of a draw is as new as that of any draw before it, and as the event itself.
function ofPricing({ pricing, source }) {
  let newest = 1;
  for (const entry of source.whole.entries) {
    const change = entry.event === "InStage" ? entry.change : entry;
    if (entry.event === "TournamentCreated" && entry.lot) newest = Math.max(newest, 2);
    if (change.event === "RoundDrawn") newest = Math.max(newest, change.pricing ?? 1);
  }
  return pricing < newest ? [{ why: "pricing", of: "" }] : [];
}

// A side has the name and the grade of its people, however the mean is rounded.
function ofSides({ source }) {
  const sides = source.people.players.filter(({ members }) => members.length);
  return sides.filter((side) => !isOfItsPeople(side)).map((side) => ({ why: "side", of: nameOf(side) }));
}

function isOfItsPeople({ surname, grade, members }) {
  if (members.some((each) => typeof each.surname !== "string" || typeof each.first_name !== "string")) throw new NotDerived("erased");
  const full = members.map(nameOf).join(" / ");
  const name = full.length <= LONGEST_NAME ? full : members.map((each) => each.surname).join(" / ");
  const grades = members.map((each) => gradeOf(each.grade));
  const means = ["stronger", "weaker", "nearest"].map((rounding) => meanGrade(grades, rounding).text);
  return surname === name && means.includes(gradeOf(grade).text);
}
