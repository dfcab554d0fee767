// One look-up of a consumer that counts: the number of the code, the record with its flags, and the repeat rule.
import { sql, type Expression } from "kysely";
import type { CommitContext, Values } from "../../contract.ts";
import { StatementCache } from "../../crud/sql/statement-cache.ts";
import { insertStatement } from "../../crud/write/write.ts";
import type { Statement, Transaction } from "../../store/database.ts";
import { filledRow, insertGiven } from "../../rows/insert.ts";
import { prepared, type Given } from "../../rows/prepared.ts";
import { anyOf, db, run, statementOf, type Query, type Sent } from "../../rows/query.ts";
import { updateDerived, type TableSources } from "../../rows/tables.ts";
import { isOn, numberSetting, type Settings } from "../bind-config/settings.ts";
import type { CurrentCode } from "../codes/current-code.ts";
import { crossingOf, crossings, type Crossing } from "./cross-region.ts";
import { derivedResource } from "./derived-rows.ts";
import { kmBetween } from "./distance.ts";
import { countingIn } from "./figures.ts";
import type { Place } from "./place.ts";

export const results = { first: 1, repeated: 2, unknown: 3, sealed: 4, disabled: 5, wrong: 6 } as const;
type Result = (typeof results)[keyof typeof results];

/** Look-ups of one code from one address within so many seconds are one. */
const sameLookupSeconds = 60;
/** Scans of one code that the repeat rule looks at, the newest ones. */
const maxScans = 1000;
/** `brokenRule` of a code that is in two places at once. */
const tooFar = 4;
/** Two places of one code that nobody travels between, in so many minutes, unless the tenant says otherwise. */
const defaultFar = { km: 0, minutes: 60 } as const;
/** Longest text of regions that the report keeps. */
const maxRegionsLength = 255;
const repeatColumns = [
  "id",
  "tenantId",
  "createUser",
  "createTime",
  "updateUser",
  "updateTime",
  "code",
  "productId",
  "batchCode",
  "channelId",
  "scanCount",
  "userNum",
  "cityNum",
  "firstScanTime",
  "lastScanTime",
  "brokenRule",
  "farKm",
  "regions",
] as const;

type RepeatRow = Readonly<Record<(typeof repeatColumns)[number], unknown>>;

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

interface Counted {
  readonly result: Result;
  readonly scanCount: number;
  readonly firstScanTime: string;
  /** Province and city of the first look-up; empty where they are not known. */
  readonly firstScanRegion: string;
  readonly isSuspicious: boolean;
}

/** Goods of a channel are compared with where they may be sold; others have no such place. */
function crossRegionOf(code: CurrentCode, { place, settings }: Pick<Scan, "place" | "settings">): Crossing {
  if (code.channelId === undefined || !isOn(settings, "scan.crossRegion.enabled", true)) return crossings.unknown;
  return crossingOf(place.region, code.saleRegionCodes, settings.get("scan.crossRegion.level"));
}

interface Scan {
  readonly place: Place;
  readonly settings: Settings;
  readonly flags: Values;
}

/** Sends the last statements of a look-up: at once, or with the commit where nothing comes after it. */
export type Ending = (tx: Transaction, sent: readonly Sent[]) => Promise<void>;

export const atOnce: Ending = (tx, sent) => run(tx, ...sent);
export const withCommit: Ending = async (tx, sent) => {
  for (const one of sent) tx.withCommit(statementOf(one));
};

/** Keeps a look-up that counts, which is the last thing that its transaction does. */
export async function recordScan(
  context: CommitContext,
  tx: Transaction,
  code: CurrentCode | string,
  { ending, ...scan }: Scan & { readonly ending: Ending },
): Promise<void> {
  const stored = await storedScan(context, code, scan);
  await ending(tx, [stored.row, ...countingIn(context, stored.id, stored)]);
}

const clientAddress = ({ address }: CommitContext): string => address.slice(0, 45);

interface StoredScan {
  readonly id: string;
  readonly code: string;
  readonly ip: string;
  /** Stores it. */
  readonly row: Statement;
}

const inserts = new StatementCache();

/** A look-up as it is kept. What reports need of the code is frozen in the row. */
async function storedScan(context: CommitContext, code: CurrentCode | string, { place, settings, flags }: Scan): Promise<StoredScan> {
  const facts: Values & { readonly code: string } =
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
    ...facts,
    ...place.values,
    scanTime: context.now(),
    ip: clientAddress(context),
    nonChannel: 0,
    suspicious: 0,
    ...flags,
  };
  const { scope, caller } = context;
  const id = await context.identifiers.next();
  const resource = derivedResource(context, "consumer-scan-record");
  const { sql: text, parameters } = insertStatement(resource, { values, id, scope, caller, now: context.now() });
  // There are as many texts as sets of values: whether the code, the place and the person are known.
  return { id, code: facts.code, ip: values.ip, row: inserts.statement(text, parameters, () => text) };
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

