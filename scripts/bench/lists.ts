// Lists of a large table, each beside the same page and count written by hand behind a bare handler.
import type pg from "pg";
import type { PostgresConnection } from "../../src/server/postgres/connection.ts";
import { startBareHandler, timed } from "./codes/floors.ts";
import { count, judge, print, type Goal } from "./goals.ts";
import type { Client } from "./installed-server.ts";
import { tenant } from "./sign-in.ts";

const list = "/digit-apply/consumer-scan-record/list";
const turns = 15;
const goals = {
  slow: { what: "pages that pass many rows, and counts of them, against SQL by hand", compared: "at most", limit: 1.3, unit: "×" },
  quick: { what: "searches that an index answers, in the middle", compared: "at most", limit: 20, unit: "ms" },
} as const satisfies Readonly<Record<string, Goal>>;

/** Scans of the tenant, and a tenth as many of another. */
export async function putScans(database: pg.Client, scans: number): Promise<void> {
  for (const [id, from, number] of [
    [tenant, 0, scans],
    ["100002", 2 * scans, Math.ceil(scans / 10)],
  ] as const)
    await database.query(
      `insert into consumer_scan_record (id, tenant_id, code, code_func_type, scan_time, result, scan_num, batch_code, address, ip, non_channel, cross_region, suspicious, create_time)
       select 5000000000000000 + $2::bigint + n, $1, 'MX' || upper(substr(md5(($2::bigint + n)::text), 1, 12)), 1, '2025-01-01'::timestamp + n * interval '20 seconds', 1 + n % 2, n % 7,
         'P' || lpad((n % 4000)::text, 5, '0') || 'X', '某某大道 ' || n % 1000 || ' 号', '10.0.' || n % 250 || '.' || n % 200, 0, 2, 0, '2025-01-01'::timestamp + n * interval '20 seconds'
       from generate_series(1, $3::int) n`,
      [id, from, number],
    );
  await database.query("vacuum analyze consumer_scan_record");
}

interface Scenario {
  readonly name: string;
  readonly query: Readonly<Record<string, string>>;
  /** Behind the conditions of the tenant, of the page and of the count. */
  readonly where?: string;
  readonly order?: string;
  readonly value?: string;
  readonly isQuick?: true;
}

const columns =
  "id::text, code, code_func_type, scan_time::text, result, scan_num, product_id::text, spec_id::text, batch_code, wx_user_id::text, phone, scan_region_code, address, channel_id::text, non_channel, cross_region, suspicious, create_time::text, version, status";

function scenarios(codes: readonly string[], scans: number): readonly Scenario[] {
  const far = String(Math.ceil(scans / 50));
  const [code = ""] = codes;
  return [
    { name: "first page", query: { current: "1" } },
    { name: `page ${far} of 20`, query: { current: far } },
    { name: `page ${far} by time, ascending`, query: { current: far, ascs: "scanTime" }, order: "s.scan_time, s.id" },
    { name: "a code", query: { code_equal: code }, where: "code = $1", value: code, isQuick: true },
    {
      name: "codes by their beginning, few",
      query: { code_likeright: code.slice(0, 7) },
      where: "code like $1 || '%'",
      value: code.slice(0, 7),
      isQuick: true,
    },
    {
      name: "codes by their beginning, a 256th",
      query: { code_likeright: code.slice(0, 4) },
      where: "code like $1 || '%'",
      value: code.slice(0, 4),
    },
    {
      name: "batches that contain, a 4000th",
      query: { batchCode: "1234X" },
      where: "batch_code ilike '%' || $1 || '%'",
      value: "1234X",
      isQuick: true,
    },
    {
      name: "batches that contain, none",
      query: { batchCode: "QQQ" },
      where: "batch_code ilike '%' || $1 || '%'",
      value: "QQQ",
      isQuick: true,
    },
    { name: "batches that contain, two letters", query: { batchCode: "9X" }, where: "batch_code ilike '%' || $1 || '%'", value: "9X" },
  ];
}

interface MeasuredLists {
  readonly client: Client;
  readonly database: pg.Client;
  readonly connection: PostgresConnection;
  readonly scans: number;
}

/** Prints each list with what SQL by hand takes for the same, over the indexes that the product made. */
export async function measureLists({ client, database, connection, scans }: MeasuredLists): Promise<void> {
  const { rows } = await database.query<{ readonly code: string }>(
    "select code from consumer_scan_record where tenant_id = $1 order by id limit 10",
    [tenant],
  );
  const measured = scenarios(
    rows.map((row) => row.code),
    scans,
  );
  // Ordered by columns of the table: "id" alone is the text that is selected, and no index has its order.
  const statementsOf = ({ where, order = "s.id desc", query, value }: Scenario): readonly string[] => {
    const fromScans = `from consumer_scan_record s where tenant_id = '${tenant}' and is_deleted = 0${where === undefined ? "" : ` and ${where}`}`;
    const skipped = (Number(query["current"] ?? 1) - 1) * 20;
    return value === undefined
      ? [`select ${columns} ${fromScans} order by ${order} limit 20 offset ${skipped}`, `select count(*) as total ${fromScans}`]
      : [`select ${columns} ${fromScans} order by ${order} limit 20`, `select count(*) as total ${fromScans}`];
  };
  const handler = await startBareHandler(connection, Object.fromEntries(measured.map((one, index) => [`/${index}`, statementsOf(one)])));
  try {
    const ratios: number[] = [];
    const quick: number[] = [];
    for (const [index, scenario] of measured.entries()) {
      const times = await timed(
        {
          product: () => client.get(list, { size: "20", ...scenario.query }),
          hand: () => handler.ask(`/${index}`, scenario.value === undefined ? [] : [scenario.value]),
        },
        turns,
        3,
      );
      const [product, hand] = [times.product.median, times.hand.median];
      print(
        `  ${scenario.name.padEnd(36)} ${product.toFixed(1).padStart(8)} ms   by hand ${hand.toFixed(1).padStart(8)} ms   ${(product / hand).toFixed(2)} ×`,
      );
      if (scenario.isQuick === true) quick.push(product);
      else ratios.push(product / hand);
    }
    judge(goals.slow, Math.max(...ratios));
    judge(goals.quick, Math.max(...quick));
  } finally {
    await handler.stop();
  }
}

/** The first page of more rows than are counted, and a search without its index. */
export async function measureBeyond({ client, database }: MeasuredLists): Promise<void> {
  const once = async (what: string, query: Readonly<Record<string, string>>) => {
    const times = await timed({ product: () => client.get(list, { size: "20", ...query }) }, turns, 3);
    const page = await client.get(list, { size: "20", ...query });
    const { total, estimated } = page as { readonly total: number; readonly estimated?: true };
    print(
      `  ${what.padEnd(36)} ${times.product.median.toFixed(1).padStart(8)} ms   ${estimated === true ? "about " : ""}${count(total)} rows`,
    );
  };
  await once("first page, more than are counted", {});
  const { rows } = await database.query<{ readonly name: string }>(
    "select indexrelid::regclass::text as name from pg_index where indrelid = 'consumer_scan_record'::regclass and pg_get_indexdef(indexrelid) like '%gin_trgm_ops%'",
  );
  for (const { name } of rows) await database.query(`drop index ${name}`);
  await once("batches that contain, no trigrams", { batchCode: "1234X" });
}
