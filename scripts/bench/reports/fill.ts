// Scans of a year and what is kept of them, written by sets past the server: as many as wanted, of products, channels and regions that the
// tenant has. What is kept is written out here once more, as it would be by hand; `npm run reconcile` tells whether the product agrees.
import type pg from "pg";
import { tenant } from "../sign-in.ts";

/** Products, channels and days that a brand owner has. */
const shape = { products: 20, channels: 80, days: 365 } as const;
const firstDay = "2025-01-01";
export const year = { startDate: firstDay, endDate: "2025-12-31" } as const;
const firstId = "7100000000000000000";

/** Numbers that look random and are the same in every run: from 0 to below the limit. */
const below = (limit: string | number, of: string, seed: number): string =>
  `((hashint8extended(${of}, ${seed}) & 9223372036854775807) % ${limit})`;

/**
 * Scans `n` of `$1`, by numbers alone. Of ten, six are of a code that nobody has scanned, three of one that was scanned within the last week,
 * one of any that was scanned before. What a code is of, who sells it and who bought it follows from its number. One of thirty is sold where
 * its channel may not sell it, in one of five places for each channel; a few have no channel, a few nobody knows. A fifth of the scans is
 * somebody else's.
 */
const numbered = `
  create unlogged table bench_scan as
  select n, code, at, at::date as day, known, sold, sold and outside as outside, product, dealer,
    (case when ${below(5, "n", 5)} = 0 then 1 + ${below("n", "n", 6)} else code end / 3)::int as who,
    case when outside then 53 * dealer + 31 * ${below(5, "code", 7)} else 4 * dealer + ${below(8, "n", 8)} end % $2::int as region
  from (
    select n, code, at, ${below(50, "code", 9)} <> 0 as known, ${below(50, "code", 9)} <> 0 and ${below(20, "code", 10)} <> 0 as sold,
      ${below(30, "code", 11)} = 0 as outside, ${below(shape.channels, "code", 12)} as dealer, ${below(shape.products, "code", 3)} as product
    from (
      select n, date_trunc('second', '${firstDay}'::timestamp + interval '1 second' * ((n - 1) * (86400.0 * ${shape.days} / $1::bigint))) as at,
        case when n = 1 or ${below(10, "n", 1)} < 6 then n
          when ${below(10, "n", 1)} < 9 then n - 1 - ${below(`least(n - 1, greatest($1::bigint * 7 / ${shape.days}, 1))`, "n", 2)}
          else 1 + ${below("(n - 1)", "n", 2)} end as code
      from generate_series(1, $1::bigint) n
    ) as coded
  ) as made`;

/** The same with what they are numbers of. */
const scans = `
  insert into consumer_scan_record (id, tenant_id, create_time, update_time, code, code_func_type, scan_time, result, scan_num, product_id,
    wx_user_id, scan_region_code, ip, channel_id, non_channel, cross_region, suspicious)
  select ${firstId}::bigint + n, '${tenant}', at, at, 'R' || code, 1, at, case when not known then 3 when code = n then 1 else 2 end, 1,
    case when known then products[1 + product] end, case when who % 10 = 0 then 7000000000000000000 + who end, regions[1 + region],
    '10.' || who, case when sold then channels[1 + dealer] end, case when known and not sold then 1 else 0 end,
    case when not sold then 2 when outside then 1 else 0 end, 0
  from bench_scan, bench_given`;

/** Scans outside of their regions, and codes, by province, channel and product: those of these columns whose bits a cut has. */
const outsideCuts = [16, 17, 18, 19, 20, 21, 22, 23];
const partOf = (cut: number, bit: number, column: string): string =>
  (cut & bit) !== 0 ? column : bit === 1 ? "null::text" : "null::bigint";

