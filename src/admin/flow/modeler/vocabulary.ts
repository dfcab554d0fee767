// What a model may use here, as the server answers it.
import type { DeployableOptions } from "../../../process/deployable.ts";
import type { ValueType } from "../../../process/expressions.ts";
import { memberText } from "../../../process/members.ts";
import { mainProcess, type ModelElement } from "../../../process/model.ts";
import type { Text } from "../../../schema/text.ts";
import { isRecord, rowsOf, textOf, type Row } from "../../api/wire-data.ts";

/** A variable that expressions may read. */
export interface VariableName {
  readonly name: string;
  readonly label: Text;
  /** The resource whose field it is. */
  readonly of?: Text;
  /** What processes of that resource are for. */
  readonly category?: string;
  readonly type?: ValueType;
  readonly isUser: boolean;
  readonly isNumber: boolean;
}

export interface Vocabulary {
  /** All names, those of several resources once for each. */
  readonly all: readonly VariableName[];
  readonly names: readonly VariableName[];
  readonly options: DeployableOptions;
}

function labelOf(value: unknown): Text | undefined {
  return Array.isArray(value) && value.length === 2 ? [textOf(value[0]), textOf(value[1])] : undefined;
}

function variableNameOf(row: Row): VariableName {
  const name = textOf(row["name"]);
  const of = labelOf(row["of"]);
  return {
    name,
    label: labelOf(row["label"]) ?? [name, name],
    ...(of === undefined ? {} : { of }),
    ...(textOf(row["category"]) === "" ? {} : { category: textOf(row["category"]) }),
    ...(row["type"] === "number" || row["type"] === "text" ? { type: row["type"] } : {}),
    isUser: row["isUser"] === true,
    isNumber: row["isNumber"] === true,
  };
}

const textsIn = (value: unknown): ReadonlySet<string> => new Set(Array.isArray(value) ? value.map(textOf) : []);

/** A name of several resources is there once, with the type that it has in all of them. */
function withNames(
  all: readonly VariableName[],
  chosen: readonly VariableName[],
  options: Omit<DeployableOptions, "variableNames" | "types">,
): Vocabulary {
  // The standard ones come first, and stay where a resource has a field of that name.
  const names = new Map<string, VariableName>();
  for (const one of chosen) if (!names.has(one.name)) names.set(one.name, one);
  const types = new Map<string, ValueType>();
  for (const [name, { type, of }] of names)
    if (type !== undefined && (of === undefined || chosen.every((one) => one.name !== name || one.type === type))) types.set(name, type);
  return { all, names: [...names.values()], options: { ...options, variableNames: new Set(names.keys()), types } };
}

/** The answer of vocabulary. A name of several resources is there once. */
export function vocabularyOf(data: unknown): Vocabulary {
  const answer = isRecord(data) ? data : {};
  const all = rowsOf(answer["names"]).map(variableNameOf);
  return withNames(all, all, {
    processKeys: textsIn(answer["processKeys"]),
    hasMessages: answer["hasMessages"] === true,
  });
}

/** What the processes may be for: each with the records that they decide about. */
export function categoriesOf({ all }: Vocabulary): readonly { readonly category: string; readonly of: readonly Text[] }[] {
  const found = new Map<string, Text[]>();
  for (const { category, of } of all)
    if (category !== undefined && of !== undefined) {
      const records = found.get(category) ?? [];
      if (!records.some(([zh]) => zh === of[0])) records.push(of);
      found.set(category, records);
    }
  return [...found].map(([category, of]) => ({ category, of }));
}

/** What a drawing says that its process is for; "" where it says nothing. */
export function categoryIn(root: ModelElement): string {
  return memberText(mainProcess({ root, context: undefined }), "category");
}

/** What a process of a category may read; anything, where the category is nobody's. */
export function vocabularyFor(vocabulary: Vocabulary, category: string): Vocabulary {
  const own = vocabulary.all.filter((name) => name.of === undefined || name.category === category);
  return own.some(({ of }) => of !== undefined) ? withNames(vocabulary.all, own, vocabulary.options) : vocabulary;
}
