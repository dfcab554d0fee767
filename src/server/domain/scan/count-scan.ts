// One look-up of a consumer that counts: the number of the code, the record with its flags, and the repeat rule.
import { sql } from "kysely";
import type { CommitContext, Values } from "../../contract.ts";
import { insertRow } from "../../crud/write/write.ts";
import type { Transaction } from "../../store/database.ts";
import { insert } from "../../rows/insert.ts";
import { prepared, type Given } from "../../rows/prepared.ts";
import { anyOf, db, first, run } from "../../rows/query.ts";
import { tables, updateDerived, type TableSources } from "../../rows/tables.ts";
import { isOn, numberIn, type Settings } from "../bind-config/settings.ts";
import type { KnownCode } from "../codes/known-code.ts";
import { crossingOf, crossings, type Crossing } from "./cross-region.ts";
import { derivedResource } from "./derived-rows.ts";
import { kmBetween } from "./distance.ts";
import { countIn } from "./figures.ts";
import type { Place } from "./place.ts";

export const results = { first: 1, repeated: 2, unknown: 3, sealed: 4, disabled: 5, wrong: 6 } as const;
export type Result = (typeof results)[keyof typeof results];

/** Look-ups of one code from one address within so many seconds are one. */
const sameLookupSeconds = 60;
/** Scans of one code that the repeat rule looks at, the newest ones. */
const mostScans = 1000;
/** `brokenRule` of a code that is in two places at once. */
const tooFar = 4;
/** Two places of one code that nobody travels between, in so many minutes, unless the tenant says otherwise. */
const usualFar = { km: 300, minutes: 60 } as const;
/** Longest text of regions that the report keeps. */
const longestRegions = 255;

/** Settings that decide about flags. */
export const scanSettings = [
  "scan.repeat.maxCount",
  "scan.repeat.windowHours",
  "scan.repeat.maxUsers",
  "scan.repeat.maxCities",
  "scan.repeat.farKm",
  "scan.repeat.farMinutes",
  "scan.crossRegion.enabled",
  "scan.crossRegion.level",
  "scan.nonChannel.enabled",
] as const;

export interface Counted {
  readonly result: Result;
  readonly scanCount: number;
  readonly firstScanTime: string;
  readonly isSuspicious: boolean;
}

/** Goods of a channel are compared with where they may be sold; others have no such place. */
function crossRegionOf(code: KnownCode, { place, settings }: Pick<Scan, "place" | "settings">): Crossing {
  if (code.channelId === undefined || !isOn(settings, "scan.crossRegion.enabled", true)) return crossings.unknown;
  return crossingOf(place.region, code.saleRegionCodes, settings.get("scan.crossRegion.level"));
}

export interface Scan {
  readonly place: Place;
  readonly settings: Settings;
  readonly flags: Values;
}

/** Keeps a look-up that counts, which is the last thing that its transaction does. */
export async function recordScan(context: CommitContext, tx: Transaction, code: KnownCode | string, scan: Scan): Promise<void> {
  const kept = await keepScan(context, tx, code, scan);
  await countIn(context, tx, kept.id, kept);
}

/** Keeps a look-up. What reports need of the code is frozen in the row. */
async function keepScan(
  context: CommitContext,
  tx: Transaction,
  code: KnownCode | string,
  { place, settings, flags }: Scan,
): Promise<{ readonly id: string; readonly code: string; readonly ip: string }> {
  const known: Values & { readonly code: string } =
    typeof code === "string"
      ? { code: code.slice(0, 128) }
      : {
          code: code.code,
          codeFuncType: code.codeFuncType,
          productId: code.productId ?? null,
          specId: code.specId ?? null,
          batchCode: code.batchCode,
          channelId: code.channelId ?? null,
          stockOutDocId: code.stockOutDocId ?? null,
          saleRegionCodes: code.saleRegionCodes,
          crossRegion: crossRegionOf(code, { place, settings }),
        };
  const values = {
    crossRegion: crossings.unknown,
    ...known,
    ...place.values,
    scanTime: context.now(),
    ip: context.address.slice(0, 45),
    nonChannel: 0,
    suspicious: 0,
    ...flags,
  };
  const { scope, caller } = context;
  const id = await context.identifiers.next();
  await insertRow(tx, derivedResource(context, "consumer-scan-record"), { values, id, scope, caller, now: context.now() });
  return { id, code: known.code, ip: values.ip };
}

