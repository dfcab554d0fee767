// Summaries of a year, each beside one statement over a table that has nothing but the figures that it is made of.
import type pg from "pg";
import type { PostgresConnection } from "../../../src/server/postgres/connection.ts";
import { showTimes, startBareHandler, timed } from "../codes/floors.ts";
import { judge } from "../goals.ts";
import type { Client } from "../installed-server.ts";
import { year } from "./fill.ts";

const turns = 40;
const scans = "/digit-apply/consumer-scan-record";

const goals = {
  summary: { what: "summary of a year, against one aggregate over its figures", compared: "at most", limit: 3, unit: "×" },
  list: { what: "list of a year's scans outside, against one aggregate", compared: "at most", limit: 5, unit: "×" },
  time: { what: "the slowest of the summaries of a year, in the middle", compared: "at most", limit: 500, unit: "ms" },
} as const;

/** The figures of a summary: by day, and of the whole year by province, channel and product. */
const summarized =
  "create table bench_kept as select cut, day, region_code, channel_id, product_id, scan_num from consumer_scan_day where cut in (0, 1, 2, 4)";
const summary = `select cut, case when cut = 0 then day end as day, region_code, channel_id, product_id, sum(scan_num)
  from bench_kept group by 1, 2, 3, 4, 5`;
const outside =
  "create table bench_outside as select day, region_code, channel_id, product_id, scan_num from consumer_scan_day where cut = 8";
const list = `select channel_id, region_code, product_id, sum(scan_num), min(day), max(day) from bench_outside
  group by 1, 2, 3 order by 4 desc limit 1000`;

interface Measured {
  readonly client: Client;
  readonly database: pg.Client;
  readonly connection: PostgresConnection;
}

export async function measureSummaries({ client, database, connection }: Measured): Promise<void> {
  await database.query(`${summarized}; ${outside}; vacuum analyze bench_kept; vacuum analyze bench_outside`);
  const handler = await startBareHandler(connection, { "/summary": [summary], "/list": [list] });
  try {
    const { rows } = await database.query<{ readonly id: string }>("select product_id as id from bench_kept where cut = 4 limit 1");
    const productId = rows[0]?.id ?? "";
    const measured = await timed(
      {
        floor: () => handler.ask("/summary", []),
        summary: () => client.get(`${scans}/summary`, year),
        product: () => client.get(`${scans}/summary`, { ...year, productId }),
        listFloor: () => handler.ask("/list", []),
        list: () => client.get(`${scans}/cross-region-sale/summary`, year),
        overview: () => client.get(`${scans}/cross-region-sale/overview`, year),
      },
      turns,
      5,
    );
    const titles = {
      floor: "one aggregate over the figures of a summary",
      summary: "summary",
      product: "summary of a product",
      listFloor: "one aggregate over the figures of scans outside",
      list: "list of scans outside",
      overview: "overview of scans outside",
    };
    showTimes(titles, measured, turns);
    judge(goals.summary, measured.summary.median / measured.floor.median);
    judge(goals.list, measured.list.median / measured.listFloor.median);
    judge(goals.time, Math.max(...[measured.summary, measured.product, measured.list, measured.overview].map(({ median }) => median)));
  } finally {
    await handler.stop();
  }
}