interface Looked {
  readonly code: string;
  readonly now: string;
  /** How far back the repeat rule looks; 0 for everything. */
  readonly hours: number;
  /** Who looks up now, and where. */
  readonly who: string;
  readonly region: string | null;
  /** Where that is in degrees, null where it is not known; and for how many minutes nobody can be far from there. */
  readonly latitude: string | null;
  readonly longitude: string | null;
  readonly minutes: number;
}

/** How far from here the code was scanned within so many minutes, at the furthest. */
const furthest = (given: Given<Looked>, { unscoped }: Pick<TableSources, "unscoped">) => {
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

/** Scans, people and cities of a code within so many hours, the one that is being counted among them. */
const scansOf = prepared("scans_of_repeat_rule", (given: Given<Looked>, { unscoped, withRemoved }) =>
  db
    .selectFrom(
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
            .limit(maxScans - 1)
            .select(({ ref }) => [
              sql<string>`coalesce(${ref("r.wxUserId")}::text, ${ref("r.ip")})`.as("who"),
              "r.scanRegionCode as region",
            ])
            .as("earlier"),
        )
        .select(["earlier.who", "earlier.region"])
        .unionAll(
          db.selectNoFrom([sql<string>`${given("who")}::text`.as("who"), sql<string | null>`${given("region")}::text`.as("region")]),
        )
        .as("s"),
    )
    .select(({ ref }) => [
      sql<number>`count(*)::int`.as("scans"),
      sql<number>`count(distinct ${ref("s.who")})::int`.as("people"),
      // Of a scan whose city is not known the province counts, unless a city of it counts already.
      sql<number>`(count(distinct left(${ref("s.region")}, 4)) filter (where length(${ref("s.region")}) >= 4)
          + count(distinct left(${ref("s.region")}, 2))
          - count(distinct left(${ref("s.region")}, 2)) filter (where length(${ref("s.region")}) >= 4))::int`.as("cities"),
      db
        .selectFrom(withRemoved("region", "n"))
        .where("n.code", "=", anyOf(sql<readonly string[]>`array_agg(${ref("s.region")})`))
        .select((inner) =>
          sql<string | null>`string_agg(distinct coalesce(${inner.ref("n.cityName")}, ${inner.ref("n.provinceName")}), '、')`.as("names"),
        )
        .as("regions"),
      furthest(given, { unscoped }).as("farKm"),
    ]),
);

/** Province and city; of a county without a city the county. What stands for the districts of a city that is a province is no city. */
const placeName = (region: Record<"provinceName" | "cityName" | "districtName", Expression<string | null>>) =>
  sql<string>`concat(${region.provinceName}, case
    when ${region.cityName} like '%直辖县级行政区划' then ${region.districtName}
    when ${region.cityName} not in ('市辖区', '县') then nullif(${region.cityName}, ${region.provinceName}) end)`;

/** Where a code was looked up first, and where somebody looks now. */
const placesOfScans = prepared("places_of_scans", (given: Given<Looked>, { unscoped }) =>
  db.selectNoFrom(({ selectFrom }) => [
    selectFrom(unscoped("consumer-scan-record", "r"))
      .innerJoin(unscoped("region", "n"), "n.code", "r.scanRegionCode")
      .where("r.code", "=", given("code"))
      .where("r.result", "=", results.first)
      .orderBy("r.scanTime")
      .limit(1)
      .select(({ ref }) =>
        placeName({ provinceName: ref("n.provinceName"), cityName: ref("n.cityName"), districtName: ref("n.districtName") }).as("place"),
      )
      .as("first"),
    selectFrom(unscoped("region", "n"))
      .where("n.code", "=", given("region"))
      .select(({ ref }) =>
        placeName({ provinceName: ref("n.provinceName"), cityName: ref("n.cityName"), districtName: ref("n.districtName") }).as("place"),
      )
      .as("own"),
  ]),
);

