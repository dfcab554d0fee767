// Rules between the fields of a row: which a record breaks, and the sentences for people. Forms and the server ask the same functions.
import { kindData } from "./kind-data.ts";
import { isRelative, localNow, timeNamed } from "./local-time.ts";
import type { ResourceModel } from "./model.ts";
import type { RuleData } from "./resource-data.ts";
import {
  comparisonsIn,
  isEmptyValue,
  fieldsIn,
  holds,
  meets,
  operandValue,
  temporalOfValue,
  type Comparator,
  type Comparison,
  type Operand,
  type Text,
} from "./text.ts";

export type RulesData = Readonly<Record<string, RuleData>>;

/** What a rule needs to know of a field. */
interface RuledField {
  readonly name: string;
  readonly label: Text;
}

/** A comparison of a rule that a record breaks. */
export interface BrokenRule {
  readonly rule: string;
  readonly field: string;
  readonly message: Text;
}

type Words = Readonly<Record<Comparator, (zh: string, en: string) => Text>>;
const sameWords = {
  eq: (zh: string, en: string): Text => [`必须与${zh}相同`, `must be the same as ${en}`],
  ne: (zh: string, en: string): Text => [`不能与${zh}相同`, `must differ from ${en}`],
};
const timeWords: Words = {
  ...sameWords,
  gt: (zh, en) => [`必须晚于${zh}`, `must be after ${en}`],
  ge: (zh, en) => [`不能早于${zh}`, `must not be before ${en}`],
  lt: (zh, en) => [`必须早于${zh}`, `must be before ${en}`],
  le: (zh, en) => [`不能晚于${zh}`, `must not be after ${en}`],
};
const numberWords: Words = {
  ...sameWords,
  gt: (zh, en) => [`必须大于${zh}`, `must be greater than ${en}`],
  ge: (zh, en) => [`不能小于${zh}`, `must be at least ${en}`],
  lt: (zh, en) => [`必须小于${zh}`, `must be less than ${en}`],
  le: (zh, en) => [`不能大于${zh}`, `must be at most ${en}`],
};

const named: Readonly<Record<string, Text>> = { now: ["当前时间", "the present time"], today: ["今天", "today"] };

const units: Readonly<Record<string, Text>> = { d: ["天", "day"], w: ["周", "week"], m: ["个月", "month"], y: ["年", "year"] };

/** "+30d" → 30 天后, 30 days from today; undefined for any other text. */
function shiftWords(operand: string): Text | undefined {
  const [, sign, count = "", unit = ""] = /^([+-])(\d+)([dwmy])$/.exec(operand) ?? [];
  const [zh, en] = units[unit] ?? [];
  if (zh === undefined || en === undefined) return undefined;
  const plural = `${count} ${en}${count === "1" ? "" : "s"}`;
  return sign === "+" ? [` ${count} ${zh}后`, `${plural} from today`] : [` ${count} ${zh}前`, `${plural} before today`];
}

/** A constant of a rule as people read it: a day that is told from today as that day, or in words where no moment is given. */
function operandWords(operand: string | number, now?: string): Text {
  const word = named[String(operand)] ?? (now === undefined ? shiftWords(String(operand)) : undefined);
  if (word !== undefined) return word;
  if (now === undefined) return [` ${operand}`, String(operand)];
  const text = typeof operand === "string" ? timeNamed(operand, now) : String(operand);
  return [` ${text}`, text];
}

function otherWords(operand: Operand, fields: ReadonlyMap<string, RuledField>, now: string | undefined): Text {
  if (typeof operand !== "object") return operandWords(operand, now);
  const [zh, en] = fields.get(operand.field)?.label ?? [operand.field, operand.field];
  return [`“${zh}”`, `“${en}”`];
}

type ConditionWords = Readonly<Record<Comparator, (zh: string, en: string) => Text>>;
const sameConditions = {
  eq: (zh: string, en: string): Text => [`与${zh}相同`, `is the same as ${en}`],
  ne: (zh: string, en: string): Text => [`与${zh}不同`, `differs from ${en}`],
};
const timeConditions: ConditionWords = {
  ...sameConditions,
  gt: (zh, en) => [`晚于${zh}`, `is after ${en}`],
  ge: (zh, en) => [`不早于${zh}`, `is not before ${en}`],
  lt: (zh, en) => [`早于${zh}`, `is before ${en}`],
  le: (zh, en) => [`不晚于${zh}`, `is not after ${en}`],
};
const numberConditions: ConditionWords = {
  ...sameConditions,
  gt: (zh, en) => [`大于${zh}`, `is greater than ${en}`],
  ge: (zh, en) => [`不小于${zh}`, `is at least ${en}`],
  lt: (zh, en) => [`小于${zh}`, `is less than ${en}`],
  le: (zh, en) => [`不大于${zh}`, `is at most ${en}`],
};

