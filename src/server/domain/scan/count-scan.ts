// One look-up of a consumer that counts: the number of the code, the record with its flags, the row of the repeat report, and the figures.
import { secondsLater } from "#schema/local-time";
import { sql } from "kysely";
import type { CommitContext, Values } from "../../contract.ts";
import { StatementCache } from "../../crud/sql/statement-cache.ts";
import { insertStatement } from "../../crud/write/write.ts";
import type { Statement, Transaction } from "../../store/database.ts";
import { filledRow, insertGiven } from "../../rows/insert.ts";
import { prepared, type Given } from "../../rows/prepared.ts";
import { db, rows, run, statementOf, type Sent } from "../../rows/query.ts";
import { updateDerived } from "../../rows/tables.ts";
import { isOn, type Settings } from "../bind-config/settings.ts";
import type { CurrentCode } from "../codes/current-code.ts";
import type { FigureScan } from "./cells-of-scan.ts";
import { crossingOf, crossings, type Crossing } from "./cross-region.ts";
import { derivedResource } from "./derived-rows.ts";
import { divisionNames, placeName, type DivisionNames } from "./division-names.ts";
import { earlierScans, maxScansOfCode, type EarlierScans, type ScanOfCode, type ScanOfPerson } from "./earlier-scans.ts";
import { countingIn, holdScan, readinessQueries } from "./figures.ts";
import type { Place } from "./place.ts";
import { brokenRule, isCounted, repeatedScans, repeatSettings, type RepeatedScans } from "./repeat-rule.ts";
import { results, type Result } from "./results.ts";

/** Look-ups of one code from one address within so many seconds are one. */
const sameLookupSeconds = 60;
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
export const scanSettings = [...repeatSettings, "scan.crossRegion.enabled", "scan.crossRegion.level", "scan.nonChannel.enabled"] as const;

interface Counted {
  readonly result: Result;
  readonly scanCount: number;
  readonly firstScanTime: string;
  /** Province and city of the first look-up; empty where they are not known. */
  readonly firstScanRegion: string;
  readonly isSuspicious: boolean;
}

interface Scan {
  readonly place: Place;
  readonly settings: Settings;
  readonly flags: { readonly result: Result; readonly scanNum?: number; readonly nonChannel?: number; readonly suspicious?: number };
}

/** Sends the last statements of a look-up: at once, or with the commit where nothing comes after it. */
export type Ending = (tx: Transaction, sent: readonly Sent[]) => Promise<void>;

export const atOnce: Ending = (tx, sent) => run(tx, ...sent);
export const withCommit: Ending = async (tx, sent) => {
  for (const one of sent) tx.withCommit(statementOf(one));
};

const maxCodeLength = 128;
const clientAddress = ({ address }: CommitContext): string => address.slice(0, 45);
const wxUserIn = ({ values: { wxUserId } }: Place): string | null => (typeof wxUserId === "string" ? wxUserId : null);

/** What a scan is compared with, read under the locks of its code and its person. */
export interface Before extends EarlierScans {
  /** Whether the figures of the tenant have begun. */
  readonly hasFigures: boolean;
}

type BeforeQueries = readonly [Statement, ...ReturnType<typeof earlierScans>, ...ReturnType<typeof readinessQueries>];

/**
 * What is sent ahead of counting a scan: the locks of its code and its person, under which nobody counts another one of either, and what the scan
 * is compared with.
 */
export function beforeScan(context: CommitContext, code: string, place: Place): BeforeQueries {
  const scanning = { code: code.slice(0, maxCodeLength), wxUserId: wxUserIn(place), ip: clientAddress(context) };
  return [holdScan(context, scanning), ...earlierScans(context, scanning), ...readinessQueries(context)];
}

/** The rows of `beforeScan`. */
export function beforeIn([, ofCode, ofPerson, ready]: readonly [
  unknown,
  readonly ScanOfCode[],
  readonly ScanOfPerson[],
  ...(readonly unknown[])[],
]): Before {
  return { ofCode, ofPerson, hasFigures: ready === undefined || ready.length > 0 };
}