/** Keeps the row that a code has in the repeat report: the newest scan, and the most that was ever met. */
const storedRepeat = prepared("keep_scan_repeat", (given: Given<RepeatRow>, { unscoped }) =>
  insertGiven(unscoped("scan-repeat", "r").resource, "scan-repeat", repeatColumns, given).onConflict((conflict) =>
    conflict
      .columns(["tenantId", "code"])
      .where("isDeleted", "=", sql.lit(0))
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

type Met = ReturnType<typeof scansOf> extends Query<infer O> ? O : never;

/**
 * The strongest repeat rule that the scans of a code break, this one among them; 0 for none. Answers with it what keeps the code's row of the
 * repeat report.
 */
async function brokenRule(
  context: CommitContext,
  code: CurrentCode,
  { met, counted, settings }: { readonly met: Met | undefined; readonly counted: Times; readonly settings: Settings },
): Promise<{ readonly broken: number; readonly statement: Sent }> {
  const hours = numberSetting(settings, "scan.repeat.windowHours", 0);
  const maxKm = numberSetting(settings, "scan.repeat.farKm", defaultFar.km);
  const { scans = 0, people = 0, cities = 0, regions = null, farKm = null } = met ?? {};
  // What is counted on the code goes further back than the records that are kept.
  const times = hours === 0 ? Math.max(scans, counted.scanCount) : scans;
  const rules = [
    [3, cities, "scan.repeat.maxCities", 2],
    [2, people, "scan.repeat.maxUsers", 3],
    [1, times, "scan.repeat.maxCount", 3],
  ] as const;
  // Nobody is in two places at once, so this is the gravest.
  const isFar = maxKm > 0 && Number(farKm) > maxKm;
  const broken = isFar ? tooFar : (rules.find(([, found, key, builtIn]) => found > numberSetting(settings, key, builtIn, 1))?.[0] ?? 0);
  const repeat = filledRow(context, "scan-repeat", {
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
    farKm: maxKm > 0 ? farKm : null,
    regions: regions === null ? null : [...regions].slice(0, maxRegionsLength).join(""),
  });
  return { broken, statement: storedRepeat(context, repeat) };
}

type Times = Pick<Counted, "scanCount" | "firstScanTime">;

/** Look-ups of one code wait for each other. */
const lockedCode = prepared("code_to_count", (given: Given<{ readonly id: string }>, { withRemoved }) =>
  db.selectFrom(withRemoved("code-item", "i")).where("i.id", "=", given("id")).forNoKeyUpdate().select(["i.scanCount", "i.firstScanTime"]),
);

const countedCode = prepared(
  "count_scan_of_code",
  (given: Given<{ readonly id: string; readonly scanCount: number; readonly firstScanTime: string }>, { withRemoved }) =>
    updateDerived(withRemoved("code-item", "i"))
      .where("i.id", "=", given("id"))
      .set({ scanCount: given("scanCount"), firstScanTime: given("firstScanTime") }),
);

/**
 * What locks a code, so that of two first look-ups at the same moment exactly one is the first, and what is to be known then: how often it was
 * counted, the verdict that the same address got a moment ago, and the scans that the repeat rule looks at.
 */
export function lockingCode(context: CommitContext, code: CurrentCode, { place, settings }: Pick<Scan, "place" | "settings">) {
  const [now, ip, { wxUserId }] = [context.now(), clientAddress(context), place.values];
  const looked: Looked = {
    code: code.code,
    now,
    hours: numberSetting(settings, "scan.repeat.windowHours", 0),
    who: typeof wxUserId === "string" ? wxUserId : ip,
    region: place.region ?? null,
    latitude: place.latitude,
    longitude: place.longitude,
    minutes: numberSetting(settings, "scan.repeat.farMinutes", defaultFar.minutes, 1),
  };
  return [
    lockedCode(context, { id: code.id }),
    earlierVerdict(context, { code: code.code, ip, now }),
    scansOf(context, looked),
    placesOfScans(context, looked),
  ] as const;
}

type RowsOfAll<Queries> = { readonly [Index in keyof Queries]: Queries[Index] extends Query<infer O> ? readonly O[] : never };

interface CountedScan {
  readonly place: Place;
  readonly settings: Settings;
  /** The rows of `lockingCode`. */
  readonly locked: RowsOfAll<ReturnType<typeof lockingCode>>;
  readonly ending: Ending;
}

/** Counts a look-up of a genuine code that is locked. */
export async function countScan(
  context: CommitContext,
  tx: Transaction,
  code: CurrentCode,
  { place, settings, locked: [[locked], [before], [met], [places]], ending }: CountedScan,
): Promise<Counted> {
  if (before !== undefined)
    return {
      result: before.result === results.first ? results.first : results.repeated,
      scanCount: Number(before.scanNum),
      firstScanTime: code.firstScanTime,
      firstScanRegion: places?.first ?? "",
      isSuspicious: before.suspicious === 1,
    };
  const counted = { scanCount: (locked?.scanCount ?? 0) + 1, firstScanTime: locked?.firstScanTime ?? context.now() };
  const result = counted.scanCount === 1 ? results.first : results.repeated;
  const isNonChannel = code.channelId === undefined && isOn(settings, "scan.nonChannel.enabled", true);
  const repeat = await brokenRule(context, code, { met, counted, settings });
  const isSuspicious = repeat.broken > 0;
  const flags = { result, scanNum: counted.scanCount, nonChannel: isNonChannel ? 1 : 0, suspicious: isSuspicious ? 1 : 0 };
  const stored = await storedScan(context, code, { place, settings, flags });
  await ending(tx, [
    countedCode(context, { id: code.id, ...counted }),
    stored.row,
    repeat.statement,
    ...countingIn(context, stored.id, stored),
  ]);
  const firstScanRegion = places?.first ?? (result === results.first ? places?.own : undefined) ?? "";
  return { ...counted, result, firstScanRegion, isSuspicious };
}
