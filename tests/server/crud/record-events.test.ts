// What happened to a record by the thousand stands in its timeline as numbers of days and months, each row once, over all pages.
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { recordsIn, objectIn } from "../../support/samples.ts";
import { serverOfFile, tenants, type Client } from "../../support/server.ts";
import { rowsOf, write } from "../domain/rows.ts";

const server = await serverOfFile({ isSeeded: true });
const zhangwei = server.as("zhangwei");
const channels = server.model.resource.get("channel")?.path ?? "";
const scans = "/digit-apply/consumer-scan-record";

const page = z.object({
  entries: z.array(z.object({ id: z.string() })),
  events: z.array(
    z.object({
      resource: z.string(),
      by: z.string(),
      timeField: z.string(),
      at: z.string(),
      from: z.string(),
      to: z.string(),
      isMonth: z.boolean(),
      count: z.number(),
      hasMore: z.boolean(),
    }),
  ),
  next: z.string(),
});

async function pagesOf(id: string, client: Client = zhangwei) {
  const pages: z.infer<typeof page>[] = [];
  for (let before = ""; pages.length < 20; before = pages.at(-1)?.next ?? "") {
    pages.push(page.parse(objectIn(await client.get(`${channels}/history`, { id, ...(before === "" ? {} : { before }) }))));
    if (pages.at(-1)?.next === "") break;
  }
  return pages;
}

const [first, second, third, fourth] = recordsIn(await zhangwei.get(`${channels}/list`)).map((row) => String(row["id"]));
await write(server, "delete from consumer_scan_record");
// A hundred thousand over six years and a half, two thousand of them on one day.
await write(
  server,
  `insert into consumer_scan_record (id, tenant_id, code, channel_id, scan_time, create_time, is_deleted)
   select 900000000000000000 + n, $1, 'TIMELINE' || n, $2::bigint, moment, moment, 0
     from generate_series(1, 100000) n, lateral (select
       case when n <= 2000 then $3::timestamp - interval '3 days' else $3::timestamp - interval '4 days' - (n % 2400) * interval '1 day' - (n % 600) * interval '1 minute' end as moment) m`,
  [tenants.one, first, server.clock.now()],
);

// On one day long ago, one of them at its beginning: more than a page looks at, and more than it looks through.
for (const [channel, count, prefix] of [
  [third, 5_000, "91"],
  [fourth, 23_000, "92"],
] as const)
  await write(
    server,
    `insert into consumer_scan_record (id, tenant_id, code, channel_id, scan_time, create_time, is_deleted)
     select ($4 || '0000000000000000')::bigint + n, $1, 'DAY' || n, $2::bigint, moment, moment, 0
       from generate_series(1, $5::int) n, lateral (select date_trunc('day', $3::timestamp) - interval '5 days' + n * interval '1 second' as moment) m`,
    [tenants.one, channel, server.clock.now(), prefix, count],
  );

// As PostgreSQL does by itself soon.
await write(server, "analyze consumer_scan_record");

