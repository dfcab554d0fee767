// Stock-out documents: what a sale needs, and the planned quantity that follows from their lines.
import type { Domain, RequestContext, ResourceHooks, Values } from "../../contract.ts";
import { invalidFields } from "../../http/errors.ts";
import type { Transaction } from "../../store/database.ts";

/** docType of a sale: it decides to which channel goods belong. */
const sale = 1;
/** docKind of a line of a stock-out document. */
const stockOut = 2;

async function regionsOfChannel(tx: Transaction, context: RequestContext, channelId: unknown): Promise<unknown> {
  const row = await tx.first({ sql: "select sale_region_codes from channel where tenant_id = $1 and id = $2", parameters: [context.scope.tenantId, channelId] });
  return row?.["sale_region_codes"] ?? null;
}

const documentHooks: ResourceHooks = {
  beforeSubmit: async (context, tx, { values, current }) => {
    const merged = { ...current, ...values };
    const channelId = merged["channelId"] ?? null;
    if (Number(merged["docType"]) === sale && channelId === null) {
      const field = context.model.resource.get("stock-out-doc")?.field.get("channelId");
      throw invalidFields([{ code: "required", path: ["channelId"], parameters: {}, label: field?.label ?? ["渠道", "Channel"], message: ["销售出库请选择渠道", "Please select the channel of the sale"] }]);
    }
    // The regions of the channel, unless they were narrowed.
    if (channelId !== null && channelId !== current?.["channelId"] && (merged["saleRegionCodes"] ?? null) === null) values["saleRegionCodes"] = await regionsOfChannel(tx, context, channelId);
  },
};

/** Base units of the lines of a document, each by what its layer holds; a layer that is not set up counts as one unit. */
async function countPlanned(tx: Transaction, context: RequestContext, docId: unknown, leaving: readonly unknown[] = []): Promise<void> {
  await tx.query({
    sql: `update stock_out_doc d set plan_num = (
        select coalesce(sum(l.num * coalesce((select max(p.total_num) from specpacklayer p where p.tenant_id = l.tenant_id and p.spec_id = l.spec_id and p.layer = l.layer and p.is_deleted = 0), 1)), 0)
        from doc_detail l where l.tenant_id = d.tenant_id and l.doc_id = d.id::text and l.is_deleted = 0 and l.id <> all($3::bigint[]))
      where d.tenant_id = $1 and d.id = $2::bigint`,
    parameters: [context.scope.tenantId, docId, leaving],
  });
}

const isOfStockOut = (row: Readonly<Values>) => Number(row["docKind"]) === stockOut;

const lineHooks: ResourceHooks = {
  afterSubmit: async (context, tx, { values, current }) => {
    const merged = { ...current, ...values };
    if (isOfStockOut(merged)) await countPlanned(tx, context, merged["docId"]);
  },
  beforeRemove: async (context, tx, rows) => {
    const ids = rows.map((row) => row["id"]);
    for (const docId of new Set(rows.filter(isOfStockOut).map((row) => row["docId"]))) await countPlanned(tx, context, docId, ids);
  },
};

export const stockOutDomain: Domain = { reads: {}, actions: {}, hooks: { "stock-out-doc": documentHooks, "doc-detail": lineHooks } };
