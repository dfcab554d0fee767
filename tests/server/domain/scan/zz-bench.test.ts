import { expect, it } from "vitest";
import { serverOfFile } from "../../../support/server.ts";
import { remakeFigures } from "../../../../src/server/domain/scan/figures-job.ts";
import { rowsOf, write } from "../rows.ts";

const server = await serverOfFile({ isSeeded: true });
const zhangwei = server.as("zhangwei");
const total = Number(process.env["SCANS"] ?? 300000);
const scans = "/digit-apply/consumer-scan-record";
const range = { startDate: "2024-06-01", endDate: "2025-05-30" };

it("is fast", { timeout: 3_000_000 }, async () => {
  const began = performance.now();
  await write(server, "create temporary table if not exists x(a int)");
  await write(
    server,
    `insert into consumer_scan_record (id, tenant_id, code, code_func_type, scan_time, result, scan_num, product_id, scan_region_code, ip, channel_id, sale_region_codes, non_channel, cross_region, suspicious, create_time)
    select 9000000000 + n, '100001', 'BENCH' || (n * 7919 % ${Math.round(total * 0.7)}), 4, timestamp '2024-06-01' + make_interval(secs => (n * 86400 * 363 / ${total})::int), case when n % 50 = 0 then 3 when n % 3 = 0 then 2 else 1 end, 1,
      (select (array_agg(id order by id)) from attr_owner where tenant_id = '100001' and owner_type = 1)[1 + (n * 7919 % ${Math.round(total * 0.7)}) % 3],
      (array['410105','410305','420106','440106','330106','510104','110101','310101'])[1 + (n % 977) % 8], '10.' || (n % 200) || '.' || (n % 211) || '.' || (n % 7),
      (select array_agg(id order by id) from channel where tenant_id = '100001')[1 + (n * 7919 % ${Math.round(total * 0.7)}) % 4],
      array['41'], 0, case when n % 40 = 0 then 1 else 0 end, 0, now()
    from generate_series(1::bigint, ${total}) n`,
  );
  await write(server, "analyze consumer_scan_record");
  console.log("rows", Math.round(performance.now() - began), "ms");
  const made = performance.now();
  await remakeFigures(server, "100001");
  console.log("remade", Math.round(performance.now() - made), "ms", await rowsOf(server, "select (select count(*) from consumer_scan_day) as days, (select count(*) from consumer_scan_reach) as reach, pg_size_pretty(pg_total_relation_size('consumer_scan_day')) a, pg_size_pretty(pg_total_relation_size('consumer_scan_reach')) b, pg_size_pretty(pg_total_relation_size('consumer_scan_record')) c"));
  await write(server, "analyze consumer_scan_day");
  await write(server, "analyze consumer_scan_reach");
  for (const [name, path, query] of [
    ["summary year", `${scans}/summary`, range],
    ["summary 30 days", `${scans}/summary`, { startDate: "2025-05-01", endDate: "2025-05-30" }],
    ["overview year", `${scans}/cross-region-sale/overview`, range],
    ["cross year", `${scans}/cross-region-sale/summary`, range],
    ["cross 30 days", `${scans}/cross-region-sale/summary`, { startDate: "2025-05-01", endDate: "2025-05-30" }],
  ] as const) {
    const times: number[] = [];
    for (let i = 0; i < 3; i += 1) {
      const start = performance.now();
      const answer = await zhangwei.get(path, query);
      times.push(Math.round(performance.now() - start));
      if (i === 0) console.log(name, answer.status, JSON.stringify(answer.data).slice(0, 300));
    }
    console.log(name, times);
  }
  const home = performance.now();
  console.log((await zhangwei.get("/blade-desk/home")).status, Math.round(performance.now() - home), "home");
  expect((await rowsOf(server, "select 1 as a")).length).toBe(1);
});
