// POST <path>/batch-update: the same change in many rows, tried or carried out, with every guard for each row; or rows with values of their own,
// which is how such a change is taken back (docs/wire.md §4.8).
import { batchEditedFields } from "#schema/batch-edit";
import { maxBatchRows } from "#schema/batch-operations";
import { isRecord } from "#schema/json";
import { labelOf, type ResourceModel } from "#schema/model";
import { inLanguage, textOfValue } from "#schema/text";
import { toWire } from "#schema/wire";
import type { RequestContext, Values } from "../../contract.ts";
import { ApiError, invalidFields, malformedParameter, missingParameter, rowNotFound } from "../../http/errors.ts";
import { judgeRequest } from "../guards/judge.ts";
import { matchingKeys } from "../read/matching-keys.ts";
import { rowsByKeys, type ExistingRow } from "../read/rows-by-keys.ts";
import type { Services } from "../services.ts";
import { isKey } from "../sql/keys.ts";
import { batchFieldsFor, changesOf, issuesOf, valuesFor } from "./batch-changes.ts";
import { preparedUpdate, type PreparedRow, type SubmittedMove } from "./prepared-rows.ts";
import { problemsOf, type RowProblem } from "./row-problems.ts";
import { refusalsOf, writeTried, type Refusals } from "./trial.ts";
import { scopeOfRows } from "./write-scope.ts";

interface BatchCall {
  readonly services: Services;
  readonly context: RequestContext;
  readonly resource: ResourceModel;
  readonly parameters: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly move?: SubmittedMove;
}

/** What a row gets, by its key. */
interface Wanted {
  readonly id: string;
  readonly version: unknown;
  readonly valuesOf: (stored: Readonly<Values>) => ReturnType<typeof valuesFor>;
}

interface Planned {
  readonly id: string;
  readonly title: string;
}

interface WritingRow extends Planned {
  readonly does: "change";
  readonly prepared: PreparedRow;
  readonly stored: Readonly<Values>;
  /** Names of rows that changed fields refer to. */
  readonly labels: Readonly<Values>;
  readonly body: Readonly<Values>;
}

interface RefusedRow extends Planned {
  readonly does: "refuse";
  readonly problems: readonly RowProblem[];
}

type PlannedRow = WritingRow | RefusedRow | (Planned & { readonly does: "leave" });

/** Rows that an answer lists of each kind; all are counted. */
const maxListed = 200;

const tooManyRows = () =>
  new ApiError(400, "tooManyRows", [`一次最多修改 ${maxBatchRows} 条数据`, `At most ${maxBatchRows} records at a time`], {
    data: { largest: maxBatchRows },
  });

/** Keys as they are sent. */
function keysOfBody(resource: ResourceModel, sent: unknown): readonly string[] {
  if (!Array.isArray(sent) || !sent.every((key: unknown): key is string => typeof key === "string" && isKey(resource, key)))
    throw malformedParameter("ids");
  if (sent.length === 0) throw missingParameter("ids");
  return [...new Set(sent)];
}

/** The parameters of a list as they are sent in a body. */
function filterOfBody(sent: unknown): Readonly<Record<string, string>> {
  if (!isRecord(sent)) throw malformedParameter("filter");
  const entries = Object.entries(sent).map(([name, value]): [string, string] => {
    if (typeof value !== "string") throw malformedParameter("filter");
    return [name, value];
  });
  return Object.fromEntries(entries);
}

/** Rows with values of their own. */
function ownRows({ context, resource }: BatchCall, sent: unknown): readonly Wanted[] {
  if (!Array.isArray(sent) || sent.length === 0) throw malformedParameter("rows");
  if (sent.length > maxBatchRows) throw tooManyRows();
  const names = new Set(batchFieldsFor(context, resource).map(({ name }) => name));
  const wanted = sent.map((row: unknown): Wanted => {
    if (!isRecord(row)) throw malformedParameter("rows");
    const { [resource.key]: id, version, ...values } = row;
    if (typeof id !== "string" || !isKey(resource, id) || !Object.keys(values).every((name) => names.has(name)))
      throw malformedParameter("rows");
    const changes = changesOf(
      context,
      resource,
      Object.entries(values).map(([field, value]) => ({ field, operation: "set", value })),
    );
    return { id, version, valuesOf: (stored) => valuesFor(changes, stored) };
  });
  if (new Set(wanted.map(({ id }) => id)).size < wanted.length) throw malformedParameter("rows");
  return wanted;
}

/** The rows that a call names, and what each gets. */
async function wantedRows(call: BatchCall): Promise<readonly Wanted[]> {
  const { services, context, resource, body } = call;
  const { ids, filter, rows, changes: sent } = isRecord(body) ? body : {};
  if (rows !== undefined) return ownRows(call, rows);
  const changes = changesOf(context, resource, sent);
  const issues = issuesOf(changes);
  if (issues.length > 0) throw invalidFields(issues);
  const keys =
    filter === undefined
      ? keysOfBody(resource, ids)
      : await matchingKeys({ services, context, resource, query: filterOfBody(filter) }, maxBatchRows + 1);
  if (keys.length > maxBatchRows) throw tooManyRows();
  return keys.map((id) => ({ id, version: undefined, valuesOf: (stored) => valuesFor(changes, stored) }));
}

