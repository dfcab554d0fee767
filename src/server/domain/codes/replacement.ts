// A damaged code exchanged for a fresh one: the new code takes the old one's place in its package, in stock, on its tray and in documents
// that are under way. What has happened keeps the old code.
import { sql } from "kysely";
import type { Text } from "#schema/text";
import type { CommitContext, Domain, ResourceHooks } from "../../contract.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { changeRow } from "../../crud/write/server-rows.ts";
import { prepared, type Given } from "../../rows/prepared.ts";
import { db, first, run } from "../../rows/query.ts";
import type { WritableValues } from "../../rows/stored.ts";
import { bySet, remove, tables, updateDerived, updateWithoutVersion, type TableSources } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { openScansOf, type PlacedCode } from "./relation-facts.ts";
import { lockCodes, origins, sourceOf } from "./relations.ts";

const resource = "code-replace";
/** status of an exchange that was carried out. */
const done = 1;
const replaced = 3;
const activated = 1;
/** What a carried out exchange may still change. */
const changeable: ReadonlySet<string> = new Set(["reason", "image", "remark"]);
const blockNames: readonly Text[] = [
  ["正常", "normal"],
  ["已封存", "sealed"],
  ["已作废", "void"],
  ["已被替换", "replaced"],
];

/** Replacements of a code, one after the other, the last one first: more than one in a row happens when a new label is damaged again. */
const maxReplacements = 50;
export const lastReplacement = prepared("last_replacement", (given: Given<{ readonly code: string }>, { unscoped }) =>
  db
    .withRecursive("chain(code, depth)", (cte) =>
      cte.selectNoFrom([sql<string>`${given("code")}::text`.as("code"), sql<number>`0`.as("depth")]).unionAll(
        cte
          .selectFrom("chain as c")
          .innerJoin(unscoped(resource, "e"), "e.oldCode", "c.code")
          .where("e.status", "=", done)
          .where("c.depth", "<", maxReplacements)
          .select(({ ref }) => [sql<string>`${ref("e.newCode")}`.as("code"), sql<number>`${ref("c.depth")} + 1`.as("depth")]),
      ),
    )
    .selectFrom("chain as c")
    .where("c.depth", ">", 0)
    .orderBy("c.depth", "desc")
    .limit(1)
    .select("c.code"),
);

const fault = (context: CommitContext, field: "oldCode" | "newCode", message: Text) =>
  fieldError(context, resource, field, { code: "notAllowed", message });

/** Whether a code takes part in stock: the books of goods, or a tray. */
const stockOf = (code: string, { unscoped }: TableSources) =>
  db
    .selectFrom(unscoped("warehousegoodscurrent", "g"))
    .where("g.code", "=", code)
    .select("g.id")
    .unionAll(db.selectFrom(unscoped("traygoods", "t")).where("t.code", "=", code).select("t.id"))
    .limit(1);

function checkOld(context: CommitContext, old: PlacedCode): void {
  if (old.blockStatus === 0) return;
  const [zh, en] = blockNames[old.blockStatus] ?? ["不可用", "blocked"];
  throw fault(context, "oldCode", [`原码${zh}，不能换码`, `The old code is ${en}, so it cannot be exchanged`]);
}

async function checkNew(tx: Transaction, context: CommitContext, old: PlacedCode, fresh: PlacedCode): Promise<void> {
  const refuse = (zh: string, en: string) => fault(context, "newCode", [zh, en]);
  if (fresh.id === old.id) throw refuse("新码不能与原码相同", "The new code must differ from the old one");
  if (sourceOf(fresh) !== sourceOf(old)) throw refuse("新码与原码码源不同", "The new code is of another source than the old one");
  if (fresh.codeFuncType !== old.codeFuncType) throw refuse("新码与原码的码功能不同", "The new code has another function than the old one");
  if (fresh.layer !== old.layer)
    throw refuse(
      `新码层级不符：原码为${old.layerName}，新码为${fresh.layerName}`,
      `The new code is of another layer: ${fresh.layerName} instead of ${old.layerName}`,
    );
  if (fresh.blockStatus !== 0) {
    const [zh, en] = blockNames[fresh.blockStatus] ?? ["不可用", "blocked"];
    throw refuse(`新码${zh}`, `The new code is ${en}`);
  }
  if (fresh.lifeStatus > activated) throw refuse("新码已入库或已出库", "The new code is in stock or was shipped");
  if (fresh.parentId !== undefined || fresh.twinOf !== undefined || fresh.contents.length > 0 || fresh.twins > 0)
    throw refuse("新码已有包装关系", "The new code is part of a package already");
  if (fresh.documentNo !== undefined)
    throw refuse(`新码在单据“${fresh.documentNo}”中`, `The new code is in the document “${fresh.documentNo}”`);
  const isInStock =
    fresh.stockInDocId !== undefined ||
    fresh.stockOutDocId !== undefined ||
    (await first(tx, stockOf(fresh.code, tables(context)))) !== undefined;
  if (isInStock) throw refuse("新码已被单据或库存使用", "The new code is used by a document or stock already");
}