const earlierVerdict = prepared(
  "scan_verdict_before",
  (given: Given<{ readonly code: string; readonly ip: string; readonly now: string }>, { unscoped }) =>
    db
      .selectFrom(unscoped("consumer-scan-record", "r"))
      .where("r.code", "=", given("code"))
      .where("r.ip", "=", given("ip"))
      .where("r.result", "in", [results.first, results.repeated])
      .where("r.scanTime", ">", sql<string>`${given("now")}::timestamp - make_interval(secs => ${sql.lit(sameLookupSeconds)})`)
      .orderBy("r.scanTime", "desc")
      .orderBy("r.id", "desc")
      .limit(1)
      .select(["r.result", "r.scanNum", "r.suspicious"]),
);

/** The verdict that the same address got on the same code a moment ago. */
async function verdictBefore(context: CommitContext, tx: Transaction, code: KnownCode): Promise<Counted | undefined> {
  const row = await first(tx, earlierVerdict(context, { code: code.code, ip: context.address.slice(0, 45), now: context.now() }));
  if (row === undefined) return undefined;
  return {
    result: row.result === results.first ? results.first : results.repeated,
    scanCount: Number(row.scanNum),
    firstScanTime: code.firstScanTime,
    isSuspicious: row.suspicious === 1,
  };
}

interface RuleAsked {
  readonly code: string;
  readonly hours: number;
  readonly now: string;
  readonly minutes: number;
  /** Where this scan is; null where that is not known. */
  readonly latitude: string | null;
  readonly longitude: string | null;
}

/** How far from here the code was scanned within so many minutes, at the furthest. */
const furthest = (given: Given<RuleAsked>, { unscoped }: Pick<TableSources, "unscoped">) => {
  const here = {
    latitude: sql<string | null>`${given("latitude")}::numeric`,
    longitude: sql<string | null>`${given("longitude")}::numeric`,
  };
  return db
    .selectFrom(unscoped("consumer-scan-record", "f"))
    .where("f.code", "=", given("code"))
    .where("f.result", "in", [results.first, results.repeated])
    .where("f.scanTime", ">=", sql<string>`${given("now")}::timestamp - make_interval(mins => ${given("minutes")}::int)`)
    .select(({ ref }) =>
      sql<string | null>`max(${kmBetween(here, { latitude: ref("f.latitude"), longitude: ref("f.longitude") })})`.as("km"),
    );
};

/** Scans, people and cities of a code within so many hours, 0 for all of them; and the furthest of the last minutes. */
const scansOf = prepared("scans_of_repeat_rule", (given: Given<RuleAsked>, { unscoped, withRemoved }) =>
  db
    .selectFrom(
      db
        .selectFrom(unscoped("consumer-scan-record", "r"))
        .where("r.code", "=", given("code"))
        .where("r.result", "in", [results.first, results.repeated])
        .where(({ or, eb }) =>
          or([
            sql<boolean>`${given("hours")}::int = 0`,
            eb("r.scanTime", ">", sql<string>`${given("now")}::timestamp - make_interval(hours => ${given("hours")}::int)`),
          ]),
        )
        .orderBy("r.scanTime", "desc")
        .limit(mostScans)
        .select(["r.wxUserId", "r.ip", "r.scanRegionCode"])
        .as("s"),
    )
    .select(({ ref }) => [
      sql<number>`count(*)::int`.as("scans"),
      sql<number>`count(distinct coalesce(${ref("s.wxUserId")}::text, ${ref("s.ip")}))::int`.as("people"),
      // Of a scan whose city is not known the province counts, unless a city of it counts already.
      sql<number>`(count(distinct left(${ref("s.scanRegionCode")}, 4)) filter (where length(${ref("s.scanRegionCode")}) >= 4)
          + count(distinct left(${ref("s.scanRegionCode")}, 2))
          - count(distinct left(${ref("s.scanRegionCode")}, 2)) filter (where length(${ref("s.scanRegionCode")}) >= 4))::int`.as("cities"),
      db
        .selectFrom(withRemoved("region", "n"))
        .where("n.code", "=", anyOf(sql<readonly string[]>`array_agg(${ref("s.scanRegionCode")})`))
        .select((inner) =>
          sql<string | null>`string_agg(distinct coalesce(${inner.ref("n.cityName")}, ${inner.ref("n.provinceName")}), '、')`.as("names"),
        )
        .as("regions"),
      furthest(given, { unscoped }).as("farKm"),
    ]),
);

