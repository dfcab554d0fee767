// POST <path>/submit-with-lines: a document with its lines, in one call and one transaction (docs/wire.md §4.3). Head and lines are written
// like submits of their own, with the same rights and guards.
import { linesMember, maxEnteredLines, removedLinesMember } from "#schema/entered-lines";
import { resourceIn, type ResourceModel } from "#schema/model";
import { sentenceOf } from "#schema/sentence";
import { meets, type Text } from "#schema/text";
import type { Issue } from "#schema/validation";
import type { CommitContext, RequestContext, Values } from "../../contract.ts";
import { ApiError, businessError, invalidFields, malformedParameter, rowNotFound } from "../../http/errors.ts";
import type { Transaction } from "../../store/database.ts";
import { columnOf } from "../../store/columns.ts";
import { quoted } from "../../store/names.ts";
import { translated } from "../guards/duplicates.ts";
import { earlierRow } from "../guards/overlaps.ts";
import { judgeRequest } from "../guards/judge.ts";
import { plainRefusal, RowRefusal } from "../guards/row-set.ts";
import type { Services } from "../services.ts";
import { isId } from "../sql/keys.ts";
import { findRemoved } from "../sql/removed-rows.ts";
import { keyTypeOf, ScopedStatement } from "../sql/scoped.ts";
import { bodyOf, keyOf, preparedInsert, preparedUpdate, type PreparedRow, type SubmitCall } from "./prepared-rows.ts";
import { preparedRemoval } from "./remove.ts";
import { preparedSubmit } from "./submit.ts";
import { writtenTogether } from "./submit-rows.ts";
import { notInBin, restoreTogether } from "./restore-together.ts";
import { inTransaction } from "./write-scope.ts";
import { writeSubmitted } from "./write-submitted.ts";

interface SubmitWithLines {
  readonly services: Services;
  readonly context: RequestContext;
  readonly resource: ResourceModel;
  readonly body: unknown;
  readonly move?: SubmitCall["move"];
  /** Keys of removed lines that come back first: those of a moment that is restored. */
  readonly restored?: readonly string[];
}

const tooManyLines = (field: string) =>
  new ApiError(400, "tooManyRows", [`一次最多保存 ${maxEnteredLines} 条明细`, `At most ${maxEnteredLines} lines at a time`], {
    data: { largest: maxEnteredLines, field },
  });

function sentList(body: Readonly<Values>, name: string): readonly unknown[] {
  const sent = body[name] ?? [];
  if (!Array.isArray(sent)) throw malformedParameter(name);
  if (sent.length > maxEnteredLines) throw tooManyLines(name);
  return sent;
}

function removedKeys(body: Readonly<Values>): readonly string[] {
  const sent = sentList(body, removedLinesMember);
  const keys = sent.map((key) => (typeof key === "string" && isId(key) ? key : undefined));
  if (keys.includes(undefined)) throw malformedParameter(removedLinesMember);
  return [...new Set(keys.filter((key) => key !== undefined))];
}

const bothLanguages = (issue: Issue): Text => [sentenceOf(issue, "zh"), sentenceOf(issue, "en")];

/** A refusal of a line, with its place in the body. The form shows issues at their cells; any other sentence says which line it is about. */
function ofLine(index: number, error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const { issues, data, target } = error.details;
  const at = (issue: Issue): Issue => {
    const { [earlierRow]: earlier, ...parameters } = issue.parameters;
    const overlap = typeof earlier === "number" ? { message: [`与第 ${earlier + 1} 行重叠`, `Overlaps row ${earlier + 1}`] as const } : {};
    return { ...issue, parameters, path: [linesMember, index, ...issue.path], message: bothLanguages(issue), ...overlap };
  };
  if (issues !== undefined) return new ApiError(error.status, error.code, error.text, { ...error.details, issues: issues.map(at) });
  const [zh, en] = error.text;
  return new ApiError(error.status, error.code, [`第 ${index + 1} 行：${zh}`, `Row ${index + 1}: ${en}`], {
    data: { ...data, row: index },
    ...(target === undefined ? {} : { target }),
  });
}

/** The issues of a refusal that is about fields only. */
const issuesOf = (error: unknown): readonly Issue[] | undefined =>
  error instanceof ApiError && error.code === "invalid" ? error.details.issues : undefined;

