// POST <path>/import-undo: an import is taken back as a whole, as long as nothing has changed its rows since: in one transaction, or batch by
// batch where its rows are many.
import { maxRowsTogether } from "#schema/import-modes";
import { maxLoggedRows } from "../audit/row-history.ts";
import type { Values } from "../contract.ts";
import { translated } from "../crud/guards/duplicates.ts";
import type { ImportCall } from "../crud/imports.ts";
import { judgeRequest } from "../crud/guards/judge.ts";
import { plainRefusal } from "../crud/guards/row-set.ts";
import { isKey } from "../crud/sql/keys.ts";
import { inTransaction } from "../crud/write/write-scope.ts";
import { businessError, malformedParameter, missingParameter } from "../http/errors.ts";
import type { JobAnswer } from "../http/job-answer.ts";
import { beginUndo } from "./job/begin.ts";
import { isUnfinishedImport } from "./job/unfinished.ts";
import { changedSince, changesOf, countChanges, importOf, preparedUndo, readingOf } from "./undo-changes.ts";

const tooLargeToUndo = () =>
  businessError("tooLargeToUndo", [
    "这次导入连带变更的数据过多，历史中没有全部保留，不能整体撤销",
    "The import has changed more records than the history keeps of one write, so it cannot be undone as a whole",
  ]);

const stillImporting = () =>
  businessError("importIsUnfinished", [
    "导入尚未结束，请等待完成或先停止，再撤销",
    "The import has not ended yet: wait for it, or stop it, before you undo it",
  ]);

/** Refuses whoever may neither change nor remove rows; which of both is needed depends on what the import has done. */
function requireSomeRight({ services, context, resource }: ImportCall): void {
  const refusals = (["update", "remove"] as const).flatMap((kind) => {
    try {
      judgeRequest("call", { kind, services, context, resource });
      return [];
    } catch (error) {
      return [error];
    }
  });
  if (refusals.length === 2) throw refusals[0];
}

/** Takes an import back; answers how many rows went, and how many have their former values. */
export async function undoImport(call: ImportCall): Promise<Values | JobAnswer> {
  const { services, context, resource, parameters } = call;
  requireSomeRight(call);
  const key = parameters["row"] ?? "";
  if (key === "") throw missingParameter("row");
  if (!isKey(resource, key)) throw malformedParameter("row");
  const written = await importOf(context, resource, key);
  if (await isUnfinishedImport(context, written.entry)) throw stillImporting();
  const { own, later, all } = await countChanges(context, resource, written);
  if (later > 0) throw changedSince(later);
  // The history keeps so many rows of one write, and those that follow from its own count as well; of the steps of a job it keeps all.
  if (all === maxLoggedRows && own < all) throw tooLargeToUndo();
  if (own > maxRowsTogether) return beginUndo(call, written);
  const undo = await preparedUndo(call, written, await changesOf(readingOf(context), context, resource, { written }));
  const answer = { removed: undo.removed, restored: undo.restored };
  try {
    await inTransaction({ context, resource }, undo.carryOut, () => answer);
  } catch (error) {
    throw translated(resource, services.model, plainRefusal(error));
  }
  return answer;
}