/** Columns by which figures are told apart, and the scans that each of their cuts is of. */
const dayCuts = `(values (0, null::text, null::bigint, null::bigint, true), (1, left(city, 2), null, null, true), (2, null, channel, null, channel is not null),
  (4, null, null, product, product is not null), (5, left(city, 2), null, product, product is not null),
  (6, null, channel, product, channel is not null and product is not null), (8, city, channel, product, outside),
  ${outsideCuts.map((cut) => `(${cut}, ${partOf(cut, 1, "left(city, 2)")}, ${partOf(cut, 2, "channel")}, ${partOf(cut, 4, "product")}, outside)`).join(", ")})`;

const given = `select n, code, who, day, outside, known, sold, regions[1 + region] as city, case when sold then channels[1 + dealer] end as channel,
  case when known then products[1 + product] end as product from bench_scan, bench_given`;

const days = `
  insert into consumer_scan_day (id, tenant_id, create_time, update_time, cell, cut, day, region_code, channel_id, product_id,
    scan_num, first_num, repeat_num, unknown_num, blocked_num, non_channel_num, cross_region_num)
  select row_number() over (), '${tenant}', now(), now(), concat_ws('|', cut, day, coalesce(r, ''), coalesce(c::text, ''), coalesce(p::text, ''), 0), cut, day, r, c, p,
    sum(num), sum(firsts), sum(repeats), sum(unknown), 0, sum(non), sum(crossing)
  from (select day, city, channel, product, outside, count(*) as num, count(*) filter (where known and code = n) as firsts,
      count(*) filter (where known and code <> n) as repeats, count(*) filter (where not known) as unknown,
      count(*) filter (where known and not sold) as non, count(*) filter (where outside) as crossing
    from (${given}) s group by 1, 2, 3, 4, 5) s cross join lateral ${dayCuts} as c(cut, r, c, p, meant)
  where meant group by cut, day, r, c, p`;

/** Who was met on each day, with the day before: of a code, its product and channel are always the same. */
const metCodes = `
  select day, lag(day) over (partition by code order by day) as since, channel, product
  from (select code, day, min(channel) as channel, min(product) as product from (${given}) s group by code, day) s`;
const metOutside = (region: string): string => `
  select day, lag(day) over (partition by code, region order by day) as since, region, channel, product
  from (select distinct code, day, ${region} as region, channel, product from (${given}) s where outside) s`;
const metPeople = (product: string): string => `
  select day, lag(day) over (partition by who, product order by day) as since, product
  from (select distinct who, day, ${product} as product from (${given}) s) s`;
const none = "null::text, null::bigint, null::bigint";

const reach = `
  insert into consumer_scan_reach (id, tenant_id, create_time, update_time, cell, cut, day, since_day, region_code, channel_id, product_id, num)
  select row_number() over (), '${tenant}', now(), now(),
    concat_ws('|', cut, day, coalesce(since::text, ''), coalesce(r, ''), coalesce(c::text, ''), coalesce(p::text, ''), 0), cut, day, since, r, c, p, num
  from (
    select cut, day, since, r, c, p, count(*) as num from (${metCodes}) m cross join lateral
      (values (0, ${none}, true), (2, null, channel, null, channel is not null), (4, null, null, product, product is not null)) as k(cut, r, c, p, meant)
    where meant group by 1, 2, 3, 4, 5, 6
    union all select 8, day, since, ${none}, count(*) from (${metPeople("null::bigint")}) m group by 2, 3
    union all select 12, day, since, null::text, null::bigint, product, count(*) from (${metPeople("product")}) m where product is not null group by 2, 3, 6
    ${outsideCuts
      .map(
        (
          cut,
        ) => `union all select ${cut}, day, since, ${partOf(cut, 1, "region")}, ${partOf(cut, 2, "channel")}, ${partOf(cut, 4, "product")}, count(*)
          from (${metOutside((cut & 1) === 0 ? "null::text" : "left(city, 2)")}) m group by 2, 3, 4, 5, 6`,
      )
      .join("\n")}
    union all select 39, day, since, region, channel, product, count(*) from (${metOutside("city")}) m group by 2, 3, 4, 5, 6
  ) as f`;

