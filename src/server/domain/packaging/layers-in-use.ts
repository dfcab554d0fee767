// What keeps the layers of a spec as they are: documents that are under way, and code sets that are being made, count with them.
import type { CommitContext } from "../../contract.ts";
import { businessError } from "../../http/errors.ts";
import { db, rowsOfAll } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { stockIn, stockOut } from "../warehousing/planned.ts";

/** Finished and void stock documents. */
const closedDocument = [2, 9];
/** Code sets from being formatted until they are imported. */
const codeSetUnderWay = [1, 2, 3];

/**
 * Refuses where something that is under way counts with the layers of these specs; what is finished keeps the units it was finished with.
 */
export async function requireLayersUnused(context: CommitContext, tx: Transaction, specIds: readonly string[]): Promise<void> {
  const { unscoped } = tables(context);
  const lines = db.selectFrom(unscoped("doc-detail", "l")).where("l.specId", "in", specIds);
  const [[stockInDoc], [stockOutDoc], [codeSet]] = await rowsOfAll(tx, [
    lines
      .innerJoin(unscoped("stock-in-doc", "d"), (join) =>
        join.on(({ eb, cast, ref }) => eb(cast<string>("d.id", "text"), "=", ref("l.docId"))),
      )
      .where("l.docKind", "=", stockIn)
      .where("d.status", "not in", closedDocument)
      .orderBy("d.id")
      .limit(1)
      .select(["d.id", "d.docNo as number"]),
    lines
      .innerJoin(unscoped("stock-out-doc", "d"), (join) =>
        join.on(({ eb, cast, ref }) => eb(cast<string>("d.id", "text"), "=", ref("l.docId"))),
      )
      .where("l.docKind", "=", stockOut)
      .where("d.status", "not in", closedDocument)
      .orderBy("d.id")
      .limit(1)
      .select(["d.id", "d.docNo as number"]),
    db
      .selectFrom(unscoped("code-set", "c"))
      .where("c.specId", "in", specIds)
      .where("c.status", "in", codeSetUnderWay)
      .orderBy("c.id")
      .limit(1)
      .select(["c.id", "c.setNo as number"]),
  ]);
  const blocker =
    (stockInDoc && { resource: "stock-in-doc", ...stockInDoc }) ??
    (stockOutDoc && { resource: "stock-out-doc", ...stockOutDoc }) ??
    (codeSet && { resource: "code-set", ...codeSet });
  if (blocker === undefined) return;
  const { resource, id, number } = blocker;
  const [zh, en] = context.model.resource.get(resource)?.label ?? [resource, resource];
  const title = number ?? id;
  throw businessError(
    "layersInUse",
    [
      `${zh}“${title}”正在使用该规格的换算关系，完成或作废后才能修改`,
      `${en} “${title}” counts with this spec; its layers can be changed once that is finished or void`,
    ],
    { target: { resource, id, title } },
  );
}
