// Rows that somebody decides about before they move on (`approval` of their definition): whether one does, and what waiting means.
import { approvalWays, stateValue } from "#schema/approval";
import type { ResourceModel } from "#schema/model";
import { meets } from "#schema/text";
import type { Approvals, CommitContext, Values } from "../../contract.ts";
import type { Transaction } from "../../store/database.ts";
import { comparable } from "../sql/stored-row.ts";

interface ApprovalSubject {
  readonly resource: ResourceModel;
  /** As it would be. */
  readonly row: Readonly<Values>;
}

/** The definition of the process that decides about a row; undefined where nobody does. */
export async function approvalProcess(
  approvals: Approvals | undefined,
  tx: Transaction,
  context: CommitContext,
  { resource, row }: ApprovalSubject,
): Promise<string | undefined> {
  const { approval } = resource.data;
  if (approval === undefined || approvals === undefined) return undefined;
  if (approval.when !== undefined && !meets(approval.when, comparable(resource, row), context.now())) return undefined;
  return approvals.processFor(tx, context, resource);
}

/** The same of saving a row, where that is decided about in its state. */
export async function sentForApprovalBySaving(
  approvals: Approvals | undefined,
  tx: Transaction,
  context: CommitContext,
  about: ApprovalSubject,
): Promise<string | undefined> {
  const { data, stateField } = about.resource;
  if (data.approval?.of !== "submit" || stateField === undefined) return undefined;
  const from = approvalWays(data)?.from.map((state) => stateValue(data, state)) ?? [];
  return from.includes(Number(about.row[stateField.name])) ? approvalProcess(approvals, tx, context, about) : undefined;
}

/** Has a row wait. */
export function wait({ data, stateField }: ResourceModel, values: Values): void {
  if (stateField !== undefined) values[stateField.name] = stateValue(data, data.approval?.pending);
}
