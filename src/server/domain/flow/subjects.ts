// What a process is about: a row of any resource whose definition has the transitions approve, reject and withdraw, and a field for the
// instance. Nothing here names a resource.
import { kindData, type FieldModel, type Model, type ResourceModel } from "#schema/model";
import type { CommitContext, Values } from "../../contract.ts";
import { changeRow, lockRows, resourceNamed } from "../../crud/write/server-rows.ts";
import type { Transaction } from "../../store/database.ts";
import type { Variables } from "#process/expressions";

export type BusinessOutcome = "approve" | "reject" | "withdraw";

const outcomes: readonly BusinessOutcome[] = ["approve", "reject", "withdraw"];

/** The row that a process is about. */
export interface Subject {
  readonly resource: string;
  readonly id: string;
}

/** Variables that every instance has. */
export const standardNames: readonly string[] = ["initiator", "deptId", "pass", "comment"];

function isSubject({ data, field }: ResourceModel): boolean {
  return field.has("processInstanceId") && outcomes.every((name) => data.events?.[name] !== undefined);
}

/** Fields of what processes are about. */
export function namedFields(model: Model): readonly { readonly resource: ResourceModel; readonly field: FieldModel }[] {
  return model.resources.filter(isSubject).flatMap((resource) => resource.fields.map((field) => ({ resource, field })));
}

/** Names that models may read: the standard ones, and the fields of what processes are about. */
export function knownNames(model: Model): ReadonlySet<string> {
  return new Set([...standardNames, ...namedFields(model).map(({ field }) => field.name)]);
}

/** The fields of a row as variables; decimals as the numbers that expressions compare. */
export function variablesOf(resource: ResourceModel, row: Readonly<Values>): Variables {
  return Object.fromEntries(
    resource.fields
      .filter(({ stored, traits }) => stored && !traits.isSecret)
      .map(({ name, traits }) => {
        const value = row[name] ?? null;
        return [name, traits.number === "decimal" && value !== null ? Number(value) : value];
      }),
  );
}

/** Moves the row as its definition says of the outcome; one that has left its state, or was removed, stays as it is. */
export async function moveSubject(context: CommitContext, tx: Transaction, subject: Subject, outcome: BusinessOutcome): Promise<void> {
  const resource = resourceNamed(context, subject.resource);
  const { stateField } = resource;
  const event = resource.data.events?.[outcome];
  const to = event?.to;
  if (stateField === undefined || event === undefined || typeof to !== "string") return;
  const states = kindData(stateField.data).states ?? {};
  const [row] = await lockRows<string>(context, tx, subject.resource, [subject.id]);
  const from = [event.from ?? []].flat().flatMap((name) => states[name]?.[0] ?? []);
  if (row === undefined || !from.includes(Number(row[stateField.name]))) return;
  await changeRow<string>(context, tx, subject.resource, { id: subject.id, values: { [stateField.name]: states[to]?.[0] } });
}
