// What a submit sends and may not change: fields of the server and of others, those that are fixed once created, and those that can be changed
// only while their row meets a condition (`changeableWhen`): the receiver of an order that has not left yet.
import { isDeepStrictEqual } from "node:util";
import { compareDecimals, isDecimalText } from "#schema/decimals";
import { isRecord } from "#schema/json";
import { cachedBy } from "#schema/cached-by";
import { kindOf } from "#schema/kinds";
import { asOf } from "#schema/expiry";
import { labelOf, type BaseColumn, type FieldModel, type ResourceModel } from "#schema/model";
import { isEmptyValue, languages, meets, textOfValue, type Language, type Text } from "#schema/text";
import { normalise, received, type Issue } from "#schema/validation";
import { fromWire, toWire } from "#schema/wire";
import type { CommitContext, Values } from "../../contract.ts";
import { columnOf, columnsOf, type StoredColumn } from "../../store/columns.ts";
import type { Transaction } from "../../store/database.ts";
import { quoted } from "../../store/names.ts";
import { expressionsOf } from "../sql/labels.ts";
import { hiddenFieldMessage, isMasked, isReadable } from "../sql/readable-fields.ts";
import { keyTypeOf, ScopedStatement } from "../sql/scoped.ts";
import { comparable } from "../sql/stored-row.ts";
import type { GuardedRow, SentChanges } from "./guard.ts";
import { versionIn } from "./staleness.ts";
import { stateSentence } from "./state-sentence.ts";

/** Whether a value is another one: 5 and 5.00 are the same. What was sent for a number may be anything. */
function differs({ traits }: FieldModel, value: unknown, stored: unknown): boolean {
  const [one, other] = [textOfValue(value ?? ""), textOfValue(stored ?? "")];
  if (traits.number === undefined) return one !== other;
  if (typeof value === "object" && value !== null) return true;
  return isDecimalText(one) && isDecimalText(other) ? compareDecimals(one, other) !== 0 : one !== other;
}

/** What other guards judge, and who changed the row last: without a version the last write wins, also of a row that was read before others'. */
const judgedElsewhere: ReadonlySet<string> = new Set(["id", "version", "updateUser"] satisfies BaseColumn[]);

/** What no work of the server changes any more once a row is there: whoever read the row, in whatever version, read this value. */
const settled: ReadonlySet<string> = new Set(["tenantId", "createUser", "createDept", "createTime", "isDeleted"] satisfies BaseColumn[]);

type Reason = (label: Text) => Text;

const ofServer: Reason = ([zh, en]) => [
  `“${zh}”由系统填写，不能修改；如未改动，请重新打开后再保存`,
  `“${en}” is filled in by the system and cannot be changed. If you have not changed it, open the record again`,
];
const ofCreation: Reason = ([zh, en]) => [`“${zh}”创建后不能修改`, `“${en}” cannot be changed once the record is created`];
const ofPlatform: Reason = ([zh, en]) => [`只有平台管理员可以修改“${zh}”`, `Only the administrator of the platform can change “${en}”`];

/** Why a field cannot be changed by saving; undefined where it can. The state has sentences of its own (`sent-state.ts`). */
function reasonOf({ stateField }: ResourceModel, field: FieldModel): Reason | undefined {
  if (judgedElsewhere.has(field.name) || (field.readonly && field.name === stateField?.name)) return undefined;
  if (field.readonly) return ofServer;
  if (field.createOnly) return ofCreation;
  return field.data.administratorOnly === true ? ofPlatform : undefined;
}

const neverChanged = cachedBy((resource: ResourceModel) =>
  resource.fields.flatMap((field) => {
    const reason = reasonOf(resource, field);
    // What is worked out while a row is read may be another value by now; it is nobody's to change.
    return reason === undefined || (!field.stored && field.readonly) ? [] : [{ field, reason }];
  }),
);

/** Whose write it is, of what. */
interface Changing {
  readonly context: CommitContext;
  readonly resource: ResourceModel;
}

/** A row that is there, and what was sent to change it. */
interface ChangedRow extends Changing, SentChanges {
  readonly current: Readonly<Values>;
}

/** The row as it is answered in a language, which is how it comes back. */
function answered({ context, resource, current }: ChangedRow, language: Language): Readonly<Values> {
  const now = context.now();
  const columns = [...columnsOf(resource).values()];
  const shownValue = ({ name, field }: StoredColumn): unknown => {
    const localized = field === undefined ? undefined : kindOf(field.data).localized;
    return localized === undefined ? current[name] : localized(current[name], language);
  };
  const wire = Object.fromEntries(columns.map((column) => [column.name, toWire(column.wire, shownValue(column))]));
  const row = asOf(resource, wire, now);
  return context.domain?.hooks[resource.name]?.afterRead?.(row, now, language) ?? row;
}