const ready = `insert into consumer_scan_day (id, tenant_id, cell, cut) values (0, '${tenant}', 'ready 2', -1)`;

const values = (rows: readonly Readonly<Record<string, unknown>>[]): readonly string[] => rows.map((row) => String(row["value"]));

/** Copies of a row of the tenant where there are too few, for what names and labels are read of. */
async function enough(database: pg.Client, table: "channel" | "attr_owner", wanted: number, where = "true"): Promise<readonly string[]> {
  const own = `tenant_id = '${tenant}' and is_deleted = 0 and ${where}`;
  const found = async () =>
    values((await database.query(`select id as value from ${table} where ${own} order by id limit ${wanted}`)).rows);
  const there = await found();
  await database.query(
    `insert into ${table} select (jsonb_populate_record(null::${table}, to_jsonb(t) || jsonb_build_object('id', ${firstId}::bigint + n, 'code', 'BENCH' || n, 'name', t.name || n))).*
     from (select * from ${table} where tenant_id = '${tenant}' and id = $1) t, generate_series(1, $2::int) n`,
    [there[0], wanted - there.length],
  );
  return found();
}

/** Takes the indexes of a table away while work is done, and makes them again: a fraction of the time of writing each row into them. */
async function withoutIndexes(database: pg.Client, table: string, work: () => Promise<void>): Promise<void> {
  const { rows: indexes } = await database.query<{ readonly name: string; readonly definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     left join pg_constraint c on c.conindid = i.indexrelid where i.indrelid = '${table}'::regclass and c.oid is null`,
  );
  for (const { name } of indexes) await database.query(`drop index ${name}`);
  await work();
  for (const { definition } of indexes) await database.query(definition);
  await database.query(`vacuum analyze ${table}`);
}

interface Filling {
  readonly scans: number;
  /** Whether what is kept of them is written, too. */
  readonly figures: boolean;
  readonly onProgress?: (done: string) => void;
}

/** Writes the scans of a year, in place of those that the tenant has. */
export async function putScans(database: pg.Client, { scans: number, figures, onProgress = () => undefined }: Filling): Promise<void> {
  // They refer to people who are not there, and no reference need be looked up for each.
  await database.query(
    "set session_replication_role = replica; set work_mem = '512MB'; set maintenance_work_mem = '512MB'; set synchronous_commit = off",
  );
  const channels = await enough(database, "channel", shape.channels);
  const products = await enough(database, "attr_owner", shape.products, "owner_type = 1");
  const regions = values((await database.query("select distinct code as value from region where length(code) = 4 order by 1")).rows);
  for (const table of ["consumer_scan_record", "consumer_scan_day", "consumer_scan_reach"])
    await database.query(`delete from ${table} where tenant_id = '${tenant}'`);
  await database.query("drop table if exists bench_scan, bench_given");
  await database.query("create unlogged table bench_given (products bigint[], channels bigint[], regions text[])");
  await database.query("insert into bench_given values ($1, $2, $3)", [products, channels, regions]);
  await database.query(numbered.replaceAll("$1", String(number)).replaceAll("$2", String(regions.length)));
  await database.query("analyze bench_scan");
  onProgress("scans are made up");
  await withoutIndexes(database, "consumer_scan_record", async () => {
    await database.query(scans);
    onProgress("scans are stored");
  });
  onProgress("and have their indexes");
  if (figures) {
    await withoutIndexes(database, "consumer_scan_day", async () => {
      await database.query(days);
      await database.query(ready);
    });
    onProgress("days are counted");
    await withoutIndexes(database, "consumer_scan_reach", async () => void (await database.query(reach)));
    onProgress("who was met is counted");
  }
  await database.query("drop table bench_scan, bench_given");
  await database.query("reset session_replication_role; reset work_mem; reset maintenance_work_mem; reset synchronous_commit");
}
