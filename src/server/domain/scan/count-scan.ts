// One look-up of a consumer that counts: the number of the code, the record with its flags, and the repeat rule (catalogue, `consumer-scan-record`, `scan-repeat`).
import type { CommitContext, Values } from "../../contract.ts";
import { insertRow } from "../../crud/write/write.ts";
import type { Transaction } from "../../store/database.ts";
import { isOn, numberIn, type Settings } from "../bind-config/settings.ts";
import type { KnownCode } from "../codes/known-code.ts";
import { derivedResource } from "./derived-rows.ts";

export const results = { first: 1, repeated: 2, unknown: 3, sealed: 4, disabled: 5 } as const;
export type Result = (typeof results)[keyof typeof results];

/** Look-ups of one code from one address within so many seconds are one. */
const sameLookupSeconds = 60;
/** Scans of one code that the repeat rule looks at, the newest ones. */
const mostScans = 1000;

/** Settings that decide about flags. */
export const scanSettings = ["scan.repeat.maxCount", "scan.repeat.windowHours", "scan.repeat.maxUsers", "scan.repeat.maxCities", "scan.crossRegion.enabled", "scan.nonChannel.enabled"] as const;

/** Where the caller says to be. */
export interface Place {
  readonly longitude: string | null;
  readonly latitude: string | null;
}

export interface Counted {
  readonly result: Result;
  readonly scanCount: number;
  readonly firstScanTime: string;
  readonly isSuspicious: boolean;
}

/** Keeps a look-up. What reports need of the code is frozen in the row. */
export async function recordScan(context: CommitContext, tx: Transaction, code: KnownCode | string, place: Place, flags: Values): Promise<void> {
  const known: Values = typeof code === "string" ? { code: code.slice(0, 128) } : {
    code: code.code, codeFuncType: code.codeFuncType, productId: code.productId ?? null, specId: code.specId ?? null, batchCode: code.batchCode, channelId: code.channelId ?? null,
    stockOutDocId: code.stockOutDocId ?? null, saleRegionCodes: code.saleRegionCodes,
  };
  const values = {
    ...known, ...place, scanTime: context.now(), locateMode: place.longitude === null ? 0 : 1, ip: context.address.slice(0, 45), nonChannel: 0, crossRegion: 2, suspicious: 0, ...flags,
  };
  const { scope, caller } = context;
  await insertRow(tx, derivedResource(context, "consumer-scan-record"), { values, id: await context.identifiers.next(), scope, caller, now: context.now() });
}

/** The verdict that the same address got on the same code a moment ago. */
async function verdictBefore(context: CommitContext, tx: Transaction, code: KnownCode): Promise<Counted | undefined> {
  const row = await tx.first({
    sql: `select r.result, r.scan_num, r.suspicious from consumer_scan_record r
      where r.tenant_id = $1 and r.code = $2 and r.scan_time > $3::timestamp - make_interval(secs => ${sameLookupSeconds}) and r.ip = $4 and r.result in (1, 2) and r.is_deleted = 0
      order by r.scan_time desc, r.id desc limit 1`,
    parameters: [context.scope.tenantId, code.code, context.now(), context.address.slice(0, 45)],
  });
  if (row === undefined) return undefined;
  return { result: Number(row["result"]) === results.first ? results.first : results.repeated, scanCount: Number(row["scan_num"]), firstScanTime: code.firstScanTime, isSuspicious: Number(row["suspicious"]) === 1 };
}