/** The row as it is answered in each language. Few edits ask: what was sent is mostly what is stored, in the same spelling. */
function answersOf(row: ChangedRow): () => readonly Readonly<Values>[] {
  let answers: readonly Readonly<Values>[] | undefined;
  return () => (answers ??= languages.map((language) => answered(row, language)));
}

/**
 * The values of fields that have no column and are not worked out anew with every read (rows of another resource that came with this one), of
 * which rows of a resource sent something, row by row.
 */
async function workedOut(rows: readonly ChangedRow[], tx: Transaction): Promise<readonly Readonly<Values>[]> {
  const [first] = rows;
  if (first === undefined) return [];
  const { resource } = first;
  const sent = rows.map(
    ({ body }) =>
      new Set(neverChanged(resource).flatMap(({ field }) => (field.stored || isEmptyValue(body[field.name]) ? [] : [field.name]))),
  );
  const names = new Set(sent.flatMap((ofRow) => [...ofRow]));
  if (names.size === 0) return rows.map(() => ({}));
  const statement = new ScopedStatement(first.context.scope.tenantId);
  const expressions = expressionsOf({ resource, tenant: statement.tenantFor(resource) }).filter(({ key }) => names.has(key));
  if (expressions.length === 0) return rows.map(() => ({}));
  const { column, columnType } = columnOf(resource, resource.key);
  const key = `t.${quoted(column)}`;
  const sql = statement.select({
    // Their places name them: a column of the table may be called anything.
    columns: [`${key}::text AS key`, ...expressions.map((expression, at) => `${expression.sql} AS v${at}`)].join(", "),
    resource,
    as: "t",
    where: [`${key} = ANY(${statement.value(rows.map(({ current }) => String(current[resource.key])))}::${keyTypeOf(columnType)}[])`],
  });
  const stored = await tx.query(statement.of(sql));
  const byKey = new Map(stored.rows.map((row) => [String(row["key"]), row]));
  return rows.map(({ current }, place) => {
    const row = byKey.get(String(current[resource.key]));
    if (row === undefined) return {};
    return Object.fromEntries(expressions.flatMap(({ key: name }, at) => (sent[place]?.has(name) === true ? [[name, row[`v${at}`]]] : [])));
  });
}

/** Whether rows that were sent say of each stored row only what it says itself. */
function areSameRows(field: FieldModel, sent: unknown, stored: unknown): boolean {
  if (!Array.isArray(sent) || !Array.isArray(stored) || sent.length !== stored.length) return false;
  return sent.every((row: unknown, index) => {
    const other: unknown = stored[index];
    if (!isRecord(row) || !isRecord(other)) return false;
    return field.fields.every((cell) => row[cell.name] === undefined || !differs(cell, row[cell.name], other[cell.name]));
  });
}

/** Whether a value that was sent is the one that the row has, in whatever spelling: numbers as text, sentinels, signed links. */
function isSame(field: FieldModel, sent: unknown, stored: unknown): boolean {
  const [one, other] = [normalise(field, sent), normalise(field, stored)];
  if (isEmptyValue(one) && isEmptyValue(other)) return true;
  if (field.traits.holdsRows) return areSameRows(field, one, other);
  return isDeepStrictEqual(one, other) || ((typeof one !== "object" || typeof other !== "object") && !differs(field, one, other));
}

/** The issues of values that no submit changes, where another one was sent than the row has; row by row, of rows of one resource. */
export async function fixedValuesAmong(
  tx: Transaction,
  changing: Changing,
  rows: readonly Pick<GuardedRow, "changes" | "current">[],
): Promise<readonly (readonly Issue[])[]> {
  const changed = rows.map(({ changes, current }) => {
    if (changes === undefined || current === undefined) throw new Error("only a row that is there has fixed values");
    return { ...changing, ...changes, current };
  });
  const ofOthers = await workedOut(changed, tx);
  return changed.map((row, place) => fixedValueIssues(row, ofOthers[place] ?? {}));
}

/** Whether a value may be the time of an earlier change, which a row that was read before it comes back with. */
function isEarlierChange(name: string, sent: unknown, { createTime, updateTime }: Readonly<Values>): boolean {
  const [value, from, to] = [sent, createTime, updateTime].map((moment) => textOfValue(moment ?? ""));
  return name === ("updateTime" satisfies BaseColumn) && value !== undefined && value >= (from ?? "") && value <= (to ?? "");
}

/** Columns that every table has and this definition does not name. */
const unnamedColumns = cachedBy((resource: ResourceModel) =>
  [...columnsOf(resource).values()].filter(({ field, name }) => field === undefined && !judgedElsewhere.has(name)),
);

