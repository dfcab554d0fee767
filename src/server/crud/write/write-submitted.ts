// Writes rows that were submitted, with the hooks of their resource and the approval that saving may need.
import type { ResourceModel } from "#schema/model";
import type { CommitContext, SubmitPhases } from "../../contract.ts";
import type { Transaction } from "../../store/database.ts";
import type { GuardedWrite } from "../guards/guard.ts";
import { atPlaces } from "../guards/judge.ts";
import { ofRow, plainRefusal, RowRefusal } from "../guards/row-set.ts";
import { isWaiting } from "../guards/waiting.ts";
import type { Services } from "../services.ts";
import { sentForApprovalBySaving, wait } from "./ask-approval.ts";
import { writeJobs } from "./jobs.ts";
import type { PreparedRow } from "./prepared-rows.ts";
import { submittedRows, type SubmittedRow } from "./submitted-rows.ts";
import { writeRows } from "./write-rows.ts";

interface SetOf {
  readonly services: Services;
  readonly resource: ResourceModel;
}

/**
 * Whether rows may be written together: the place of a row in its tree depends on where those before it went, and hooks that are written for one
 * row see what those before it have left.
 */
export function areTogether(resource: ResourceModel, hooks: SubmitPhases | undefined): boolean {
  if (resource.tree !== undefined || hooks?.findExisting !== undefined) return false;
  return (hooks?.beforeChange === undefined && hooks?.afterChange === undefined) || hooks.together !== undefined;
}

/**
 * Rows that are written one after the other, in that order. Those that are there come first: what follows from a new one may change them, who are
 * judged by what was read. In a tree each comes after the row that it is to stand below, as they were given.
 */
export const inWritingOrder = <Row>(
  { tree }: ResourceModel,
  rows: readonly Row[],
  kindOf: (row: Row) => PreparedRow["kind"],
): readonly Row[] =>
  tree !== undefined ? rows : rows.toSorted((one, other) => Number(kindOf(one) === "insert") - Number(kindOf(other) === "insert"));

/**
 * Writes rows; answers their ids, in their order. All of them are judged by as many statements as one, inserted by one statement and updated in
 * one round trip. Of unique values, ranges and combinations each may take what those before it have left; everything else is judged by what was
 * stored before the set. A refusal says of which row it is (`RowRefusal`), but for what the database itself refuses of several.
 */
export async function writeSubmitted(
  { services, resource }: SetOf,
  tx: Transaction,
  within: CommitContext,
  rows: readonly PreparedRow[],
): Promise<readonly string[]> {
  const { domain, imageSources } = services;
  const hooks = domain.hooks[resource.name]?.submit;
  if (rows.length > 1 && !areTogether(resource, hooks)) {
    const ids: string[] = [];
    for (const [place, row] of inWritingOrder(resource, [...rows.entries()], ([, { kind }]) => kind)) {
      const [id = row.id] = await writeSubmitted({ services, resource }, tx, within, [row]).catch((error: unknown) =>
        Promise.reject(new RowRefusal(place, plainRefusal(error))),
      );
      ids[place] = id;
    }
    return ids;
  }
  const context: CommitContext = { ...within, domain };
  const write: GuardedWrite = { tx, context, resource, imageSources };
  const submitted = await submittedRows(services, write, rows);
  const ids = submitted.map(({ id }) => id);
  await writeRows(write, submitted, {
    async beforeChange(drafts) {
      const written: SubmittedRow[] = [];
      for (const [index, draft] of drafts.entries()) {
        const existing = draft.isNew ? await hooks?.findExisting?.(tx, context, { values: draft.values }) : undefined;
        if (existing === undefined) written.push(draft);
        else ids[index] = existing;
      }
      for (const draft of written) await ofRow(draft.place, () => askApproval(services, write, draft));
      await beforeChanges(write, written);
      return written;
    },
    afterChange: (written) => afterChanges(services, write, written),
  });
  for (const [index, { place, action, move, id }] of submitted.entries())
    if (action !== undefined) await ofRow(place, () => move?.(tx, context, action, ids[index] ?? id));
  return ids;
}

/** Finds whether somebody decides about a row first: then it waits, and its hooks run when that is done. */
async function askApproval({ domain }: Services, { tx, context, resource }: GuardedWrite, draft: SubmittedRow): Promise<void> {
  const { values, current } = draft;
  draft.definitionId = await sentForApprovalBySaving(domain.approvals, tx, context, { resource, row: { ...current, ...values } });
  if (draft.definitionId !== undefined) wait(resource, values);
  const waits = current !== undefined && resource.data.approval?.of === "submit" && isWaiting(resource, current);
  if (draft.definitionId === undefined && !waits) draft.hooks = domain.hooks[resource.name]?.submit;
}

/** Hooks before rows are written; in their order, where they look at one after the other. */
async function beforeChanges({ tx, context }: GuardedWrite, drafts: readonly SubmittedRow[]): Promise<void> {
  const concerned = drafts.filter(({ hooks }) => hooks !== undefined);
  const together = concerned[0]?.hooks?.together;
  if (together !== undefined) return atPlaces(concerned, () => together.beforeChanges(tx, context, concerned));
  for (const draft of concerned) await ofRow(draft.place, () => draft.hooks?.beforeChange?.(tx, context, draft));
}

/** What follows from rows that are written. */
async function afterChanges({ domain }: Services, { tx, context, resource }: GuardedWrite, drafts: readonly SubmittedRow[]): Promise<void> {
  for (const { place, id, definitionId, prepared } of drafts)
    if (definitionId !== undefined)
      await ofRow(place, async () =>
        domain.approvals?.start(tx, { ...context, preparedDecision: prepared }, { resource, id, definitionId }),
      );
  const concerned = drafts.filter(({ hooks }) => hooks !== undefined);
  const together = concerned[0]?.hooks?.together;
  if (together !== undefined) await atPlaces(concerned, () => together.afterChanges(tx, context, concerned));
  else for (const draft of concerned) await ofRow(draft.place, () => draft.hooks?.afterChange?.(tx, context, draft));
  await writeJobs(
    tx,
    context,
    concerned.flatMap((draft) => draft.hooks?.enqueue?.(context, draft) ?? []),
  );
}
