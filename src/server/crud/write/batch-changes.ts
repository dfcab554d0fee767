// What a call changes in each of several rows: values that are the same for all of them, or follow from each row's own.
import { Decimal } from "decimal.js";
import { batchEditedFields, isCalculated } from "#schema/batch-edit";
import { isBatchOperation, isCalculation, type BatchOperation } from "#schema/batch-operations";
import { isRecord } from "#schema/json";
import type { FieldModel, ResourceModel } from "#schema/model";
import type { Text } from "#schema/text";
import { checkValue, normalise, type Issue } from "#schema/validation";
import type { RequestContext, Values } from "../../contract.ts";
import { businessError, malformedParameter, missingParameter } from "../../http/errors.ts";
import { isMasked, isReadable, readableFieldsOf } from "../sql/readable-fields.ts";
import type { RowProblem } from "./row-problems.ts";

/** One field of all rows. */
interface BatchChange {
  readonly field: FieldModel;
  readonly operation: BatchOperation;
  /** Of `set` as forms send it; of a calculation what is added, or the percentage. */
  readonly value: unknown;
  /** The decimals that a calculated value ends with: 0.9 makes 12.9 of 13.2. */
  readonly ending: Decimal | undefined;
}

const isNumber = (value: unknown): value is string | number =>
  (typeof value === "number" && Number.isFinite(value)) || (typeof value === "string" && /^-?\d{1,15}(\.\d{1,10})?$/u.test(value));

function endingOf(sent: unknown, field: FieldModel): Decimal | undefined {
  if (sent === undefined || sent === null || sent === "") return undefined;
  if (!isNumber(sent)) throw malformedParameter("ending");
  const ending = new Decimal(sent);
  if (ending.lt(0) || ending.gte(1) || ending.decimalPlaces() > scaleOf(field)) throw malformedParameter("ending");
  return ending;
}

/** Decimals of a number field. */
const scaleOf = ({ data, traits }: FieldModel): number =>
  traits.number === "decimal" ? ("scale" in data && typeof data.scale === "number" ? data.scale : (traits.scale ?? 0)) : 0;

/** What somebody cannot read they cannot know to change. */
const notReadable = ({ label: [zh, en] }: FieldModel) =>
  businessError("fieldNotReadable", [
    `您没有查看“${zh}”的权限，不能批量修改`,
    `You may not read “${en}”, so you cannot change it in several records`,
  ]);

function changeOf(resource: ResourceModel, fields: readonly FieldModel[], sent: unknown): BatchChange {
  if (!isRecord(sent)) throw malformedParameter("changes");
  const { field: name, operation, value, ending } = sent;
  const field = batchEditedFields(resource).find((one) => one.name === name);
  if (field === undefined) throw malformedParameter("field");
  if (!fields.includes(field)) throw notReadable(field);
  if (!isBatchOperation(operation)) throw malformedParameter("operation");
  if (!isCalculation(operation)) return { field, operation, value, ending: undefined };
  if (!isCalculated(field)) throw malformedParameter("operation");
  if (!isNumber(value)) throw malformedParameter("value");
  return { field, operation, value, ending: endingOf(ending, field) };
}

/** The fields that a caller may change in several rows: what they cannot read whole they cannot know to change. */
export function batchFieldsFor(context: RequestContext, resource: ResourceModel): readonly FieldModel[] {
  const readable = readableFieldsOf(context, resource);
  return batchEditedFields(resource).filter(
    (field) =>
      isReadable(readable, field.name) &&
      !isMasked(readable, field) &&
      (field.data.administratorOnly !== true || context.caller.isAdministrator),
  );
}

/** The changes that a call names, each field once. */
export function changesOf(context: RequestContext, resource: ResourceModel, sent: unknown): readonly BatchChange[] {
  if (sent === undefined || (Array.isArray(sent) && sent.length === 0)) throw missingParameter("changes");
  if (!Array.isArray(sent)) throw malformedParameter("changes");
  const fields = batchFieldsFor(context, resource);
  const changes = sent.map((one: unknown) => changeOf(resource, fields, one));
  if (new Set(changes.map(({ field }) => field)).size < changes.length) throw malformedParameter("changes");
  return changes;
}

const isEmptyHere: Text = ["原值为空，无法计算", "There is no value to calculate from"];

/** The value that a calculation makes of a row's own. */
function calculated({ field, operation, value, ending }: BatchChange, stored: string | number): string | number {
  const [own, by] = [new Decimal(stored), new Decimal(isNumber(value) ? value : 0)];
  const exact = operation === "add" ? own.plus(by) : own.times(by.plus(100)).div(100);
  const made = ending === undefined ? exact : exact.minus(ending).toDecimalPlaces(0, Decimal.ROUND_HALF_UP).plus(ending);
  const rounded = made.toDecimalPlaces(scaleOf(field), Decimal.ROUND_HALF_UP);
  // On the wire -1 means none, but for fields that admit it.
  if (rounded.eq(-1) && !field.admitsMinusOne) return "-1.0";
  return field.traits.number === "whole" ? rounded.toNumber() : rounded.toFixed();
}

/** Whether a value is the stored one. */
function isStored(field: FieldModel, value: unknown, stored: unknown): boolean {
  const sent = normalise(field, value) ?? null;
  if (isCalculated(field) && isNumber(sent) && isNumber(stored)) return new Decimal(sent).eq(stored);
  return JSON.stringify(sent) === JSON.stringify(stored ?? null);
}

/** What changes in a row: its new values as a submit takes them, and what cannot be made. */
export function valuesFor(
  changes: readonly BatchChange[],
  stored: Readonly<Values>,
): { readonly body: Values; readonly problems: readonly RowProblem[] } {
  const body: Values = {};
  const problems: RowProblem[] = [];
  for (const change of changes) {
    const { field, operation } = change;
    const own = stored[field.name] ?? null;
    let value: unknown = operation === "set" ? change.value : "";
    if (isCalculation(operation)) {
      if (!isNumber(own)) {
        problems.push({ field: field.name, message: isEmptyHere });
        continue;
      }
      value = calculated(change, own);
    }
    if (isStored(field, value, own)) continue;
    body[field.name] = value;
  }
  return { body, problems };
}

/** What is no value of its field at all, whatever row it is for. */
export const issuesOf = (changes: readonly BatchChange[]): readonly Issue[] =>
  changes.flatMap(({ field, operation, value }) => {
    const sent = operation === "set" ? (normalise(field, value) ?? null) : null;
    return sent === null ? [] : checkValue(field, sent);
  });