/** The issues of other values for columns that every table has, by the same rules as those of fields that the server fills in. */
function unnamedIssues(row: ChangedRow, answers: () => readonly Readonly<Values>[]): readonly Issue[] {
  const { resource, body, current, readable } = row;
  const isRead = versionIn(body) !== undefined;
  return unnamedColumns(resource).flatMap(({ name, wire }): readonly Issue[] => {
    const sent = fromWire(wire, body[name]);
    if (isEmptyValue(sent) || (isRead && !settled.has(name)) || isEarlierChange(name, sent, current)) return [];
    if (isReadable(readable, name)) {
      const isSent = (value: unknown) => textOfValue(sent) === textOfValue(fromWire(wire, value) ?? "");
      if (isSent(toWire(wire, current[name])) || answers().some((answer) => isSent(answer[name]))) return [];
    }
    const label = labelOf(resource, name);
    return [
      {
        code: "notAllowed",
        path: [name],
        parameters: {},
        label,
        message: isReadable(readable, name) ? ofServer(label) : hiddenFieldMessage,
      },
    ];
  });
}

function fixedValueIssues(row: ChangedRow, ofOthers: Readonly<Values>): readonly Issue[] {
  const { context, resource, body, current, readable } = row;
  const { isAdministrator } = context.caller;
  // What the server counts on a row raises no version: who read this version may have read a figure that has moved on since.
  const isRead = resource.hasBaseColumns && versionIn(body) !== undefined;
  const answers = answersOf(row);
  const ofFields = neverChanged(resource).flatMap(({ field, reason }): readonly Issue[] => {
    const { name, label } = field;
    const sent = body[name];
    if (sent === undefined || sent === null) return [];
    // Nobody empties what the server fills in; forms that do not know it send nothing.
    if (field.readonly && ((isRead && !settled.has(name)) || isEmptyValue(received(field, sent)))) return [];
    if (isEarlierChange(name, sent, current) || (isAdministrator && !field.readonly && !field.createOnly)) return [];
    // Who does not see a value must not learn it from what is refused: anything but nothing is another value.
    const isExisting =
      isReadable(readable, name) && !isMasked(readable, field) && !field.traits.isSecret && (field.stored || Object.hasOwn(ofOthers, name));
    if (!isExisting && isEmptyValue(received(field, sent))) return [];
    if (isExisting && isSame(field, sent, field.stored ? toWire(field, current[name]) : ofOthers[name])) return [];
    // It may have been read in another language than it is sent in.
    if (isExisting && answers().some((answer) => isSame(field, sent, answer[name]))) return [];
    // What follows from other values may have been worked out by the client as well.
    if (isExisting && Object.hasOwn(row.written, name) && isSame(field, sent, toWire(field, row.written[name]))) return [];
    return [
      { code: "notAllowed", path: [name], parameters: {}, label, message: isReadable(readable, name) ? reason(label) : hiddenFieldMessage },
    ];
  });
  return [...ofFields, ...unnamedIssues(row, answers)];
}

const sometimesFixed = cachedBy((resource: ResourceModel) => resource.fields.filter(({ data }) => data.changeableWhen !== undefined));

/** The issues of values that the stored row does not let anybody change. Rows sent back as they were read have none. */
export function unchangeableIssues(
  resource: ResourceModel,
  values: Readonly<Values>,
  current: Readonly<Values>,
  now: string,
): readonly Issue[] {
  const fields = sometimesFixed(resource);
  if (fields.length === 0) return [];
  const stored = comparable(resource, current);
  return fields.flatMap((field): readonly Issue[] => {
    const { changeableWhen } = field.data;
    if (changeableWhen === undefined || !(field.name in values) || meets(changeableWhen, stored, now)) return [];
    if (!differs(field, values[field.name], current[field.name])) return [];
    const [zh, en] = stateSentence(resource, current);
    return [
      {
        code: "notAllowed",
        path: [field.name],
        parameters: {},
        label: field.label,
        message: [`${resource.label[0]}${zh}，不能修改`, `It can no longer be changed${en}`],
      },
    ];
  });
}

/** Changes of fields that the step of a process does not let its person change. */
export function fixedIssues(
  resource: ResourceModel,
  values: Readonly<Values>,
  current: Readonly<Values>,
  allowed: readonly string[],
): readonly Issue[] {
  return resource.fields
    .filter((field) => field.name in values && !allowed.includes(field.name) && differs(field, values[field.name], current[field.name]))
    .map((field) => ({
      code: "notAllowed",
      path: [field.name],
      parameters: {},
      label: field.label,
      message: ["审批中，此步骤不能修改该项", "The row is being approved, and this step cannot change the field"],
    }));
}