/** Puts the new code wherever the old one stands. */
async function takePlace(tx: Transaction, context: CommitContext, old: PlacedCode, fresh: PlacedCode): Promise<void> {
  const from = tables(context);
  const { unscoped, withRemoved } = from;
  const relations = unscoped("code-relation", "r");
  const stamp = await first(
    tx,
    db
      .selectFrom(withRemoved("code-item", "i"))
      .where("i.id", "=", old.stampedId ?? old.id)
      .select(["i.outTime", "i.stampTime"]),
  );
  await run(
    tx,
    // A row that relates the new code to nothing would stand in the way.
    remove(relations).where("r.codeId", "=", fresh.id),
    updateWithoutVersion(relations)
      .where("r.codeId", "=", old.id)
      .set({ codeId: fresh.id, origin: origins.byHand, codeSetId: fresh.codeSetId ?? null, bindTime: context.now() }),
    updateWithoutVersion(relations, bySet).where("r.parentId", "=", old.id).set({ parentId: fresh.id }),
    updateDerived(relations).where("r.rootId", "=", old.id).set({ rootId: fresh.id }),
    updateWithoutVersion(unscoped("warehousegoodscurrent", "g")).where("g.code", "=", old.code).set({ code: fresh.code }),
    updateWithoutVersion(unscoped("traygoods", "t")).where("t.code", "=", old.code).set({ code: fresh.code }),
    // Scans of documents that are under way are no history yet: what they book is the code that is on the goods.
    updateWithoutVersion(unscoped("scan-record", "s"))
      .where("s.id", "in", openScansOf([old.id], from))
      .set({ code: fresh.code }),
    updateDerived(unscoped("scan-record", "s")).where("s.rootId", "=", old.id).set({ rootId: fresh.id }),
  );
  await changeRow(context, tx, "code-item", {
    id: fresh.id,
    values: {
      productId: old.productId ?? null,
      specId: old.specId ?? null,
      batchCode: old.batchCode === "" ? null : old.batchCode,
      // A label that was activated ahead stays so.
      lifeStatus: Math.max(old.lifeStatus, fresh.lifeStatus),
      stockInDocId: old.stockInDocId ?? null,
      stockOutDocId: old.stockOutDocId ?? null,
      channelId: old.channelId ?? null,
      saleRegionCodes: old.saleRegionCodes.length === 0 ? null : [...old.saleRegionCodes],
      outTime: stamp?.outTime ?? null,
      stampTime: stamp?.stampTime ?? null,
    },
  });
  await changeRow(context, tx, "code-item", { id: old.id, values: { blockStatus: replaced } });
}

/** Checks an exchange and carries it out; answers what the row says of it. */
async function exchange(
  tx: Transaction,
  context: CommitContext,
  { oldCode, newCode }: { readonly oldCode: string; readonly newCode: string },
): Promise<WritableValues<"code-replace">> {
  const { codes } = await lockCodes(tx, context, [oldCode, newCode]);
  const [old, fresh] = [codes.get(oldCode.trim()), codes.get(newCode.trim())];
  if (old === undefined) throw fault(context, "oldCode", ["原码不存在", "There is no such code"]);
  if (fresh === undefined) throw fault(context, "newCode", ["新码不存在", "There is no such code"]);
  checkOld(context, old);
  await checkNew(tx, context, old, fresh);
  await takePlace(tx, context, old, fresh);
  return {
    oldCode: old.code,
    newCode: fresh.code,
    layer: old.layer,
    codeFuncType: old.codeFuncType,
    digitSourceMark: sourceOf(old),
    stockInDocId: old.stockInDocId ?? null,
    operatorId: context.caller.userId,
    replaceTime: context.now(),
    failReason: null,
    status: done,
  };
}

const hooks: ResourceHooks<"code-replace"> = {
  // Only exchanges that were not carried out are removed.
  restore: {},
  submit: {
    beforeChange: async (tx, context, { values, current }) => {
      if (current?.status === done) {
        for (const field of ["oldCode", "newCode"] as const)
          if (values[field] !== undefined && values[field] !== current[field])
            throw fieldError(context, resource, field, {
              code: "fixed",
              message: ["已换码，原码和新码不能再修改", "The exchange is done; its codes cannot be changed"],
            });
        for (const name of Object.keys(values) as (keyof typeof values)[]) if (!changeable.has(name)) delete values[name];
        return;
      }
      const { oldCode, newCode } = { ...current, ...values };
      Object.assign(values, await exchange(tx, context, { oldCode: oldCode ?? "", newCode: newCode ?? "" }));
    },
  },
};

export const replacementDomain: Domain = {
  reads: {},
  actions: {},
  hooks: { "code-replace": hooks },
  effects: ["code-replace.execution"],
};