/** The strongest repeat rule that the scans of a code break, this one among them; 0 for none. Keeps the code's row of the repeat report. */
async function brokenRule(
  context: CommitContext,
  tx: Transaction,
  code: KnownCode,
  {
    counted,
    place,
    settings,
  }: { readonly counted: Pick<Counted, "scanCount" | "firstScanTime">; readonly place: Place; readonly settings: Settings },
): Promise<number> {
  const hours = numberIn(settings, "scan.repeat.windowHours", 0);
  const minutes = numberIn(settings, "scan.repeat.farMinutes", usualFar.minutes, 1);
  const mostKm = numberIn(settings, "scan.repeat.farKm", usualFar.km);
  const { latitude, longitude } = place;
  const row = await first(tx, scansOf(context, { code: code.code, hours, now: context.now(), minutes, latitude, longitude }));
  const { scans = 0, people = 0, cities = 0, regions = null, farKm = null } = row ?? {};
  // What is counted on the code goes further back than the records that are kept.
  const times = hours === 0 ? Math.max(scans, counted.scanCount) : scans;
  const rules = [
    [3, cities, "scan.repeat.maxCities", 2],
    [2, people, "scan.repeat.maxUsers", 3],
    [1, times, "scan.repeat.maxCount", 3],
  ] as const;
  // Nobody is in two places at once, so this is the gravest.
  const isFar = mostKm > 0 && Number(farKm) > mostKm;
  const broken = isFar ? tooFar : (rules.find(([, found, key, builtIn]) => found > numberIn(settings, key, builtIn, 1))?.[0] ?? 0);
  const repeat = {
    id: await context.identifiers.next(),
    code: code.code,
    productId: code.productId ?? null,
    batchCode: code.batchCode,
    channelId: code.channelId ?? null,
    scanCount: counted.scanCount,
    userNum: people,
    cityNum: cities,
    firstScanTime: counted.firstScanTime,
    lastScanTime: context.now(),
    brokenRule: broken,
    farKm: mostKm > 0 ? farKm : null,
    regions: regions === null ? null : [...regions].slice(0, longestRegions).join(""),
  };
  await run(
    tx,
    insert(context, "scan-repeat", [repeat]).onConflict((conflict) =>
      conflict
        .columns(["tenantId", "code"])
        .where("isDeleted", "=", 0)
        .doUpdateSet(({ fn, ref }) => ({
          channelId: ref("excluded.channelId"),
          scanCount: ref("excluded.scanCount"),
          lastScanTime: ref("excluded.lastScanTime"),
          updateTime: ref("excluded.lastScanTime"),
          userNum: fn<number>("greatest", ["scan-repeat.userNum", "excluded.userNum"]),
          cityNum: fn<number>("greatest", ["scan-repeat.cityNum", "excluded.cityNum"]),
          brokenRule: fn<number>("greatest", ["scan-repeat.brokenRule", "excluded.brokenRule"]),
          farKm: fn<string | null>("greatest", ["scan-repeat.farKm", "excluded.farKm"]),
          regions: fn.coalesce("excluded.regions", "scan-repeat.regions"),
        })),
    ),
  );
  return broken;
}

/** Look-ups of one code wait for each other. */
export const lockedCode = prepared("code_to_count", (given: Given<{ readonly id: string }>, { withRemoved }) =>
  db.selectFrom(withRemoved("code-item", "i")).where("i.id", "=", given("id")).forNoKeyUpdate().select("i.id"),
);

const countedCode = prepared("count_scan_of_code", (given: Given<{ readonly id: string; readonly now: string }>, { withRemoved }) =>
  updateDerived(withRemoved("code-item", "i"))
    .where("i.id", "=", given("id"))
    .set(({ ref }) => ({
      scanCount: sql<number>`coalesce(${ref("i.scanCount")}, 0) + 1`,
      firstScanTime: sql<string>`coalesce(${ref("i.firstScanTime")}, ${given("now")}::timestamp)`,
    }))
    .returning(["i.scanCount", "i.firstScanTime"]),
);

/** Counts a look-up of a genuine code: of two first ones at the same moment exactly one is the first. */
export async function countScan(
  context: CommitContext,
  tx: Transaction,
  code: KnownCode,
  { place, settings }: { readonly place: Place; readonly settings: Settings },
): Promise<Counted> {
  await first(tx, lockedCode(context, { id: code.id }));
  const before = await verdictBefore(context, tx, code);
  if (before !== undefined) return before;
  const row = await first(tx, countedCode(context, { id: code.id, now: context.now() }));
  const counted = { scanCount: row?.scanCount ?? 1, firstScanTime: row?.firstScanTime ?? context.now() };
  const result = counted.scanCount === 1 ? results.first : results.repeated;
  const isNonChannel = code.channelId === undefined && isOn(settings, "scan.nonChannel.enabled", true);
  const flags = { result, scanNum: counted.scanCount, nonChannel: isNonChannel ? 1 : 0 };
  const kept = await keepScan(context, tx, code, { place, settings, flags });
  const isSuspicious = (await brokenRule(context, tx, code, { counted, place, settings })) > 0;
  if (isSuspicious)
    await run(
      tx,
      updateDerived(tables(context).withRemoved("consumer-scan-record", "r")).set({ suspicious: 1 }).where("r.id", "=", kept.id),
    );
  await countIn(context, tx, kept.id, kept);
  return { ...counted, result, isSuspicious };
}
