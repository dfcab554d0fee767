// The binding of a document line to its dynamic attributes: it agrees with its line, which shows it, and stays as it is once the document
// is closed.
import { sql } from "kysely";
import type { Text } from "#schema/text";
import type { IssueCode } from "#schema/validation";
import type { CommitContext, Domain, ResourceHooks, Values } from "../../contract.ts";
import { businessError, invalidFields } from "../../http/errors.ts";
import { anyOf, db, first, rows, run } from "../../rows/query.ts";
import { tables, updateDerived } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { dynamic } from "./dynamic-attributes.ts";

/** Finished and void stock documents, confirmed and void sale documents. */
const closed: ReadonlySet<number | null> = new Set([2, 9]);

const otherThanLine: Text = ["与单据明细不一致", "Differs from the document line"];
const valueOfOtherAttribute: Text = ["属性值不属于该属性", "The value belongs to another attribute"];

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

function refuse(context: CommitContext, code: IssueCode, path: readonly (string | number)[], message: Text): never {
  const label = context.model.resource.get("attribute-owner-doc")?.field.get(String(path[0]))?.label ?? [String(path[0]), String(path[0])];
  throw invalidFields([{ code, path: [...path], parameters: {}, label, message }]);
}

const linesIn = (value: unknown): readonly Readonly<Values>[] =>
  Array.isArray(value) ? value.filter((line): line is Values => typeof line === "object" && line !== null) : [];

/** Each picked value is one of its attribute's. */
async function checkValues(context: CommitContext, tx: Transaction, lines: readonly Readonly<Values>[]): Promise<void> {
  const picked = lines.flatMap((line, index) =>
    line["attrValueId"] === null || line["attrValueId"] === undefined
      ? []
      : [{ index, attrId: String(line["attrId"]), valueId: String(line["attrValueId"]) }],
  );
  if (picked.length === 0) return;
  const values = await rows(
    tx,
    db
      .selectFrom(tables(context).withRemoved("attr-value", "v"))
      .where("v.id", "=", anyOf(picked.map(({ valueId }) => valueId)))
      .select(["v.id", "v.attrId"]),
  );
  const attributes = new Map(values.map((row) => [row.id, row.attrId]));
  const wrong = picked.find(({ attrId, valueId }) => attributes.get(valueId) !== attrId);
  if (wrong !== undefined) refuse(context, "notAllowed", ["docAttrList", wrong.index, "attrValueId"], valueOfOtherAttribute);
}

/** What the product's batches must say has a value. */
async function checkRequired(
  context: CommitContext,
  tx: Transaction,
  productId: string | null,
  lines: readonly Readonly<Values>[],
): Promise<void> {
  const { unscoped } = tables(context);
  const required = await rows(
    tx,
    db
      .selectFrom(unscoped("attrrelation", "x"))
      .innerJoin(unscoped("attr", "a"), (join) => join.onRef("a.id", "=", "x.attrId").on("a.attrType", "=", dynamic).on("a.status", "=", 1))
      .where("x.attrOwnerId", "=", productId)
      .where(
        ({ ref }) =>
          sql<boolean>`case when ${ref("x.isRequired")} in (0, 1) then ${ref("x.isRequired")} else ${ref("a.isRequired")} end = 1`,
      )
      .orderBy("x.sort")
      .orderBy("x.id")
      .select(["a.id", "a.attrName"]),
  );
  const filled = new Set(
    lines
      .filter((line) => (line["attrValueId"] ?? null) !== null || String(line["attrValue"] ?? "") !== "")
      .map((line) => String(line["attrId"])),
  );
  const missing = required.filter((row) => !filled.has(row.id)).map((row) => row.attrName ?? "");
  if (missing.length > 0)
    refuse(context, "required", ["docAttrList"], [`请填写${missing.join("、")}`, `Please fill in ${missing.join(", ")}`]);
}

const hooks: ResourceHooks<"attribute-owner-doc"> = {
  submit: {
    beforeWrite: async (tx, context, { values, current }) => {
      const merged = { ...current, ...values };
      const line = await lineOf(context, tx, merged.docDetailId ?? null);
      if (closed.has(line.status))
        throw businessError("documentClosed", [
          "单据已完成或作废，不能再修改属性绑定",
          "The document is closed: its attributes no longer change",
        ]);
      if (merged.productId !== line.productId) refuse(context, "different", ["productId"], otherThanLine);
      if (merged.specId !== line.specId) refuse(context, "different", ["specId"], otherThanLine);
      const lines = linesIn(merged.docAttrList);
      await checkValues(context, tx, lines);
      await checkRequired(context, tx, merged.productId ?? null, lines);
    },
    afterWrite: async (tx, context, { id, values, current }) => {
      const merged = { ...current, ...values };
      await run(
        tx,
        updateDerived(tables(context).withRemoved("doc-detail", "d"))
          .set({ attrDocId: id, batchCode: merged.batchCode ?? null })
          .where("d.id", "=", merged.docDetailId ?? null),
      );
    },
  },
};

export const ownerDocumentsDomain: Domain = { reads: {}, actions: {}, hooks: { "attribute-owner-doc": hooks } };