/** Keeps a look-up of what is no code that may be sold, which is the last thing that its transaction does. */
export async function recordScan(
  context: CommitContext,
  tx: Transaction,
  code: CurrentCode | string,
  { ending, before, ...scan }: Scan & { readonly before: Before; readonly ending: Ending },
): Promise<void> {
  const stored = await storedScan(context, code, scan);
  await ending(tx, [stored.row, ...countingIn(context, stored, before)]);
}

interface StoredScan {
  readonly id: string;
  /** What its figures are made of. */
  readonly scan: FigureScan;
  /** Stores it. */
  readonly row: Statement;
}

const inserts = new StatementCache();

/** A look-up as it is kept. What reports need of the code is frozen in the row. */
async function storedScan(context: CommitContext, code: CurrentCode | string, { place, settings, flags }: Scan): Promise<StoredScan> {
  const isKnown = typeof code !== "string";
  const facts: Values = isKnown
    ? {
        codeFuncType: code.codeFuncType,
        specId: code.specId ?? null,
        batchCode: code.batchCode,
        stockOutDocId: code.stockOutDocId ?? null,
        saleRegionCodes: code.saleRegionCodes,
      }
    : {};
  const scan: FigureScan = {
    code: isKnown ? code.code : code.slice(0, maxCodeLength),
    scanTime: context.now(),
    wxUserId: wxUserIn(place),
    ip: clientAddress(context),
    result: flags.result,
    nonChannel: flags.nonChannel ?? 0,
    crossRegion: isKnown ? crossRegionOf(code, { place, settings }) : crossings.unknown,
    scanRegionCode: place.region ?? null,
    productId: isKnown ? (code.productId ?? null) : null,
    channelId: isKnown ? (code.channelId ?? null) : null,
  };
  const { scope, caller } = context;
  const id = await context.identifiers.next();
  const resource = derivedResource(context, "consumer-scan-record");
  const values = { suspicious: 0, ...facts, ...place.values, ...flags, ...scan };
  const { sql: text, parameters } = insertStatement(resource, { values, id, scope, caller, now: context.now() });
  // There are as many texts as sets of values: whether the code, the place and the person are known.
  return { id, scan, row: inserts.statement(text, parameters, () => text) };
}

/** Goods of a channel are compared with where they may be sold; others have no such place. */
function crossRegionOf(code: CurrentCode, { place, settings }: Pick<Scan, "place" | "settings">): Crossing {
  if (code.channelId === undefined || !isOn(settings, "scan.crossRegion.enabled", true)) return crossings.unknown;
  return crossingOf(place.region, code.saleRegionCodes, settings.get("scan.crossRegion.level"));
}

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

type Times = Pick<Counted, "scanCount" | "firstScanTime">;

/** Keeps what a code has in the repeat report. */
async function keepRepeat(
  context: CommitContext,
  code: CurrentCode,
  {
    met,
    broken,
    counted,
    names,
  }: { readonly met: RepeatedScans; readonly broken: number; readonly counted: Times; readonly names: readonly DivisionNames[] },
): Promise<Sent> {
  const cities = new Set(
    names
      .filter((one) => one.code !== null && met.regions.includes(one.code))
      .flatMap(({ cityName, provinceName }) => cityName ?? provinceName ?? []),
  );
  const regions = [...cities].sort().join("、");
  return storedRepeat(
    context,
    filledRow(context, "scan-repeat", {
      id: await context.identifiers.next(),
      code: code.code,
      productId: code.productId ?? null,
      batchCode: code.batchCode,
      channelId: code.channelId ?? null,
      scanCount: counted.scanCount,
      userNum: met.people,
      cityNum: met.cities,
      firstScanTime: counted.firstScanTime,
      lastScanTime: context.now(),
      brokenRule: broken,
      farKm: met.farKm,
      regions: regions === "" ? null : [...regions].slice(0, maxRegionsLength).join(""),
    }),
  );
}

const countedCode = prepared(
  "count_scan_of_code",
  (given: Given<{ readonly id: string; readonly scanCount: number; readonly firstScanTime: string }>, { withRemoved }) =>
    updateDerived(withRemoved("code-item", "i"))
      .where("i.id", "=", given("id"))
      .set({ scanCount: given("scanCount"), firstScanTime: given("firstScanTime") }),
);

