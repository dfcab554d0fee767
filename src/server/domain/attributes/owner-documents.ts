// The binding of a document line to its dynamic attributes: it agrees with its line, which shows it, and stays as it is once the document is closed
// (catalogue, `attribute-owner-doc`).
import type { Text } from "#schema/text";
import type { IssueCode } from "#schema/validation";
import type { CommitContext, Domain, ResourceHooks, Values } from "../../contract.ts";
import { businessError, invalidFields } from "../../http/errors.ts";
import type { Row, Transaction } from "../../store/database.ts";

/** Finished and void stock documents, confirmed and void sale documents. */
const closed: readonly unknown[] = [2, 9];

const otherThanLine: Text = ["与单据明细不一致", "Differs from the document line"];
const valueOfOtherAttribute: Text = ["属性值不属于该属性", "The value belongs to another attribute"];

/** The line with the state of its document, locked so that neither changes meanwhile. */
async function lineOf(context: CommitContext, tx: Transaction, id: unknown): Promise<Row> {
  const line = await tx.first({
    sql: `select l.product_id::text, l.spec_id::text, l.doc_kind, coalesce(i.status, o.status, s.status) as status
      from doc_detail l
        left join stock_in_doc i on l.doc_kind = 1 and i.tenant_id = l.tenant_id and i.id::text = l.doc_id
        left join stock_out_doc o on l.doc_kind = 2 and o.tenant_id = l.tenant_id and o.id::text = l.doc_id
        left join saledoc s on l.doc_kind = 3 and s.tenant_id = l.tenant_id and s.id::text = l.doc_id
      where l.tenant_id = $1 and l.id = $2::bigint and l.is_deleted = 0 for update of l`,
    parameters: [context.scope.tenantId, id],
  });
  if (line === undefined) throw businessError("documentLineGone", ["单据明细不存在或已被删除", "The document line does not exist or was removed"]);
  return line;
}

function refuse(context: CommitContext, code: IssueCode, path: readonly (string | number)[], message: Text): never {
  const label = context.model.resource.get("attribute-owner-doc")?.field.get(String(path[0]))?.label ?? [String(path[0]), String(path[0])];
  throw invalidFields([{ code, path: [...path], parameters: {}, label, message }]);
}

const linesIn = (value: unknown): readonly Readonly<Values>[] => (Array.isArray(value) ? value.filter((line): line is Values => typeof line === "object" && line !== null) : []);

/** Each picked value is one of its attribute's. */
async function checkValues(context: CommitContext, tx: Transaction, lines: readonly Readonly<Values>[]): Promise<void> {
  const picked = lines.flatMap((line, index) => (line["attrValueId"] === null || line["attrValueId"] === undefined ? [] : [{ index, attrId: String(line["attrId"]), valueId: String(line["attrValueId"]) }]));
  if (picked.length === 0) return;
  const { rows } = await tx.query({ sql: "select id::text, attr_id::text from attr_value where tenant_id = $1 and id = any($2::bigint[])", parameters: [context.scope.tenantId, picked.map(({ valueId }) => valueId)] });
  const attributes = new Map(rows.map((row) => [row["id"], row["attr_id"]]));
  const wrong = picked.find(({ attrId, valueId }) => attributes.get(valueId) !== attrId);
  if (wrong !== undefined) refuse(context, "notAllowed", ["docAttrList", wrong.index, "attrValueId"], valueOfOtherAttribute);
}

/** What the product's batches must say has a value. */
async function checkRequired(context: CommitContext, tx: Transaction, productId: unknown, lines: readonly Readonly<Values>[]): Promise<void> {
  const { rows } = await tx.query({
    sql: `select a.id::text, a.attr_name from attrrelation x join attr a on a.tenant_id = x.tenant_id and a.id = x.attr_id and a.attr_type = 2 and a.status = 1 and a.is_deleted = 0
      where x.tenant_id = $1 and x.attr_owner_id = $2::bigint and x.is_deleted = 0 and case when x.is_required in (0, 1) then x.is_required else a.is_required end = 1 order by x.sort, x.id`,
    parameters: [context.scope.tenantId, productId],
  });
  const filled = new Set(lines.filter((line) => (line["attrValueId"] ?? null) !== null || String(line["attrValue"] ?? "") !== "").map((line) => String(line["attrId"])));
  const missing = rows.filter((row) => !filled.has(String(row["id"]))).map((row) => String(row["attr_name"]));
  if (missing.length > 0) refuse(context, "required", ["docAttrList"], [`请填写${missing.join("、")}`, `Please fill in ${missing.join(", ")}`]);
}

const hooks: ResourceHooks = {
  submit: {
    beforeWrite: async (tx, context, { values, current }) => {
      const merged = { ...current, ...values };
      const line = await lineOf(context, tx, merged["docDetailId"]);
      if (closed.includes(line["status"])) throw businessError("documentClosed", ["单据已完成或作废，不能再修改属性绑定", "The document is closed: its attributes no longer change"]);
      if (String(merged["productId"]) !== line["product_id"]) refuse(context, "different", ["productId"], otherThanLine);
      if (String(merged["specId"]) !== line["spec_id"]) refuse(context, "different", ["specId"], otherThanLine);
      const lines = linesIn(merged["docAttrList"]);
      await checkValues(context, tx, lines);
      await checkRequired(context, tx, merged["productId"], lines);
    },
    afterWrite: async (tx, context, { id, values, current }) => {
      const merged = { ...current, ...values };
      await tx.query({
        sql: "update doc_detail set attr_doc_id = $3::bigint, batch_code = $4 where tenant_id = $1 and id = $2::bigint",
        parameters: [context.scope.tenantId, merged["docDetailId"], id, merged["batchCode"] ?? null],
      });
    },
  },
};

export const ownerDocumentsDomain: Domain = { reads: {}, actions: {}, hooks: { "attribute-owner-doc": hooks } };
