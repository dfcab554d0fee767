// What a process is about: a row of any resource whose definition declares an approval. Nothing here names a resource.
import { approvalWays, stateValue } from "#schema/approval";
import type { FieldModel, Model, ResourceModel } from "#schema/model";
import type { CommitContext, Values } from "../../contract.ts";
import { lockReferred } from "../../crud/guards/lock-first.ts";
import { isWaiting } from "../../crud/write/ask-approval.ts";
import { carryOut } from "../../crud/write/carry-out.ts";
import { changeRow, lockRows, resourceNamed } from "../../crud/write/server-rows.ts";
import type { Transaction } from "../../store/database.ts";
import type { Variables } from "#process/expressions";

export type BusinessOutcome = "approve" | "reject" | "withdraw";

/** The row that a process is about. */
export interface Subject {
  readonly resource: string;
  readonly id: string;
}

/** Variables that every instance has. */
export const standardNames: readonly string[] = ["initiator", "deptId", "pass", "comment"];

/** Fields of what processes are about, as far as their models may read them. */
export function namedFields(model: Model): readonly { readonly resource: ResourceModel; readonly field: FieldModel }[] {
  return model.resources
    .filter(({ data }) => data.approval !== undefined)
    .flatMap((resource) => variableFields(resource).map((field) => ({ resource, field })));
}

/** Names that models may read: the standard ones, and the fields of what processes are about. */
export function knownNames(model: Model): ReadonlySet<string> {
  return new Set([...standardNames, ...namedFields(model).map(({ field }) => field.name)]);
}

function variableFields({ data, fields }: ResourceModel): readonly FieldModel[] {
  const names = data.approval?.variables;
  return fields.filter(({ stored, traits, name }) => stored && !traits.isSecret && (names?.includes(name) ?? true));
}

/** The fields of a row as variables; decimals as the numbers that expressions compare. */
export function variablesOf(resource: ResourceModel, row: Readonly<Values>): Variables {
  return Object.fromEntries(
    variableFields(resource).map(({ name }) => {
      const value = row[name] ?? null;
      return [name, resource.field.get(name)?.traits.number === "decimal" && value !== null ? Number(value) : value];
    }),
  );
}

/** Moves the row as its definition says of the outcome; one that waits no more, or was removed, stays as it is. */
export async function moveSubject(context: CommitContext, tx: Transaction, subject: Subject, outcome: BusinessOutcome): Promise<void> {
  const resource = resourceNamed(context, subject.resource);
  const { stateField, data } = resource;
  const ways = approvalWays(data);
  if (ways === undefined || stateField === undefined) return;
  await lockReferred(context, tx, resource, [subject.id]);
  const [row]: readonly Values[] = await lockRows<string>(context, tx, subject.resource, [subject.id]);
  if (row === undefined || !isWaiting(resource, row)) return;
  if (outcome === "approve" && data.approval?.of !== undefined) {
    await carryOut(tx, context, resource, row);
    return;
  }
  const to = { approve: ways.approved, reject: ways.rejected, withdraw: ways.withdrawn }[outcome];
  await changeRow<string>(context, tx, subject.resource, { id: subject.id, values: { [stateField.name]: stateValue(data, to) } });
}
