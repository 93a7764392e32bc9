// The words of a line, in the language of the page: a line that was typed before the language was changed keeps none of its
// old words.
import { filled } from "./logic/typed_result.js";

const words = () => document.getElementById("lines")?.dataset ?? {};
const text = (sentence, values) => filled(sentence, values).map((part) => part.text).join("");

// What a line means: "Table 12: Sato beat Ito".
export function meaningOf({ kind, table, result, white, black, said }) {
  if (kind === "undo") return words().undo;
  const sentence = result && JSON.parse(words().results ?? "{}")[result];
  return sentence ? text(words().tableResult, { table, result: text(sentence, { white, black }) }) : said;
}

// Why a line is refused, or what is asked about it.
export function reasonOf({ line, reason, question, words: translated }) {
  if (line?.unread) return unreadReason(line.unread);
  return translated?.[document.documentElement.lang]?.reason || reason || words()[question];
}

// What a person can choose to do about a line.
export function choicesOf({ choices, words: translated }) {
  return translated?.[document.documentElement.lang]?.choices ?? choices ?? [];
}

// Why a line cannot be entered as it was typed: { sentence, values }. The example has the letters that count now.
export function unreadReason({ sentence, values }) {
  const example = document.querySelector("#line")?.placeholder || values.example;
  return text(words()[sentence], { ...values, example });
}