/** A comparison as a part of a condition, without the label of its field. */
export function comparisonWords(comparison: Comparison, isTime: boolean, fields: ReadonlyMap<string, RuledField>): readonly Text[] {
  const empty: readonly Text[] =
    comparison.empty === undefined ? [] : [comparison.empty ? ["为空", "is empty"] : ["不为空", "is not empty"]];
  const compared = comparisonsIn(comparison).map(([comparator, operand]): Text => {
    const [zh, en] = otherWords(operand, fields, undefined);
    return (isTime ? timeConditions : numberConditions)[comparator](zh, en);
  });
  return [...empty, ...compared];
}

/** The rules of a resource, with the fixed limits of its days and moments as rules of the field alone. */
export function rulesWithLimits(resource: Pick<ResourceModel, "fields" | "data">): RulesData {
  const limits = resource.fields.flatMap((field): readonly (readonly [string, RuleData])[] => {
    const { min, max } = kindData(field.data);
    const fixed = (limit: number | string | undefined) => (typeof limit === "string" && !isRelative(limit) ? limit : undefined);
    const [ge, le] = [fixed(min), fixed(max)];
    if (ge === undefined && le === undefined) return [];
    const comparison = { ...(ge === undefined ? {} : { ge }), ...(le === undefined ? {} : { le }) };
    return [[`${field.name}Limits`, { check: { [field.name]: comparison } }]];
  });
  return { ...Object.fromEntries(limits), ...resource.data.rules };
}

/** The fields that a rule names, each once. */
export function fieldsOfRule({ check, when }: RuleData): readonly string[] {
  return [...new Set([...fieldsIn(check), ...fieldsIn(when)])];
}

interface RuleSentence {
  readonly label: Text;
  readonly comparator: Comparator;
  readonly operand: Operand;
  /** Whether the values are times, which come before and after each other. */
  readonly isTime: boolean;
}

/** What a comparison asks for, as a sentence; of a moment where one is given, else in words that are always true. */
export function ruleSentence(
  { label, comparator, operand, isTime }: RuleSentence,
  fields: ReadonlyMap<string, RuledField>,
  now?: string,
): Text {
  const [zh, en] = otherWords(operand, fields, now);
  const words = (isTime ? timeWords : numberWords)[comparator](zh, en);
  return [`${label[0]}${words[0]}`, `${label[1]} ${words[1]}`];
}

export interface RuleCheck {
  readonly rules: RulesData | undefined;
  readonly fields: readonly RuledField[];
  readonly record: Readonly<Record<string, unknown>>;
  /** Whether a field of a rule differs from what is stored: a row that broke a rule before may be changed elsewhere. */
  readonly isChanged?: (name: string) => boolean;
  readonly now?: string;
}

/** The comparisons that a record breaks. */
export function brokenRules({ rules, fields, record, isChanged = () => true, now = localNow() }: RuleCheck): readonly BrokenRule[] {
  if (rules === undefined) return [];
  const byName = new Map(fields.map((field) => [field.name, field]));
  return Object.entries(rules).flatMap(([rule, data]) => {
    if (!fieldsOfRule(data).some(isChanged) || (data.when !== undefined && !meets(data.when, record, now))) return [];
    return Object.entries(data.check).flatMap(([name, comparison]) => {
      const broken = comparisonsIn(comparison).find(
        ([comparator, operand]) => holds(comparator, record[name], operandValue(operand, record, now)) === false,
      );
      if (broken === undefined) return [];
      const [comparator, operand] = broken;
      const label = byName.get(name)?.label ?? [name, name];
      const isTime = temporalOfValue(record[name]) !== undefined;
      return [{ rule, field: name, message: data.message ?? ruleSentence({ label, comparator, operand, isTime }, byName, now) }];
    });
  });
}

/** A row of lines whose key another row before it has. */
interface RepeatedRow {
  readonly index: number;
  /** The last field of the key, where the error is shown. */
  readonly field: string;
  readonly message: Text;
}

/** Rows that share a key with one before them. A key with a part that is empty is none. */
export function repeatedRows(distinct: readonly (readonly string[])[] | undefined, rows: unknown): readonly RepeatedRow[] {
  if (distinct === undefined || !Array.isArray(rows)) return [];
  return distinct.flatMap((names) => {
    const first = new Map<string, number>();
    return rows.flatMap((row: Readonly<Record<string, unknown>> | null, index): readonly RepeatedRow[] => {
      const parts = names.map((name) => row?.[name]);
      if (parts.some(isEmptyValue)) return [];
      const key = JSON.stringify(parts.map(String));
      const before = first.get(key);
      if (before === undefined) {
        first.set(key, index);
        return [];
      }
      const number = before + 1;
      return [{ index, field: names.at(-1) ?? "", message: [`与第 ${number} 行重复`, `The same as in row ${number}`] }];
    });
  });
}
