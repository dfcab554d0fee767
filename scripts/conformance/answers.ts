// What answers must look like: pages, forests, rows and nodes (docs/wire.md §2, §6).
import type { FieldModel, ResourceModel } from "#schema/model";
import type { ResourceDialect } from "#schema/dialects/types";
import type { ReadCall } from "#schema/dialects/presence";
import { isRecord } from "#schema/json";
import type { Answer } from "./client.ts";

export type Row = Readonly<Record<string, unknown>>;

/** An answer that is not as it should be, in a sentence. */
export class Deviation extends Error {
  override readonly name = "Deviation";
}

/** A call that the account may not make, or that the back-end says it does not have yet: no fault of either. */
export class NotTried extends Error {
  override readonly name = "NotTried";
}

/** The payload of a success. */
export function payloadOf(answer: Answer, call: string): unknown {
  if (answer.status === 0) throw new Deviation(`${call} was not answered: ${answer.msg}`);
  if (answer.code === 200) return answer.data;
  if (answer.code === 501) throw new NotTried("not yet");
  if (answer.code === 403 || (answer.code === 401 && answer.status === 401)) throw new NotTried("no right");
  throw new Deviation(`${call} answers ${answer.code}${answer.status === answer.code ? "" : ` (HTTP ${answer.status})`}: ${answer.msg}`);
}

interface Page {
  readonly records: readonly Row[];
  readonly total: number;
}

export function pageIn(data: unknown, call: string): Page {
  if (!isRecord(data) || !Array.isArray(data["records"])) throw new Deviation(`${call} answers no page with records`);
  const total = Number(data["total"]);
  if (!Number.isInteger(total) || total < 0) throw new Deviation(`${call} answers a page whose total is ${JSON.stringify(data["total"])}`);
  return { records: rowsIn(data["records"], call), total };
}

export function rowsIn(data: unknown, call: string): readonly Row[] {
  if (!Array.isArray(data)) throw new Deviation(`${call} answers no list`);
  const rows = data.filter(isRecord);
  if (rows.length < data.length) throw new Deviation(`${call} answers a list of something else than rows`);
  return rows;
}

/** The rows and those below them. */
export const flat = (rows: readonly Row[]): readonly Row[] =>
  rows.flatMap((row) => [row, ...(Array.isArray(row["children"]) ? flat(row["children"].filter(isRecord)) : [])]);

/** The rows of any read that answers rows. */
export function anyRowsIn(data: unknown, { shape }: Pick<ReadCall, "shape">, call: string): readonly Row[] {
  return shape === "page" ? pageIn(data, call).records : flat(rowsIn(data, call));
}

/** Members that rows of a list must have: what the back-end stores and anybody may see. */
function expectedFields(resource: ResourceModel, rules: ResourceDialect): readonly FieldModel[] {
  const isListed = (name: string): boolean => {
    const rule = rules.fields?.[name];
    return rule === undefined || (rule !== "absent" && rule.unlisted !== true);
  };
  return resource.fields.filter(
    ({ name, stored, inList, sensitive, traits }) =>
      stored && inList && !sensitive && !traits.isSecret && !traits.holdsRows && isListed(name),
  );
}

/** What is wrong with a row, as far as any dialect agrees. */
export function judgeRow(resource: ResourceModel, rules: ResourceDialect, row: Row, call: string): void {
  const missing = expectedFields(resource, rules).filter(({ name }) => !(name in row));
  if (missing.length > 0) throw new Deviation(`rows of ${call} lack ${missing.map(({ name }) => name).join(", ")}`);
  const key = row[resource.key];
  if (typeof key !== "string" || key === "") throw new Deviation(`${resource.key} of ${call} is ${JSON.stringify(key)}: ids are texts`);
  for (const field of expectedFields(resource, rules)) judgeValue(field, row[field.name], call);
}

function judgeValue({ name, wire, reference }: FieldModel, value: unknown, call: string): void {
  const isEmpty = value === "" || value === -1 || value === "-1" || value === null || value === undefined;
  if (isEmpty || (wire !== "id" && wire !== "parent" && wire !== "decimal")) return;
  if (wire === "decimal" ? Number.isNaN(Number(value)) : typeof value !== "string" && reference?.valueField === "id")
    throw new Deviation(`${name} of ${call} is ${JSON.stringify(value)}: ${wire === "decimal" ? "no number" : "ids are texts"}`);
}

/** Nodes of trees, on every level that came. */
export function judgeNodes(nodes: readonly Row[], call: string): void {
  for (const node of flat(nodes))
    if (!("id" in node || "value" in node) || !("title" in node)) throw new Deviation(`nodes of ${call} have no id or no title`);
}
