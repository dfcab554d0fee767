// Scans of a year, written by sets past the server: as many as wanted, of products, channels and regions that the tenant has.
import type pg from "pg";
import { tenant } from "../installed-server.ts";

/** Products, channels and years that a brand owner has. */
const shape = { products: 20, channels: 80, days: 365 } as const;
/** The first day of the year that the scans are of. */
const firstDay = "2025-01-01";
export const year = { startDate: firstDay, endDate: "2025-12-31" } as const;
/** Rows of one statement. */
const mostRows = 500_000;
const firstId = "7100000000000000000";

/** Numbers that look random and are the same in every run: from 0 to below the limit. */
const below = (limit: string | number, of: string, seed: number): string =>
  `((hashint8extended(${of}, ${seed}) & 9223372036854775807) % ${limit})`;

/**
 * Scan `n` of `$1`. Of ten, six are of a code that nobody has scanned, three of one that was scanned within the last week, one of any that was
 * scanned before. What a code is of, and who sells it, follows from its number; a few goods are sold elsewhere, a few have no channel, a few
 * codes nobody knows.
 */
const scans = `
  insert into consumer_scan_record (id, tenant_id, create_time, update_time, code, code_func_type, scan_time, result, scan_num, product_id,
    wx_user_id, scan_region_code, ip, channel_id, non_channel, cross_region, suspicious)
  select ${firstId}::bigint + n, '${tenant}', at, at, 'R' || code, 1, at,
    case when known then case when code = n then 1 else 2 end else 3 end, 1,
    case when known then products[1 + ${below(shape.products, "code", 3)}] end,
    case when ${below(10, "n", 4)} = 0 then 7000000000000000000 + ${below("greatest($1::bigint / 20, 1)", "n", 5)} end,
    regions[1 + (case when outside then 53 * dealer + 31 * ${below(5, "code", 6)} else 4 * dealer + ${below(8, "n", 7)} end) % cardinality(regions)],
    '10.' || ${below("greatest($1::bigint / 3, 1)", "n", 8)},
    case when sold then channels[1 + dealer] end,
    case when known and not sold then 1 else 0 end,
    case when not sold then 2 when outside then 1 else 0 end,
    0
  from (
    select n, code, at, ${below(50, "code", 9)} <> 0 as known, ${below(50, "code", 9)} <> 0 and ${below(20, "code", 10)} <> 0 as sold,
      ${below(30, "code", 11)} = 0 as outside, ${below(shape.channels, "code", 12)} as dealer
    from (
      select n, date_trunc('second', '${firstDay}'::timestamp + (n - 1) * interval '${shape.days} days' / $1::bigint) as at,
        case when n = 1 or ${below(10, "n", 1)} < 6 then n
          when ${below(10, "n", 1)} < 9 then n - 1 - ${below(`least(n - 1, greatest($1::bigint * 7 / ${shape.days}, 1))`, "n", 2)}
          else 1 + ${below("(n - 1)", "n", 2)} end as code
      from generate_series($2::bigint, $3::bigint) n
    ) as coded
  ) as s, (select $4::bigint[] as products, $5::bigint[] as channels, $6::text[] as regions) as given`;

const numbered = (rows: readonly Readonly<Record<string, unknown>>[]): readonly string[] => rows.map((row) => String(row["value"]));

/** As many copies of a row of the tenant as there are too few, for what names and labels are read of. */
async function enough(database: pg.Client, table: "channel" | "attr_owner", wanted: number, where = "true"): Promise<readonly string[]> {
  const found = async () =>
    numbered(
      (
        await database.query(
          `select id as value from ${table} where tenant_id = '${tenant}' and is_deleted = 0 and ${where} order by id limit ${wanted}`,
        )
      ).rows,
    );
  const there = await found();
  await database.query(
    `insert into ${table} select (jsonb_populate_record(null::${table}, to_jsonb(t) || jsonb_build_object('id', ${firstId}::bigint + n, 'code', 'BENCH' || n, 'name', t.name || n))).*
     from (select * from ${table} where tenant_id = '${tenant}' and id = $1) t, generate_series(1, $2::int) n`,
    [there[0], wanted - there.length],
  );
  return found();
}

/** Writes the scans of a year. Indexes are made afterwards, which takes a part of the time. */
export async function putScans(database: pg.Client, number: number, onProgress: (done: number) => void = () => undefined): Promise<void> {
  const channels = await enough(database, "channel", shape.channels);
  const products = await enough(database, "attr_owner", shape.products, "owner_type = 1");
  const { rows: cities } = await database.query("select distinct code as value from region where length(code) = 4 order by 1");
  // They refer to people who are not there, and no reference need be looked up for each.
  await database.query("set session_replication_role = replica");
  for (const table of ["consumer_scan_record", "consumer_scan_day", "consumer_scan_reach"])
    await database.query(`delete from ${table} where tenant_id = '${tenant}'`);
  const { rows: indexes } = await database.query<{ readonly name: string; readonly definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     left join pg_constraint c on c.conindid = i.indexrelid where i.indrelid = 'consumer_scan_record'::regclass and c.oid is null`,
  );
  for (const { name } of indexes) await database.query(`drop index ${name}`);
  for (let from = 1; from <= number; from += mostRows) {
    const to = Math.min(number, from + mostRows - 1);
    await database.query(scans, [number, from, to, products, channels, numbered(cities)]);
    onProgress(to);
  }
  await database.query("set maintenance_work_mem = '512MB'");
  for (const { definition } of indexes) await database.query(definition);
  await database.query("reset session_replication_role");
  await database.query("vacuum analyze consumer_scan_record");
}
