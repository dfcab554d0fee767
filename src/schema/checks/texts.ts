// Texts for people: there in both languages, and each in its own.
import { kindData } from "../model.ts";
import type { Area } from "../area.ts";
import type { Text } from "../text.ts";
import { errorAt, type UnplacedFinding, type Place } from "./finding.ts";
import { fieldsOf, type Check, type PlacedField } from "./subject.ts";

const chineseCharacter = /[\u3400-\u9fff\uf900-\ufaff]/u;
/** Chinese characters, and the full-width punctuation that comes with them. */
const chineseWriting = /[\u3000-\u303f\u3400-\u9fff\uf900-\ufaff\uff01-\uff5e]/u;

/** Words that a text quotes, as in: Not a plate number, such as “川A12345”. */
const quotation = /"[^"]*"|“[^”]*”|'[^']*'|‘[^’]*’|`[^`]*`|「[^」]*」/gu;

export function* checkText(text: Text, place: Place): Iterable<UnplacedFinding> {
  const spoken = place.join(".");
  const [zh, en] = text;
  if (zh.trim() === "")
    yield errorAt("missing-text", place, `${spoken} has no Chinese text`, "Write it; Chinese is the language most people here read.");
  if (en.trim() === "")
    yield errorAt("missing-text", place, `${spoken} has no English text`, "Write it; every text exists in both languages.");
  if (chineseWriting.test(en.replace(quotation, "")))
    yield errorAt(
      "wrong-language",
      place,
      `the English text of ${spoken} holds Chinese writing: "${en}"`,
      chineseCharacter.test(zh)
        ? "Write it in English; Chinese words that it quotes stand in quotation marks, such as “川A12345”."
        : "Chinese comes first, English second: exchange them.",
    );
  // Names such as GLN or Token are the same in both languages; any other text without a Chinese character is not Chinese.
  const isName = zh.toLowerCase() === en.toLowerCase() || !/[a-z]{2}/.test(zh);
  if (zh.trim() !== "" && !chineseCharacter.test(zh) && !isName)
    yield errorAt("wrong-language", place, `the Chinese text of ${spoken} is not Chinese: "${zh}"`, "Chinese comes first, English second.");
}

function* optionTexts(options: readonly (readonly [unknown, string, string, ...unknown[]])[], place: Place): Iterable<UnplacedFinding> {
  for (const [value, zh, en] of options) yield* checkText([zh, en], [...place, String(value)]);
}

function* fieldTexts({ field, place }: PlacedField): Iterable<UnplacedFinding> {
  const data = kindData(field.data);
  yield* checkText(field.label, [...place, "label"]);
  if (field.data.help !== undefined) yield* checkText(field.data.help, [...place, "help"]);
  if (field.data.required !== undefined && field.data.required !== true) yield* checkText(field.data.required, [...place, "required"]);
  if (data.limits !== undefined) yield* checkText(data.limits, [...place, "limits"]);
  for (const [name, text] of Object.entries(field.data.joinedAs ?? {})) yield* checkText(text, [...place, "joinedAs", name]);
  if (data.yes !== undefined) yield* checkText(data.yes, [...place, "yes"]);
  if (data.no !== undefined) yield* checkText(data.no, [...place, "no"]);
  if ("patternMessage" in field.data) yield* checkText(field.data.patternMessage as Text, [...place, "patternMessage"]); // a Text by its shape
  if (data.options !== undefined) yield* optionTexts(data.options, [...place, "options"]);
  for (const [name, [, zh, en]] of Object.entries(data.states ?? {})) yield* checkText([zh, en], [...place, "states", name]);
}

export const texts: Check = function* (resource) {
  yield* checkText(resource.label, ["label"]);
  for (const one of fieldsOf(resource)) yield* fieldTexts(one);
  for (const action of resource.actions) {
    yield* checkText(action.label, ["actions", action.name, "label"]);
    if (action.confirm !== undefined) yield* checkText(action.confirm, ["actions", action.name, "confirm"]);
    for (const [name, list] of Object.entries(action.trees?.lists ?? {}))
      yield* checkText(list.label, ["actions", action.name, "trees", "lists", name, "label"]);
  }
  if (resource.details?.label !== undefined) yield* checkText(resource.details.label, ["details", "label"]);
};

/** Texts of an area. */
export function* areaTexts(area: Area): Iterable<UnplacedFinding> {
  yield* checkText(area.label, ["label"]);
}
