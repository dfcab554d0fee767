// Rows of all resources that bear what a person typed into the command palette: by the fields that definitions name (`quickFind`), each
// found in its index, all resources in one round trip.
import type { ResourceModel } from "#schema/model";
import { findingFields, isPerLine, type FindingField } from "#schema/quick-find";
import { inLanguage } from "#schema/text";
import { minTypedLength, lengthTyped, maxTypedLength } from "#schema/typed-text";
import { mayRead, mayView } from "../../caller/rule.ts";
import type { RequestContext, SearchGroup } from "../../contract.ts";
import { malformedParameter, missingParameter } from "../../http/errors.ts";
import { columnOf } from "../../store/columns.ts";
import type { SqlFragment } from "../../store/conditions.ts";
import type { Rows, Statement } from "../../store/database.ts";
import { quoted } from "../../store/names.ts";
import { linesSql } from "../../store/tables.ts";
import type { Services } from "../services.ts";
import { isMasked, readableFieldsOf, isReadable } from "../sql/readable-fields.ts";
import { narrowed, readRows, readsAcrossTenants, scopedWhere, scopeFragments } from "../sql/rows.ts";
import { tableOf } from "../sql/scoped.ts";
import { whereOf } from "../sql/where.ts";
import { answeredRows } from "./list.ts";
import { partialReader, type RowReader } from "./row-reader.ts";

/** Rows of one resource that are answered; a person who wants another types more. */
const maxAnswered = 5;
/** Rows by one field that are looked at: the beginning of many numbers costs no more than that of a few. */
const maxCandidates = 100;

interface Finding {
  readonly resource: ResourceModel;
  readonly fields: readonly FindingField[];
  readonly reader: RowReader;
}

interface FindCall {
  readonly services: Services;
  readonly context: RequestContext;
  readonly text: string;
  /** Whether API scopes let the caller call a path. */
  readonly mayCall: (path: string) => boolean;
}

const readers = new WeakMap<ResourceModel, RowReader>();

/** Title, state, date and what the definition shows. */
function readerOf(resource: ResourceModel, services: Services): RowReader {
  let reader = readers.get(resource);
  if (reader === undefined) {
    const { title, status, date, data } = resource;
    const own = (data.quickFind?.by ?? []).flatMap((named) => (typeof named === "string" ? [named] : []));
    const names = [title, status?.name, date?.name, ...own, ...(data.quickFind?.shows ?? [])].filter((name) => name !== undefined);
    readers.set(resource, (reader = partialReader(resource, services.model, names)));
  }
  return reader;
}

/** Fields that the caller may search: of rows that they read, neither hidden nor masked, because a hit would tell the value. */
function searchable(context: RequestContext, { resource, field, by }: FindingField): boolean {
  const readable = readableFieldsOf(context, resource);
  if (by !== undefined && (!mayRead(context.caller, resource) || !isReadable(readable, by.name))) return false;
  return isReadable(readable, field.name) && !isMasked(readable, field);
}

function findingsOf({ services, context, mayCall }: FindCall): readonly Finding[] {
  return services.model.resources.flatMap((resource): readonly Finding[] => {
    if (resource.data.quickFind === undefined || !mayRead(context.caller, resource) || !mayView(context.caller, resource)) return [];
    if (!mayCall(`${resource.path}/detail`)) return [];
    const fields = findingFields(resource, services.model).filter((field) => searchable(context, field));
    return fields.length === 0 ? [] : [{ resource, fields, reader: readerOf(resource, services) }];
  });
}

/** As typed, and as codes are written; a phone number also without the spaces that people put into it. */
function spellings(text: string): readonly string[] {
  const digits = /^[\d\s-]+$/.test(text) ? [text.replace(/[\s-]/g, "")] : [];
  return [...new Set([text, ...digits, text.toUpperCase(), text.toLowerCase()])];
}

/** A text whose lines are values: one of them is what was typed, whichever way its lines end. */
const lineOf = (column: string, texts: readonly string[]): SqlFragment => ({
  shape: "line",
  parameters: [texts.flatMap((text) => [text, `${text}\r`])],
  sql: ([place = ""]) => `${linesSql(column)} && ${place}::text[]`,
});

const wholeText = (column: string, texts: readonly string[]): SqlFragment => ({
  shape: "whole",
  parameters: [texts],
  sql: ([place = ""]) => `${column} = ANY(${place}::text[])`,
});

/** As a range of bytes, which an index answers in any collation and under row-level security. */
const beginning = (column: string, text: string): SqlFragment => ({
  shape: "beginning",
  parameters: [text],
  sql: ([place = ""]) => `${column} ~>=~ ${place}::text AND ${column} ~<~ (${place}::text || chr(1114111))`,
});

