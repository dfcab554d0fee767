// Stock-in documents: what was scanned for them, and what a void one gives back.
import { textOrEmpty } from "#schema/json";
import { withProgress } from "./shown-progress.ts";
import type { Expression } from "kysely";
import type { Domain, Effect, ReadHandler, ResourceHooks } from "../../contract.ts";
import { isId } from "../../crud/sql/keys.ts";
import { pageOf, pagingOf } from "../../crud/read/page.ts";
import { malformedParameter, rowNotFound } from "../../http/errors.ts";
import { prepared, type Given } from "../../rows/prepared.ts";
import { db, read } from "../../rows/query.ts";
import type { TableSources } from "../../rows/tables.ts";
import { refuseOfBill, requireInBill, takeInLines } from "./documents-of-bills.ts";
import { stockIn } from "./planned.ts";
import { releaseScans } from "./scans.ts";

const maxLines = 1000;

/** Releases the accepted scans of the documents; the refused ones stay as evidence. */
const voiding: Effect<"stock-in-doc.void"> = {
  commit: (tx, context, { ids }) => releaseScans(tx, context, stockIn, ids),
};

const numberOf = (value: unknown): number => (value === null || value === undefined ? -1 : Number(value));

interface OfDocument {
  readonly id: string;
}

const documentOf = prepared("stock_in_document", (given: Given<OfDocument>, { accessible }) =>
  db.selectFrom(accessible("stock-in-doc", "d")).where("d.id", "=", given("id")).select(["d.docNo", "d.status", "d.realNum"]),
);

const linesOf = prepared("stock_in_lines", (given: Given<OfDocument>, { unscoped, withRemoved }) =>
  db
    .selectFrom(unscoped("doc-detail", "d"))
    .leftJoin(withRemoved("attr-owner", "o"), "o.id", "d.productId")
    .leftJoin(withRemoved("spec", "x"), "x.id", "d.specId")
    .where("d.docId", "=", given("id"))
    .where("d.docKind", "=", stockIn)
    .orderBy("d.id")
    .limit(maxLines)
    .select(["d.id", "o.name as productName", "x.specName", "d.layer", "d.num", "d.realNum"]),
);

/** The scans that were accepted for a document. */
const acceptedFor = (id: Expression<string>, { unscoped }: TableSources) =>
  db.selectFrom(unscoped("scan-record", "s")).where("s.docId", "=", id).where("s.docKind", "=", stockIn).where("s.accepted", "=", 1);

/** A page of the codes; only its own scans are joined with what is told of them. */
const codesOf = prepared("stock_in_codes", (given: Given<OfDocument & { readonly size: number; readonly skipped: number }>, from) => {
  const { unscoped, withRemoved } = from;
  return db
    .selectFrom(
      acceptedFor(given("id"), from)
        .selectAll()
        .orderBy("s.scanTime")
        .orderBy("s.id")
        .limit(given("size"))
        .offset(given("skipped"))
        .as("s"),
    )
    .leftJoin(unscoped("code-item", "i"), "i.code", "s.code")
    .leftJoin(unscoped("code-relation", "n"), (join) => join.onRef("n.codeId", "=", "i.id").on("n.relationType", "=", 1))
    .leftJoin(withRemoved("code-item", "p"), "p.id", "n.parentId")
    .leftJoin(withRemoved("attr-owner", "o"), "o.id", "s.productId")
    .leftJoin(withRemoved("spec", "x"), "x.id", "s.specId")
    .leftJoin(withRemoved("user", "u"), "u.id", "s.scanUserId")
    .orderBy("s.scanTime")
    .orderBy("s.id")
    .select([
      "s.code",
      "s.layer",
      "i.codeFuncType",
      "p.code as parentCode",
      "s.docDetailId",
      "o.name as productName",
      "x.specName",
      "s.scanTime",
      "u.realName as scanUser",
    ]);
});

const codeCountOf = prepared("stock_in_codes_count", (given: Given<OfDocument>, from) =>
  db.selectFrom(acceptedFor(given("id"), from).select("s.id").as("counted")).select(({ fn }) => fn.countAll<string>().as("total")),
);

/** The document, its lines, and a page of the codes that were accepted for it. */
const codeDetail: ReadHandler = async (context, parameters) => {
  const id = parameters["id"] ?? "";
  if (!isId(id)) throw malformedParameter("id");
  const paging = pagingOf(parameters);
  const [[document], lines, codes, [counted]] = await read(context, [
    documentOf(context, { id }),
    linesOf(context, { id }),
    codesOf(context, { id, size: paging.size, skipped: (paging.current - 1) * paging.size }),
    codeCountOf(context, { id }),
  ]);
  if (document === undefined) throw rowNotFound();
  const records = codes.map((row) => ({
    code: textOrEmpty(row.code),
    layer: numberOf(row.layer),
    parentCode: textOrEmpty(row.parentCode),
    codeFuncType: numberOf(row.codeFuncType),
    docDetailId: row.docDetailId ?? -1,
    productName: textOrEmpty(row.productName),
    specName: textOrEmpty(row.specName),
    scanTime: textOrEmpty(row.scanTime),
    scanUser: textOrEmpty(row.scanUser),
  }));
  return {
    docNo: textOrEmpty(document.docNo),
    status: document.status,
    realNum: numberOf(document.realNum),
    details: lines.map((row) => ({
      docDetailId: row.id,
      productName: textOrEmpty(row.productName),
      specName: textOrEmpty(row.specName),
      layer: numberOf(row.layer),
      num: numberOf(row.num),
      realNum: numberOf(row.realNum),
    })),
    codes: pageOf(records, Number(counted?.total ?? 0), paging),
  };
};

const documentHooks: ResourceHooks<"stock-in-doc"> = {
  submit: { beforeChange: requireInBill, afterChange: takeInLines },
  restore: {
    beforeRestore: async (_tx, _context, { rows }) => {
      refuseOfBill(rows.map(({ docNo, warehouseInBillId: billId }) => ({ docNo, billId })));
    },
  },
  afterRead: withProgress,
};

export const stockInDomain: Domain = {
  reads: { "stock-in-doc.code-detail": codeDetail },
  actions: { "stock-in-doc.void": voiding },
  hooks: { "stock-in-doc": documentHooks },
};