describe("what happened to a record", () => {
  it("is told by the day, and by the month where it is long ago, each row once however many pages there are", async () => {
    const pages = await pagesOf(first ?? "");
    const events = pages.flatMap((one) => one.events);
    expect(pages.length).toBeGreaterThan(1);
    expect(new Set(events.map(({ from }) => from)).size).toBe(events.length);
    const at = events.map((one) => BigInt(one.at));
    expect(at).toEqual(at.toSorted((one, other) => Number(other - one)));
    // One ends where the next one begins, and together they have all of them.
    const [last, ...others] = events.toReversed();
    expect(others.every((one, place) => one.from > (events.toReversed()[place]?.to ?? ""))).toBe(true);
    const [stored] = await rowsOf(
      server,
      "select count(*)::int as missing from consumer_scan_record where channel_id = $1 and scan_time < $2::timestamp",
      [first, last?.from],
    );
    expect(stored?.["missing"]).toBe(0);
    // Every day and month that has any is there.
    const since = events.findLast(({ isMonth }) => !isMonth)?.from;
    const [units] = await rowsOf(
      server,
      `select count(distinct case when scan_time >= date_trunc('month', $2::timestamp) then date_trunc('day', scan_time)
         else date_trunc('month', scan_time) end)::int as units from consumer_scan_record where channel_id = $1`,
      [first, since],
    );
    expect(events.length).toBe(units?.["units"]);
    expect(events.some(({ isMonth }) => isMonth)).toBe(true);
    const busy = events.filter(({ hasMore }) => hasMore);
    expect(busy.every(({ count }) => count === 999)).toBe(true);
    expect(busy.some(({ isMonth }) => !isMonth)).toBe(true);
  });

  it("leads to the list of these rows", async () => {
    const [{ events } = { events: [] }] = await pagesOf(first ?? "");
    const day = events.find(({ isMonth, hasMore }) => !isMonth && !hasMore);
    const found = await zhangwei.get(`${scans}/list`, {
      [day?.by ?? ""]: first ?? "",
      [`${day?.timeField}_ge`]: day?.from ?? "",
      [`${day?.timeField}_le`]: day?.to ?? "",
      size: 1,
    });
    expect(objectIn(found)["total"]).toBe(day?.count);
    expect(day?.count).toBeGreaterThan(0);
  });

  it("is not told of other records, nor to whoever may not read those rows or sees none of them", async () => {
    expect((await pagesOf(second ?? "")).flatMap(({ events }) => events)).toEqual([]);
    const permissions = new Set(["channel", "channel_view"]);
    expect((await pagesOf(first ?? "", server.as("nobody", { permissions })))[0]?.events).toEqual([]);
    const none = server.as("zhangwei", {
      rowLimits: new Map([["consumer-scan-record", () => ({ shape: "none", parameters: [], sql: () => "false" })]]),
    });
    expect((await pagesOf(first ?? "", none)).flatMap(({ events }) => events)).toEqual([]);
  });

  it("is told of a day whose reader sees none of its latest rows: what there is of it, or that there may be some", async () => {
    const seesOne = (prefix: string) =>
      server.as("zhangwei", {
        rowLimits: new Map([
          [
            "consumer-scan-record",
            (alias) => ({
              shape: "one",
              parameters: [`${prefix}0000000000000001`],
              sql: ([place = ""]) => `${alias}.id = ${place}::bigint`,
            }),
          ],
        ]),
      });
    const told = async (id: string | undefined, prefix: string) =>
      (await pagesOf(id ?? "", seesOne(prefix))).flatMap(({ events }) => events).map(({ count, hasMore }) => ({ count, hasMore }));
    expect(await told(third, "91")).toEqual([{ count: 1, hasMore: false }]);
    expect(await told(third, "90")).toEqual([]);
    expect(await told(fourth, "92")).toEqual([{ count: 0, hasMore: true }]);
  });

  it("is counted of the rows that its reader sees, where these are some of them", async () => {
    const sees = (condition: string) =>
      server.as("zhangwei", {
        rowLimits: new Map([
          [
            "consumer-scan-record",
            (alias) => ({
              shape: condition,
              parameters: [3],
              sql: ([place = ""]) => condition.replace("t.", `${alias}.`).replace("$", place),
            }),
          ],
        ]),
      });
    const limited = sees("t.id % $ = 0");
    const [{ events, next } = { events: [], next: "" }] = await pagesOf(first ?? "", limited);
    expect(next).not.toBe("");
    const [day] = events;
    expect(day).toMatchObject({ count: 666, hasMore: true });
    const query = { [day?.by ?? ""]: first ?? "", [`${day?.timeField}_ge`]: day?.from ?? "", [`${day?.timeField}_le`]: day?.to ?? "" };
    expect(objectIn(await limited.get(`${scans}/list`, { ...query, size: 1 }))["total"]).toBe(666);
    // Each day once, on the pages that follow as well, and those that are counted to their end as often as their list has rows.
    const all = (await pagesOf(first ?? "", limited)).flatMap((one) => one.events);
    expect(new Set(all.map(({ from }) => from)).size).toBe(all.length);
    const ended = all.filter(({ hasMore, isMonth }) => !hasMore && !isMonth);
    expect(ended.length).toBeGreaterThan(10);
    const [counted] = await rowsOf(
      server,
      "select count(*)::int as rows from consumer_scan_record where channel_id = $1 and id % 3 = 0 and scan_time >= $2::timestamp and scan_time <= $3::timestamp",
      [first, ended.at(-1)?.from, ended[0]?.to],
    );
    expect(ended.reduce((sum, { count }) => sum + count, 0)).toBe(counted?.["rows"]);
  });
});
