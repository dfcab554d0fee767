// Rows of a file with the values of their fields: each cell read by its kind, and what it names looked up for all rows at once.
import type { FieldModel, ResourceModel } from "#schema/model";
import type { Text } from "#schema/text";
import type { RequestContext, Values } from "../contract.ts";
import { readCell } from "./cells.ts";
import type { MappedColumn } from "./columns.ts";
import { meaningsOf, severalNamed, unknownName, type Candidate, type Meanings } from "./look-up.ts";
import { textOfCell, type FileRow } from "./read/table.ts";
import type { ReadRow } from "./rows.ts";

interface Reading {
  readonly number: number;
  readonly title: string;
  readonly values: Values;
  readonly texts: Record<string, string>;
  readonly problems: Record<string, Text>;
  readonly above: Record<string, string>;
  /** Texts that have to be looked up, by field. */
  readonly wanted: Map<FieldModel, readonly string[]>;
}

function begun(resource: ResourceModel, columns: readonly MappedColumn[], { number, cells }: FileRow): Reading {
  const reading: Reading = { number, title: "", values: {}, texts: {}, problems: {}, above: {}, wanted: new Map() };
  for (const { name, field, place } of columns) {
    const cell = cells[place] ?? null;
    const text = textOfCell(cell);
    reading.texts[name] = text;
    if (text === "") {
      reading.values[name] = null;
      continue;
    }
    const read = field === undefined ? { value: text } : readCell(field, cell);
    if ("value" in read) reading.values[name] = read.value;
    else if ("problem" in read) reading.problems[name] = read.problem;
    else if (field !== undefined) reading.wanted.set(field, read.wanted);
  }
  const known = reading.texts[resource.title] ?? Object.values(reading.texts).find((text) => text !== "") ?? "";
  return { ...reading, title: known };
}

/** What the texts of all rows mean, by field. */
async function lookedUp(context: RequestContext, rows: readonly Reading[]): Promise<ReadonlyMap<FieldModel, Meanings>> {
  const texts = new Map<FieldModel, Set<string>>();
  for (const { wanted } of rows) for (const [field, own] of wanted) texts.set(field, new Set([...(texts.get(field) ?? []), ...own]));
  const fields = [...texts];
  const answers = await Promise.all(fields.map(([field, own]) => meaningsOf(context, { field, texts: [...own] })));
  return new Map(fields.map(([field], index) => [field, answers[index] ?? new Map()]));
}

/** Of several candidates those that belong to what another column of the row names. */
function narrowed({ reference }: FieldModel, candidates: readonly Candidate[], values: Readonly<Values>): readonly Candidate[] {
  const within = values[reference?.within ?? ""];
  if (candidates.length < 2 || typeof within !== "string") return candidates;
  const fitting = candidates.filter((candidate) => candidate.within === within);
  return fitting.length > 0 ? fitting : candidates;
}

function resolve(resource: ResourceModel, row: Reading, field: FieldModel, meanings: Meanings): void {
  const values: string[] = [];
  for (const text of row.wanted.get(field) ?? []) {
    const candidates = narrowed(field, meanings.get(text) ?? [], row.values);
    const [only, ...others] = candidates;
    if (only !== undefined && others.length === 0) {
      values.push(only.value);
      continue;
    }
    // The row above may be in the same file.
    if (only === undefined && resource.tree?.parent === field.name) row.above[field.name] = text;
    else row.problems[field.name] = only === undefined ? unknownName(field, text) : severalNamed(field, text, candidates);
    return;
  }
  row.values[field.name] = field.wire === "list" ? values : values[0];
}

/** Reads the rows of a file. */
export async function readRows(
  context: RequestContext,
  resource: ResourceModel,
  columns: readonly MappedColumn[],
  rows: readonly FileRow[],
): Promise<readonly ReadRow[]> {
  const readings = rows.map((row) => begun(resource, columns, row));
  const meanings = await lookedUp(context, readings);
  for (const reading of readings) {
    // What narrows the choice of another field is known before it.
    const fields = [...reading.wanted.keys()].toSorted(
      (one, other) => Number(one.reference?.within !== undefined) - Number(other.reference?.within !== undefined),
    );
    for (const field of fields) resolve(resource, reading, field, meanings.get(field) ?? new Map());
  }
  return readings;
}
