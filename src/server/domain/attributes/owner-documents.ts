// The binding of a document line to its dynamic attributes: it agrees with its line, which shows it, and stays as it is once the document
// is closed.
import type { Text } from "#schema/text";
import type { CommitContext, Domain, ResourceHooks } from "../../contract.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { businessError } from "../../http/errors.ts";
import { db, first, run } from "../../rows/query.ts";
import { tables, updateWithoutVersion } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { checkBoundValues, entriesOf } from "./binding-values.ts";

/** Finished and void stock documents, confirmed and void sale documents. */
const closed: ReadonlySet<number | null> = new Set([2, 9]);

const otherThanLine: Text = ["与单据明细不一致", "Differs from the document line"];

/** The line with the state of its document, locked so that neither changes meanwhile. */
async function lineOf(context: CommitContext, tx: Transaction, id: string | null) {
  const { unscoped, withRemoved } = tables(context);
  const line = await first(
    tx,
    db
      .selectFrom(unscoped("doc-detail", "l"))
      .leftJoin(withRemoved("stock-in-doc", "i"), (join) =>
        join.on("l.docKind", "=", 1).on(({ eb, cast, ref }) => eb(cast<string>("i.id", "text"), "=", ref("l.docId"))),
      )
      .leftJoin(withRemoved("stock-out-doc", "o"), (join) =>
        join.on("l.docKind", "=", 2).on(({ eb, cast, ref }) => eb(cast<string>("o.id", "text"), "=", ref("l.docId"))),
      )
      .leftJoin(withRemoved("saledoc", "s"), (join) =>
        join.on("l.docKind", "=", 3).on(({ eb, cast, ref }) => eb(cast<string>("s.id", "text"), "=", ref("l.docId"))),
      )
      .where("l.id", "=", id)
      .forUpdate("l")
      .select(({ fn }) => ["l.productId", "l.specId", "l.docKind", fn.coalesce("i.status", "o.status", "s.status").as("status")]),
  );
  if (line === undefined)
    throw businessError("documentLineGone", ["单据明细不存在或已被删除", "The document line does not exist or was removed"]);
  return line;
}

const none = -1;

const hooks: ResourceHooks<"attribute-owner-doc"> = {
  submit: {
    beforeChange: async (tx, context, { values, current }) => {
      const merged = { ...current, ...values };
      const line = await lineOf(context, tx, merged.docDetailId ?? null);
      const refusal = { code: "different", message: otherThanLine } as const;
      if (merged.productId !== line.productId) throw fieldError(context, "attribute-owner-doc", "productId", refusal);
      if (merged.specId !== line.specId) throw fieldError(context, "attribute-owner-doc", "specId", refusal);
      if (values.docAttrList !== undefined && values.docAttrList !== null) values.docAttrList = [...entriesOf(values.docAttrList)];
    },
    // What judges the call rather than the row waits until the row is written: a new installation brings bindings of finished documents. A
    // refusal takes the row back.
    afterChange: async (tx, context, { id, values, current }) => {
      const { docDetailId = null, productId, docAttrList, batchCode = null } = { ...current, ...values };
      const line = await lineOf(context, tx, docDetailId);
      if (closed.has(line.status))
        throw businessError("documentClosed", [
          "单据已完成或作废，不能再修改属性绑定",
          "The document is closed: its attributes no longer change",
        ]);
      await checkBoundValues(context, tx, { productId: productId ?? "0", list: docAttrList, stored: current?.docAttrList });
      await run(
        tx,
        updateWithoutVersion(tables(context).withRemoved("doc-detail", "d"))
          .set({ attrDocId: id, batchCode })
          .where("d.id", "=", docDetailId),
      );
    },
  },
  // -1 stands for none in the members of a value as well.
  afterRead: (row) => ({
    ...row,
    ...(Array.isArray(row.docAttrList)
      ? {
          docAttrList: row.docAttrList.map((entry: object) => ({
            attrValueId: none,
            attrValue: "",
            rawMaterialId: none,
            processStepId: none,
            ...entry,
          })),
        }
      : {}),
  }),
};

export const ownerDocumentsDomain: Domain = {
  reads: {},
  actions: {},
  hooks: { "attribute-owner-doc": hooks },
  effects: ["attribute-owner-doc.typedValues", "attribute-owner-doc.rebinding"],
};
