// Formulas as people read them: Amount = Quantity × Unit price.
import type { Formula } from "../formulas.ts";
import type { FieldModel } from "../model.ts";
import { conditionWords, type Page } from "./page.ts";

type Fields = ReadonlyMap<string, FieldModel>;

const signs = { add: " + ", subtract: " − ", multiply: " × ", divide: " ÷ " } as const;

function listed(parts: readonly string[], { language }: Page): string {
  if (language === "zh") return parts.join("、");
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

/** The operands of one sign; those that are made by another stand in brackets. */
function calculated(sign: keyof typeof signs, parts: readonly Formula[], words: (part: Formula) => string): string {
  return parts
    .map((part) => (typeof part === "object" && Object.keys(signs).some((other) => other in part) ? `(${words(part)})` : words(part)))
    .join(signs[sign]);
}

/** A formula in the reader's language, by the labels of its fields. */
export function formulaWords(formula: Formula, fields: Fields, page: Page): string {
  const isZh = page.language === "zh";
  const labelOf = (name: string) => page.say(fields.get(name)?.label ?? [name, name]);
  const words = (part: Formula): string => formulaWords(part, fields, page);
  const all = (parts: readonly Formula[]) => listed(parts.map(words), page);
  if (typeof formula === "string") return labelOf(formula);
  if (typeof formula === "number") return String(formula);
  if ("text" in formula) return `“${formula.text}”`;
  if ("add" in formula) return calculated("add", formula.add, words);
  if ("subtract" in formula) return calculated("subtract", formula.subtract, words);
  if ("multiply" in formula) return calculated("multiply", formula.multiply, words);
  if ("divide" in formula) return calculated("divide", formula.divide, words);
  if ("round" in formula)
    return isZh
      ? `${words(formula.round)}（四舍五入，${formula.digits} 位小数）`
      : `${words(formula.round)}, rounded to ${formula.digits} decimals`;
  if ("least" in formula) return isZh ? `${all(formula.least)}中的最小值` : `the least of ${all(formula.least)}`;
  if ("greatest" in formula) return isZh ? `${all(formula.greatest)}中的最大值` : `the greatest of ${all(formula.greatest)}`;
  if ("initial" in formula) return isZh ? `${words(formula.initial)}的首字母` : `the initial of ${words(formula.initial)}`;
  if ("join" in formula) return isZh ? `依次连接${all(formula.join)}` : `${all(formula.join)}, one behind the other`;
  if ("firstOf" in formula) return isZh ? `${all(formula.firstOf)}中第一个有值的` : `the first of ${all(formula.firstOf)} that has a value`;
  if ("count" in formula) return isZh ? `“${labelOf(formula.count)}”的行数` : `the number of rows of “${labelOf(formula.count)}”`;
  if ("sum" in formula) {
    const cells = new Map(fields.get(formula.sum)?.fields.map((field) => [field.name, field]));
    const summed = formulaWords(formula.of, cells, page);
    return isZh ? `“${labelOf(formula.sum)}”各行的${summed}之和` : `the sum of ${summed} over the rows of “${labelOf(formula.sum)}”`;
  }
  const condition = conditionWords(formula.if, fields, page);
  const other = formula.else === undefined ? (isZh ? "空" : "nothing") : words(formula.else);
  return isZh ? `${condition}时为${words(formula.then)}，否则为${other}` : `${words(formula.then)} where ${condition}, else ${other}`;
}
