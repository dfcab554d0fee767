// Documents with as many scanned codes as are still booked in the request: taken into a warehouse, and out of it again.
import { z } from "zod";
import { maxAtOnce } from "../../../src/server/domain/warehousing/stock-book.ts";
import { count, judge, print } from "../goals.ts";
import { added } from "../installed-server.ts";
import { tenant } from "../sign-in.ts";
import { putCodes, type Bench } from "./bench.ts";

const goals = {
  in: { what: "a stock-in of as many codes as a request books", compared: "at most", limit: 2, unit: "s" },
  out: { what: "a stock-out of as many codes as a request books", compared: "at most", limit: 2, unit: "s" },
} as const;

interface Booking {
  readonly path: string;
  readonly docKind: 1 | 2;
  readonly warehouseId: string;
  readonly goods: { readonly productId: string; readonly specId: string };
  readonly firstId: bigint;
  readonly prefix: string;
}

/** A document with all its codes scanned, finished; answers how long that took. */
async function booked({ client, database }: Bench, { path, docKind, warehouseId, goods, firstId, prefix }: Booking): Promise<number> {
  const id = await added(client, path, { docType: 9, warehouseId, bizDate: "2025-03-12" });
  const line = { docId: id, docKind, ...goods, layer: 1, num: maxAtOnce, realNum: 0 };
  const lineId = await added(client, "/digit-bind/doc-detail", line);
  await client.post(`${path}/start/${id}`);
  await database.query(
    `insert into scan_record (id, tenant_id, doc_kind, doc_id, doc_detail_id, code, layer, product_id, spec_id, num, root_id, accepted, reject_reason, scan_time)
     select $1::bigint + n, '${tenant}', $2, $3, $4::bigint, $5 || lpad((n + 1)::text, 9, '0'), 1, $6::bigint, $7::bigint, 1, $8::bigint + n, 1, 0, now()
     from generate_series(0, $9::int - 1) n`,
    [
      String(firstId + BigInt(docKind) * 1_000_000_000n),
      docKind,
      id,
      lineId,
      prefix,
      goods.productId,
      goods.specId,
      String(firstId),
      maxAtOnce,
    ],
  );
  await database.query("analyze code_item, scan_record, warehousegoodscurrent");
  const began = performance.now();
  await client.post(`${path}/finish/${id}`);
  const seconds = (performance.now() - began) / 1000;
  const { status } = z.object({ status: z.number() }).parse(await client.get(`${path}/detail`, { id }));
  if (status !== 2) throw new Error(`the document ${id} is not finished: ${status}`);
  return seconds;
}

export async function measureFinish(bench: Bench): Promise<void> {
  const { client, database } = bench;
  const [product, spec] = await Promise.all([
    client.get("/digit-bind/attr-owner/list", { code_equal: "P0001" }),
    client.get("/digit-bind/spec/list", { specCode_equal: "SP0001" }),
  ]);
  const idOf = (page: unknown): string =>
    z.object({ records: z.array(z.object({ id: z.string() })).min(1) }).parse(page).records[0]?.id ?? "";
  const goods = { productId: idOf(product), specId: idOf(spec) };
  const warehouseId = await added(client, "/digit-bind/warehouse", { code: "BENCH", name: "测量", warehouseType: 1 });
  const prefix = "FINISH-";
  const firstId = await putCodes(database, prefix, 1, maxAtOnce);
  await database.query("update code_item set product_id = $1::bigint, spec_id = $2::bigint where tenant_id = $3 and code like $4", [
    goods.productId,
    goods.specId,
    tenant,
    `${prefix}%`,
  ]);
  const both = { warehouseId, goods, firstId, prefix };
  const taken = await booked(bench, { ...both, path: "/digit-bind/stock-in-doc", docKind: 1 });
  const given = await booked(bench, { ...both, path: "/digit-bind/stock-out-doc", docKind: 2 });
  print(`  ${count(maxAtOnce)} scanned codes taken in within ${taken.toFixed(2)} s, and out within ${given.toFixed(2)} s`);
  judge(goals.in, taken);
  judge(goals.out, given);
}