/** Where a code was looked up first, of which more scans are kept than are looked at. */
const firstScan = prepared("first_scan_of_code", (given: Given<{ readonly code: string }>, { unscoped }) =>
  db
    .selectFrom(unscoped("consumer-scan-record", "r"))
    .where("r.code", "=", given("code"))
    .where("r.result", "=", results.first)
    .orderBy("r.scanTime")
    .limit(1)
    .select("r.scanRegionCode"),
);

/** The verdict that the same address got a moment ago: a look-up once more is the same one. */
function sameLookup({ ofCode }: Before, now: string, ip: string): ScanOfCode | undefined {
  const since = secondsLater(now, -sameLookupSeconds);
  return ofCode.find((one) => one.ip === ip && isCounted(one) && (one.scanTime ?? "") > since);
}

interface CountedScan {
  readonly place: Place;
  readonly settings: Settings;
  readonly before: Before;
  readonly ending: Ending;
}

/**
 * How often a code was counted, and when first, with the look-up that is being counted. The code was read before its lock was taken: whoever
 * counted it since then left a scan.
 */
function countedWith({ scanCount, firstScanTime }: CurrentCode, { ofCode }: Before, now: string): Times {
  const numbers = ofCode.filter(isCounted).map(({ scanNum }) => Number(scanNum));
  const earliest = ofCode.findLast(isCounted)?.scanTime ?? "";
  return { scanCount: Math.max(scanCount, ...numbers) + 1, firstScanTime: firstScanTime || earliest || now };
}

/** Counts a look-up of a genuine code that is locked. */
export async function countScan(
  context: CommitContext,
  tx: Transaction,
  code: CurrentCode,
  { place, settings, before, ending }: CountedScan,
): Promise<Counted> {
  const ip = clientAddress(context);
  const same = sameLookup(before, context.now(), ip);
  const who = wxUserIn(place) ?? ip;
  const met = repeatedScans(before.ofCode, settings, { ...place, now: context.now(), who });
  const { names, first } = await placesOf(context, tx, code, { place, met, before });
  const counted = countedWith(code, before, context.now());
  if (same !== undefined)
    return {
      result: same.result === results.first ? results.first : results.repeated,
      scanCount: Number(same.scanNum),
      firstScanTime: counted.firstScanTime,
      firstScanRegion: first ?? "",
      isSuspicious: same.suspicious === 1,
    };
  const result = counted.scanCount === 1 ? results.first : results.repeated;
  const isNonChannel = code.channelId === undefined && isOn(settings, "scan.nonChannel.enabled", true);
  const broken = brokenRule(met, settings, counted.scanCount);
  const flags = { result, scanNum: counted.scanCount, nonChannel: isNonChannel ? 1 : 0, suspicious: broken > 0 ? 1 : 0 };
  const stored = await storedScan(context, code, { place, settings, flags });
  await ending(tx, [
    countedCode(context, { id: code.id, ...counted }),
    stored.row,
    await keepRepeat(context, code, { met, broken, counted, names }),
    ...countingIn(context, stored, before),
  ]);
  const own = result === results.first && place.division !== undefined ? placeName(place.division) : undefined;
  return { ...counted, result, firstScanRegion: first ?? own ?? "", isSuspicious: broken > 0 };
}

/** The names of the divisions that a code was scanned in, and where it was looked up first; undefined where that is not known. */
async function placesOf(
  context: CommitContext,
  tx: Transaction,
  { code }: CurrentCode,
  { place, met, before }: { readonly place: Place; readonly met: RepeatedScans; readonly before: Before },
): Promise<{ readonly names: readonly DivisionNames[]; readonly first: string | undefined }> {
  const isWhole = before.ofCode.length < maxScansOfCode;
  const kept = before.ofCode.findLast(({ result }) => result === results.first);
  const earliest = isWhole ? kept : (await rows(tx, firstScan(context, { code })))[0];
  const firstRegion = earliest?.scanRegionCode ?? undefined;
  const own = place.division === undefined ? [] : [place.division];
  const asked = [...new Set([...met.regions, ...(firstRegion === undefined ? [] : [firstRegion])])].filter((one) => one !== place.region);
  const names = asked.length === 0 ? own : [...own, ...(await rows(tx, divisionNames(context, { codes: asked })))];
  const division = names.find((one) => one.code === firstRegion);
  return { names, first: firstRegion === undefined || division === undefined ? undefined : placeName(division) };
}