interface Candidates {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** Ids of rows that one field finds, a few for each way of finding: the whole value first, then its beginning, the last in its order first. */
function candidatesBy(
  context: RequestContext,
  { resource, field, by }: FindingField,
  texts: readonly string[],
  at: { place: number; first: number },
): Candidates {
  const column = `t.${quoted(columnOf(resource, field.name).column)}`;
  const key = `t.${quoted(columnOf(resource, by === undefined ? resource.key : by.name).column)}`;
  const own = `t.${quoted(columnOf(resource, resource.key).column)}`;
  const scoped = scopeFragments(context, resource);
  const parameters: unknown[] = [];
  const ways = isPerLine(field)
    ? [{ matches: lineOf(column, texts), order: `${own} DESC`, rank: 0 }]
    : [
        { matches: wholeText(column, texts), order: `${own} DESC`, rank: 0 },
        ...texts.map((text) => ({ matches: beginning(column, text), order: `${column} USING ~>~, ${own} DESC`, rank: 1 })),
      ];
  const selects = ways.map(({ matches, order, rank }) => {
    const where = scopedWhere(resource, narrowed(scoped, matches), at.first + parameters.length);
    parameters.push(...where.parameters);
    return `(SELECT ${key} AS found_id, ${rank} AS rank, ${at.place} AS place FROM ${where.rows()} ORDER BY ${order} LIMIT ${maxCandidates})`;
  });
  return { sql: selects.join(" UNION ALL "), parameters };
}

function statementOf({ context, text }: FindCall, { resource, fields, reader }: Finding): Statement {
  const texts = spellings(text);
  const parameters: unknown[] = [];
  const candidates = fields.map((field, place) => {
    const { sql, parameters: own } = candidatesBy(context, field, texts, { place, first: parameters.length + 1 });
    parameters.push(...own);
    return sql;
  });
  const where = whereOf(scopeFragments(context, resource), parameters.length + 1);
  parameters.push(...where.parameters);
  const key = quoted(columnOf(resource, resource.key).column);
  const found = `SELECT DISTINCT ON (found_id) found_id, rank, place FROM (${candidates.join(" UNION ALL ")}) candidates ORDER BY found_id, rank, place`;
  return {
    sql: `SELECT ${reader.selection(where.tenant)}, f.place AS "found place" FROM (${found}) f JOIN ${tableOf(resource, "t")} ON t.${key} = f.found_id WHERE ${where.sql()} ORDER BY f.rank, t.${key} DESC LIMIT ${maxAnswered + 1}`,
    parameters,
  };
}

/** The rows of a group, each with the label of the field by which it was found as `foundBy`; "" for its title. */
function resultGroup(
  { services, context }: FindCall,
  { resource, fields, reader }: Finding,
  rows: Rows | undefined,
): readonly SearchGroup[] {
  const answered = answeredRows({ services, context, resource }, rows, reader).slice(0, maxAnswered);
  if (answered.length === 0) return [];
  return [
    {
      resource: resource.name,
      hasMore: (rows?.rows.length ?? 0) > maxAnswered,
      rows: answered.map((row, index) => {
        const field = fields[Number(rows?.rows[index]?.["found place"])]?.field;
        return { ...row, foundBy: field === undefined || field.name === resource.title ? "" : inLanguage(field.label, context.language) };
      }),
    },
  ];
}

/** What a person typed, or a refusal. */
export function typedText(sent: string | undefined): string {
  const text = sent?.trim() ?? "";
  if (text === "") throw missingParameter("text");
  if (text.length > maxTypedLength || text.includes("\0") || lengthTyped(text) < minTypedLength) throw malformedParameter("text");
  return text;
}

/** The rows of every resource that the caller may open, in the order of the menu's areas; and last what areas find besides. */
export async function quickFind(call: FindCall): Promise<readonly SearchGroup[]> {
  const { context } = call;
  const findings = findingsOf(call);
  const read = async (some: readonly Finding[]): Promise<readonly (readonly [Finding, Rows | undefined])[]> => {
    const [first] = some;
    if (first === undefined) return [];
    const answers = await readRows(
      context,
      first.resource,
      some.map((finding) => statementOf(call, finding)),
    );
    return some.map((finding, index) => [finding, answers[index]] as const);
  };
  // Users of all tenants are for the platform's administrator alone.
  const [across, within] = [true, false].map((isAcross) =>
    findings.filter(({ resource }) => readsAcrossTenants(context, resource) === isAcross),
  );
  const [others, ...found] = await Promise.all([call.services.domain.finder?.(context, call.text), read(across ?? []), read(within ?? [])]);
  const answers = new Map(found.flat());
  const areas = new Map(call.services.model.areas.map(({ name }, index) => [name, index]));
  const groups = findings
    .toSorted((one, other) => (areas.get(one.resource.area) ?? 0) - (areas.get(other.resource.area) ?? 0))
    .flatMap((finding) => resultGroup(call, finding, answers.get(finding)));
  return others === undefined ? groups : [...groups, others];
}
