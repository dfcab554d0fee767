// What holds between the fields of a row and between rows: rules, ranges that must not overlap, formulas.
import { kindData, type FieldModel, type ResourceModel } from "../model.ts";
import type { NoOverlapData } from "../resource-data.ts";
import type { FormulasData } from "../formulas.ts";
import { ruleSentence, type RulesData } from "../rules.ts";
import { comparisonsIn } from "../text.ts";
import { formulaWords } from "./formula-words.ts";
import { html, type Html } from "./html.ts";
import { conditionWords, type Page } from "./page.ts";

type Fields = ReadonlyMap<string, FieldModel>;

const byName = (fields: readonly FieldModel[]): Fields => new Map(fields.map((field) => [field.name, field]));

/** Sentences of the rows within a field begin with what they are rows of. */
const within = ({ label }: FieldModel, sentences: readonly string[], { language, say }: Page): readonly string[] =>
  sentences.map((sentence) => (language === "zh" ? `“${say(label)}”的每一行：${sentence}` : `In each row of “${say(label)}”: ${sentence}`));

function ruleSentences(rules: RulesData | undefined, fields: Fields, page: Page): readonly string[] {
  const { say, language } = page;
  return Object.values(rules ?? {}).flatMap(({ check, when, message }) =>
    Object.entries(check).flatMap(([name, comparison]) =>
      comparisonsIn(comparison).map(([comparator, operand]) => {
        const field = fields.get(name);
        const isTime = field?.traits.temporal !== undefined;
        const sentence = message ?? ruleSentence({ label: field?.label ?? [name, name], comparator, operand, isTime }, fields);
        const condition = when === undefined ? "" : conditionWords(when, fields, page);
        if (condition === "") return say(sentence);
        return language === "zh" ? `${condition}时，${say(sentence)}` : `${say(sentence)} where ${condition}`;
      }),
    ),
  );
}

function overlapSentence({ per, from, to, where }: NoOverlapData, fields: Fields, page: Page): string {
  const { say, language } = page;
  const labelOf = (name: string) => `“${say(fields.get(name)?.label ?? [name, name])}”`;
  const condition = where === undefined ? "" : conditionWords(where, fields, page);
  if (language === "zh") {
    const same = per.length === 0 ? "" : `${per.map(labelOf).join("、")}相同的数据，`;
    return `${same}${labelOf(from)}至${labelOf(to)}的区间不能重叠${condition === "" ? "" : `（仅限${condition}的数据）`}`;
  }
  const same = per.length === 0 ? "" : ` of rows with the same ${per.map(labelOf).join(" and ")}`;
  return `The ranges from ${labelOf(from)} to ${labelOf(to)}${same} do not overlap${condition === "" ? "" : `, where ${condition}`}`;
}

function distinctSentences(field: FieldModel, page: Page): readonly string[] {
  const cells = byName(field.fields);
  return (kindData(field.data).distinct ?? []).map((names) => {
    const labels = names.map((name) => `“${page.say(cells.get(name)?.label ?? [name, name])}”`);
    return page.language === "zh"
      ? `“${page.say(field.label)}”的各行，${labels.join("、")}不能${labels.length > 1 ? "同时" : ""}相同`
      : `No two rows of “${page.say(field.label)}” have the same ${labels.join(" and ")}`;
  });
}

const list = (sentences: readonly string[]): Html | undefined =>
  sentences.length === 0 ? undefined : html`<ul>${sentences.map((sentence) => html`<li>${sentence}</li>`)}</ul>`;

/** The rules of a resource and of the rows within its fields, each a sentence. */
export function rulesList(resource: ResourceModel, page: Page): Html | undefined {
  return list([
    ...ruleSentences(resource.data.rules, resource.field, page),
    ...Object.values(resource.data.noOverlap ?? {}).map((one) => overlapSentence(one, resource.field, page)),
    ...resource.fields.flatMap((field) => [
      ...within(field, ruleSentences(kindData(field.data).rules, byName(field.fields), page), page),
      ...distinctSentences(field, page),
    ]),
  ]);
}

const formulaSentences = (formulas: FormulasData | undefined, fields: Fields, page: Page): readonly string[] =>
  Object.entries(formulas ?? {}).map(
    ([name, formula]) => `${page.say(fields.get(name)?.label ?? [name, name])} = ${formulaWords(formula, fields, page)}`,
  );

/** The formulas of a resource and of the rows within its fields. */
export function formulasList(resource: ResourceModel, page: Page): Html | undefined {
  return list([
    ...resource.fields.flatMap((field) => within(field, formulaSentences(kindData(field.data).formulas, byName(field.fields), page), page)),
    ...formulaSentences(resource.data.formulas, resource.field, page),
  ]);
}