/** Work whose refusal of fields waits until everything was looked at, so that people see all of what is wrong at once. */
class Refusals {
  readonly #issues: Issue[] = [];

  async gather<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      const issues = issuesOf(error);
      if (issues === undefined) throw error;
      this.#issues.push(...issues);
      return undefined;
    }
  }

  throwAll(): void {
    if (this.#issues.length > 0) throw invalidFields(this.#issues);
  }
}

/** The lines as they are sent, each for the document with this id. */
function linesOf(lines: ResourceModel, sent: readonly unknown[], by: string, of: string): readonly Readonly<Values>[] {
  const bodies = sent.map((line) => {
    const body = bodyOf(line);
    // A line that is there belongs to its document, which nobody changes here (`ownLines`).
    const { [by]: _by, ...others } = body;
    return keyOf(lines, body) === undefined ? { ...others, [by]: of } : others;
  });
  const keys = bodies.map((body) => keyOf(lines, body));
  const twice = keys.findIndex((key, index) => key !== undefined && keys.indexOf(key) < index);
  if (twice !== -1) throw ofLine(twice, businessError("repeatedRow", ["与前面的行重复", "This record is in the list twice"]));
  return bodies;
}

interface OwnedLines {
  readonly resource: ResourceModel;
  readonly by: string;
  readonly of: string;
  readonly keys: readonly string[];
}

/** Those of some lines that are there and belong to a document. */
async function ownLines(tx: Transaction, tenantId: string, { resource, by, of, keys }: OwnedLines): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set();
  const statement = new ScopedStatement(tenantId);
  const [key, owner] = [columnOf(resource, resource.key), columnOf(resource, by)];
  const sql = statement.select({
    columns: `t.${quoted(key.column)}::text AS id`,
    resource,
    as: "t",
    where: [
      `t.${quoted(key.column)} = ANY(${statement.value(keys)}::${keyTypeOf(key.columnType)}[])`,
      `t.${quoted(owner.column)} = ${statement.value(of)}::${keyTypeOf(owner.columnType)}`,
    ],
  });
  return new Set((await tx.query(statement.of(sql))).rows.map((row) => String(row["id"])));
}

/** Refuses lines for a new document that gets its lines in another way. */
function requireEntered({ lines, label }: ResourceModel, row: PreparedRow, count: number): void {
  const condition = lines?.showWhen;
  if (condition === undefined || row.kind !== "insert" || count === 0 || meets(condition, row.submitted)) return;
  throw businessError("linesNotEntered", [
    `该${label[0]}的明细由系统带入，请保存后再修改明细`,
    `The lines of this ${label[1].toLowerCase()} come by themselves; save it first, then change them`,
  ]);
}