const titleOf = (resource: ResourceModel, { id, answered }: ExistingRow): string => {
  const title = textOfValue(answered[resource.title] ?? "") ?? "";
  return title === "" ? id : title;
};

/** What the list calls the former values of fields that refer to other rows. */
const labelsOf = (resource: ResourceModel, { answered }: ExistingRow, body: Readonly<Values>): Values =>
  Object.fromEntries(
    Object.keys(body).flatMap((name) => {
      const labelKey = resource.field.get(name)?.labelKey;
      return labelKey === undefined || !(labelKey in answered) ? [] : [[labelKey, answered[labelKey]] as const];
    }),
  );

async function planned(call: BatchCall, wanted: Wanted, row: ExistingRow | undefined): Promise<PlannedRow> {
  const { services, context, resource, move } = call;
  const { id } = wanted;
  if (row === undefined) return { does: "refuse", id, title: id, problems: [{ field: undefined, message: rowNotFound().text }] };
  const title = titleOf(resource, row);
  const { body, problems } = wanted.valuesOf(row.values);
  if (problems.length > 0) return { does: "refuse", id, title, problems };
  if (Object.keys(body).length === 0) return { does: "leave", id, title };
  // The version that was read, so that what others change meanwhile is not overwritten.
  const version = wanted.version ?? row.answered["version"];
  const sent = { ...body, [resource.key]: id, ...(version === undefined ? {} : { version }) };
  try {
    const prepared = await preparedUpdate({ services, context, resource, body: sent, ...(move === undefined ? {} : { move }) }, id);
    return { does: "change", id, title, prepared, stored: row.values, labels: labelsOf(resource, row, body), body };
  } catch (error) {
    const refused = problemsOf(error);
    if (refused === undefined) throw error;
    return { does: "refuse", id, title, problems: refused };
  }
}

const isWriting = (row: PlannedRow): row is WritingRow => row.does === "change";

const withRefusals = (rows: readonly PlannedRow[], refusals: Refusals<WritingRow>): readonly PlannedRow[] =>
  rows.map((row) => {
    const problems = row.does === "change" ? refusals.get(row) : undefined;
    return problems === undefined ? row : { does: "refuse", id: row.id, title: row.title, problems };
  });

function answerOf({ context, resource }: BatchCall, rows: readonly PlannedRow[], isDone: boolean): Values {
  const { language } = context;
  const label = (name: string) => inLanguage(labelOf(resource, name), language);
  const changed = rows.filter(isWriting);
  const refused = rows.filter((row): row is RefusedRow => row.does === "refuse");
  const before = ({ stored, body }: WritingRow): Values =>
    Object.fromEntries(
      batchEditedFields(resource).flatMap((field) =>
        field.name in body ? [[field.name, (stored[field.name] ?? null) === null ? "" : toWire(field, stored[field.name])] as const] : [],
      ),
    );
  return {
    done: isDone,
    ids: rows.map(({ id }) => id),
    rows: rows.length,
    changed: {
      count: changed.length,
      // All of them where they were written: what they had is what takes the change back.
      rows: changed.slice(0, isDone ? maxBatchRows : maxListed).map((row) => ({
        id: row.id,
        title: row.title,
        ...(isDone && typeof row.stored["version"] === "number" ? { version: row.stored["version"] + 1 } : {}),
        before: before(row),
        labels: row.labels,
        after: row.body,
      })),
    },
    unchanged: { count: rows.length - changed.length - refused.length },
    refused: {
      count: refused.length,
      rows: refused.slice(0, maxListed).map(({ id, title, problems }) => ({
        id,
        title,
        problems: problems.map(({ field, message }) => ({
          field: field ?? "",
          label: field === undefined ? "" : label(field),
          message: inLanguage(message, language),
        })),
      })),
    },
  };
}

/** Changes rows, or says what a change would do to each. Rows that are refused stay as they are, and the others are changed. */
export async function batchUpdate(given: BatchCall): Promise<Values> {
  const { services, resource, parameters } = given;
  judgeRequest("call", { kind: "update", services, context: given.context, resource });
  const { dryRun = "" } = parameters;
  if (!["", "0", "1"].includes(dryRun)) throw malformedParameter("dryRun");
  const wanted = await wantedRows(given);
  const keys = wanted.map(({ id }) => id);
  const context = { ...given.context, scope: await scopeOfRows(given.context, resource, keys) };
  const call = { ...given, context };
  const found = await rowsByKeys(call, keys);
  let rows: readonly PlannedRow[] = await Promise.all(wanted.map((one) => planned(call, one, found.get(one.id))));
  rows = withRefusals(rows, await refusalsOf(call, rows.filter(isWriting)));
  if (dryRun === "1") return answerOf(call, rows, false);
  for (;;) {
    const writing = rows.filter(isWriting);
    const current = rows;
    if (writing.length === 0) return answerOf(call, rows, true);
    const result = await writeTried(call, writing, () => answerOf(call, current, true));
    if ("ids" in result) return answerOf(call, rows, true);
    rows = withRefusals(rows, result.refusals);
  }
}