/** The strongest repeat rule that the scans of a code break, this one among them; 0 for none. Keeps the code's row of the repeat report. */
async function brokenRule(context: CommitContext, tx: Transaction, code: KnownCode, counted: { readonly scanCount: number; readonly firstScanTime: string }, settings: Settings): Promise<number> {
  const { tenantId } = context.scope;
  const hours = numberIn(settings, "scan.repeat.windowHours", 0);
  const row = await tx.first({
    sql: `select count(*)::int as scans, count(distinct coalesce(s.wx_user_id::text, s.ip))::int as people, count(distinct left(s.scan_region_code, 4))::int as cities,
        (select string_agg(distinct coalesce(n.city_name, n.province_name), '、') from region n where n.code = any(array_agg(s.scan_region_code))) as regions
      from (select r.wx_user_id, r.ip, r.scan_region_code from consumer_scan_record r where r.tenant_id = $1 and r.code = $2 and r.result in (1, 2) and r.is_deleted = 0
        and ($3::int = 0 or r.scan_time > $4::timestamp - make_interval(hours => $3::int)) order by r.scan_time desc limit ${mostScans}) s`,
    parameters: [tenantId, code.code, hours, context.now()],
  });
  const [scans, people, cities] = ["scans", "people", "cities"].map((name) => Number(row?.[name] ?? 0));
  // What is counted on the code goes further back than the records that are kept.
  const times = hours === 0 ? Math.max(scans ?? 0, counted.scanCount) : scans ?? 0;
  const rules = [[3, cities ?? 0, "scan.repeat.maxCities", 2], [2, people ?? 0, "scan.repeat.maxUsers", 3], [1, times, "scan.repeat.maxCount", 3]] as const;
  const broken = rules.find(([, found, key, builtIn]) => found > numberIn(settings, key, builtIn, 1))?.[0] ?? 0;
  await tx.query({
    sql: `insert into scan_repeat as k (id, tenant_id, code, product_id, batch_code, channel_id, scan_count, user_num, city_num, first_scan_time, last_scan_time, broken_rule, regions, create_time)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, left($13, 255), $11)
      on conflict (tenant_id, code) where is_deleted = 0 do update set channel_id = excluded.channel_id, scan_count = excluded.scan_count, user_num = greatest(k.user_num, excluded.user_num),
        city_num = greatest(k.city_num, excluded.city_num), last_scan_time = excluded.last_scan_time, regions = coalesce(excluded.regions, k.regions),
        broken_rule = greatest(coalesce(k.broken_rule, 0), excluded.broken_rule), update_time = excluded.last_scan_time`,
    parameters: [
      await context.identifiers.next(), tenantId, code.code, code.productId ?? null, code.batchCode, code.channelId ?? null, counted.scanCount, people, cities, counted.firstScanTime, context.now(), broken,
      row?.["regions"] ?? null,
    ],
  });
  return broken;
}

/** Counts a look-up of a genuine code: of two first ones at the same moment exactly one is the first. */
export async function countScan(context: CommitContext, tx: Transaction, code: KnownCode, place: Place, settings: Settings): Promise<Counted> {
  const { tenantId } = context.scope;
  await tx.first({ sql: "select from code_item where tenant_id = $1 and id = $2 for no key update", parameters: [tenantId, code.id] });
  const before = await verdictBefore(context, tx, code);
  if (before !== undefined) return before;
  const row = await tx.first({
    sql: `update code_item set scan_count = coalesce(scan_count, 0) + 1, first_scan_time = coalesce(first_scan_time, $3::timestamp) where tenant_id = $1 and id = $2 returning scan_count, first_scan_time`,
    parameters: [tenantId, code.id, context.now()],
  });
  const counted = { scanCount: Number(row?.["scan_count"]), firstScanTime: String(row?.["first_scan_time"]) };
  const result = counted.scanCount === 1 ? results.first : results.repeated;
  const isNonChannel = code.channelId === undefined && isOn(settings, "scan.nonChannel.enabled", true);
  // Where the scan happened is not known by its division, so it is inside for certain only where any place is.
  const isAnywhere = code.channelId !== undefined && code.saleRegionCodes.length === 0 && isOn(settings, "scan.crossRegion.enabled", true);
  const id = { result, scanNum: counted.scanCount, nonChannel: isNonChannel ? 1 : 0, crossRegion: isAnywhere ? 0 : 2 };
  await recordScan(context, tx, code, place, id);
  const isSuspicious = (await brokenRule(context, tx, code, counted, settings)) > 0;
  if (isSuspicious) {
    await tx.query({
      sql: "update consumer_scan_record set suspicious = 1 where tenant_id = $1 and code = $2 and scan_time = $3::timestamp and scan_num = $4",
      parameters: [tenantId, code.code, context.now(), counted.scanCount],
    });
  }
  return { ...counted, result, isSuspicious };
}