/** Writes a document and its lines, all of it or nothing; answers its id and the ids of the lines that were sent, in their order. */
export async function submitWithLines({ services, context, resource, body: sent, move, restored = [] }: SubmitWithLines): Promise<Values> {
  const { details } = resource;
  if (details === undefined || resource.lines === undefined) throw new Error(`"${resource.name}" has no lines of its form`);
  const lines = resourceIn(services.model, details.resource);
  const { [linesMember]: _lines, [removedLinesMember]: _removed, ...head } = bodyOf(sent);
  if (restored.length > 0) judgeRequest("call", { kind: "restore", services, context, resource: lines });
  const refusals = new Refusals();
  const submit: SubmitCall = { services, context, resource, body: head, ...(move === undefined ? {} : { move }) };
  const { writing, row } = await preparedSubmit(submit, (work) => refusals.gather(work));
  const within = { services, context: writing.context, resource: lines };
  // A head that is refused still has its lines looked at; they are never written.
  const bodies = linesOf(lines, sentList(bodyOf(sent), linesMember), details.by, row?.id ?? unwritten);
  const prepared: PreparedRow[] = [];
  for (const [index, body] of bodies.entries()) {
    const key = keyOf(lines, body);
    const prepare = (): Promise<PreparedRow> =>
      key === undefined ? preparedInsert({ ...within, body }) : preparedUpdate({ ...within, body }, key);
    const one = await refusals.gather(() => prepare().catch((error: unknown) => Promise.reject(ofLine(index, error))));
    if (one !== undefined) prepared.push(one);
  }
  const sentRemoved = removedKeys(bodyOf(sent));
  const ofDocument = { resource: lines, by: details.by, of: row?.id ?? unwritten };
  // A line that is gone already need not go.
  const { scope } = writing.context;
  const own =
    sentRemoved.length === 0
      ? undefined
      : await context.database.transaction(scope, (tx) => ownLines(tx, scope.tenantId, { ...ofDocument, keys: sentRemoved }));
  const removed = sentRemoved.filter((key) => own?.has(key));
  const remove = removed.length === 0 ? undefined : await preparedRemoval(within, removed);
  if (row?.kind !== "update") refusals.throwAll();
  if (row === undefined) throw new Error("a head that was not prepared was refused");
  requireEntered(resource, row, prepared.length);

  const writeHead = async (tx: Transaction, inside: CommitContext): Promise<string> => {
    const [id = row.id] = await writeSubmitted({ services, resource }, tx, inside, [row]).catch((error: unknown) =>
      Promise.reject(plainRefusal(error)),
    );
    return id;
  };
  const restoreLines = async (tx: Transaction, inside: CommitContext, of: string): Promise<void> => {
    if (restored.length === 0) return;
    const rows = await findRemoved(tx, inside, lines, restored);
    if (rows.length < restored.length || rows.some((line) => String(line[details.by]) !== of)) throw notInBin();
    await restoreTogether({ tx, services, context: inside, resource: lines }, rows);
  };
  const writeLines = async (tx: Transaction, inside: CommitContext, of: string): Promise<readonly string[]> => {
    // First, so that what they had can be given to others.
    const removal = await remove?.(tx, inside);
    const changed = prepared.flatMap((one) => (one.kind === "update" && !restored.includes(one.id) ? [one.id] : []));
    const there = await ownLines(tx, inside.scope.tenantId, { ...ofDocument, of, keys: changed });
    // A line of another document is as good as none.
    const missing = prepared.findIndex((one) => one.kind === "update" && !there.has(one.id) && !restored.includes(one.id));
    if (missing !== -1) throw ofLine(missing, rowNotFound());
    const places = [...prepared.keys()];
    const comes = (place: number) => restored.includes(prepared[place]?.id ?? "");
    const ids = new Map<number, string>();
    const writeAt = async (written: readonly number[]): Promise<void> => {
      if (written.length === 0) return;
      const rows = written.flatMap((place) => prepared[place] ?? []);
      const keys = await writeSubmitted({ services, resource: lines }, tx, inside, rows).catch((error: unknown) =>
        Promise.reject(
          error instanceof RowRefusal ? ofLine(written[error.place] ?? 0, translated(lines, services.model, error.refusal)) : error,
        ),
      );
      for (const [index, place] of written.entries()) ids.set(place, keys[index] ?? "");
    };
    // Lines that are there give way to those that come back to a document that has its values again, and may be changed then.
    await writeAt(places.filter((place) => !comes(place)));
    await restoreLines(tx, { ...inside, domain: services.domain }, of);
    await writeAt(places.filter(comes));
    await removal?.follow();
    return places.map((place) => ids.get(place) ?? "");
  };
  const write = async (tx: Transaction, inside: CommitContext): Promise<Values> => {
    // The values of a document that is there are looked at beside what is stored.
    const id = await refusals.gather(() => writeHead(tx, inside));
    refusals.throwAll();
    if (id === undefined) throw new Error("a head that was not written was refused");
    return { id, lines: await writeLines(tx, inside, id) };
  };
  try {
    return await writtenTogether(prepared.length + restored.length + 1, () => inTransaction(writing, write, (answer) => answer));
  } catch (error) {
    const ofHead = translated(resource, services.model, error);
    throw ofHead === error ? ofSomeLine(translated(lines, services.model, error), error) : ofHead;
  }
}

/** A refusal by the database, which does not say which line it is about: all of them. */
function ofSomeLine(said: unknown, error: unknown): unknown {
  const issues = said === error ? undefined : issuesOf(said);
  if (issues === undefined) return said;
  return invalidFields(issues.map((issue) => ({ ...issue, path: [linesMember], message: bothLanguages(issue) })));
}

/** Stands for the id of a document that is refused. */
const unwritten = "0";
