// What a process is about: a row of any resource whose definition declares an approval. Nothing here names a resource.
import { approvalWays, stateValue } from "#schema/approval";
import type { FieldModel, Model, ResourceModel } from "#schema/model";
import type { CommitContext, Values } from "../../contract.ts";
import { lockReferred } from "../../crud/guards/lock-first.ts";
import { isWaiting } from "../../crud/guards/waiting.ts";
import { carryOut } from "../../crud/write/carry-out.ts";
import { changeRow, lockRows, resourceNamed } from "../../crud/write/server-rows.ts";
import type { Transaction } from "../../store/database.ts";
import type { DeclaredVariables } from "#process/deployable";
import type { ValueType, Variables } from "#process/expressions";

export type BusinessOutcome = "approve" | "reject" | "withdraw";

/** The row that a process is about. */
interface Subject {
  readonly resource: string;
  readonly id: string;
}

/** Variables that every instance has. */
export const standardNames: readonly string[] = ["initiator", "deptId", "pass", "comment"];

const standardTypes: readonly (readonly [string, ValueType])[] = [
  ["initiator", "text"],
  ["deptId", "text"],
  ["comment", "text"],
];

/** Fields of what processes are about, as far as their models may read them. */
export function namedFields(model: Model): readonly { readonly resource: ResourceModel; readonly field: FieldModel }[] {
  return model.resources
    .filter(({ data }) => data.approval !== undefined)
    .flatMap((resource) => variableFields(resource).map((field) => ({ resource, field })));
}

/** What a variable of a field is in expressions, where that is sure. */
export function valueType({ traits, wire }: FieldModel): ValueType | undefined {
  if (traits.number !== undefined || wire === "number") return "number";
  return wire === "text" || wire === "id" || wire === "time" ? "text" : undefined;
}

/**
 * What models of a category may read: the standard names, and the fields of the records that its processes decide about. All fields, where no
 * definition names the category: such a process is called by others.
 */
export function variablesFor(model: Model, category?: string): DeclaredVariables {
  const all = namedFields(model);
  const own = all.filter(({ resource }) => resource.data.approval?.category === category);
  const fields = (own.length === 0 ? all : own).map(({ field }) => field);
  const types = new Map<string, ValueType>(standardTypes);
  for (const name of new Set(fields.map((field) => field.name)))
    if (!standardNames.includes(name)) {
      const [type, ...others] = new Set(fields.filter((field) => field.name === name).map(valueType));
      if (type !== undefined && others.length === 0) types.set(name, type);
    }
  return { names: new Set([...standardNames, ...fields.map(({ name }) => name)]), types };
}

/** Names that models may read: the standard ones, and the fields of what processes are about. */
export function variableNames(model: Model): ReadonlySet<string> {
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
