// Where summaries of scans take their numbers from: the figures that are kept as scans arrive, or, for whom data scopes or a channel leave
// fewer scans, these scans themselves.
import { sql, type AliasableExpression } from "kysely";
import type { RequestContext } from "../../contract.ts";
import { isId } from "../../crud/sql/keys.ts";
import { limitFragments } from "../../crud/sql/row-access.ts";
import { malformedParameter } from "../../http/errors.ts";
import { anyOf, db, read } from "../../rows/query.ts";
import { tables, type TableSources } from "../../rows/tables.ts";
import { mayBeLate } from "../../store/database.ts";
import { settings, settingsOf } from "../bind-config/settings.ts";
import { derivedResource } from "./derived-rows.ts";
import { dayFigures, type DayRange } from "./figure-cells.ts";
import { measures, readiness } from "./figures.ts";
import { dayBefore } from "./range.ts";

const levelSetting = "scan.crossRegion.level";

/** An id that may be left out. */
export function optionalId(parameters: Readonly<Record<string, string>>, name: string): string | null {
  const sent = parameters[name] ?? "";
  if (sent === "" || sent === "-1") return null;
  if (!isId(sent)) throw malformedParameter(name);
  return sent;
}

/** Where figures come from: those that are kept, or the scans that the caller sees. */
export interface Source {
  readonly isSummarized: boolean;
  readonly sources: TableSources;
}

/** Stored figures count all scans of the tenant, so only users who may read all of these get them. */
export function readsAllScans(context: RequestContext): boolean {
  return limitFragments(context.caller, context.model, derivedResource(context, "consumer-scan-record")).length === 0;
}

export async function sourceOf(context: RequestContext): Promise<Source & { readonly level: string | undefined }> {
  const [ready, ...found] = await read(
    context,
    [readiness(context, {}), ...settings(context, { now: context.now(), keys: [levelSetting] })],
    mayBeLate,
  );
  return {
    isSummarized: ready.length > 0 && readsAllScans(context),
    sources: tables(context),
    level: settingsOf(...found).get(levelSetting),
  };
}

type NumberRow = { [Name in (typeof measures)[number]]: number };
interface DayRow extends NumberRow {
  cut: number;
  day: string;
  regionCode: string | null;
  channelId: string | null;
  productId: string | null;
}

/** Numbers of scans by day and cell. */
export function daysFrom({ isSummarized, sources }: Source, range: DayRange): AliasableExpression<DayRow> {
  if (!isSummarized) return dayFigures(sources.accessible("consumer-scan-record", "r"), { range });
  return db
    .selectFrom(sources.unscoped("consumer-scan-day", "d"))
    .where("d.day", ">=", range.from)
    .where("d.day", "<", range.before)
    .select(({ ref }) => [
      sql<number>`${ref("d.cut")}`.as("cut"),
      sql<string>`${ref("d.day")}`.as("day"),
      "d.regionCode",
      "d.channelId",
      "d.productId",
      ...measures.map((name) => sql<number>`${ref(`d.${name}`)}`.as(name)),
    ]);
}

/** The days that an answer is of, both counted in. */
export const daysAnswered = ({ from, before }: DayRange) => ({ startDate: from, endDate: dayBefore(before) });

/**
 * How many different ones of a cut there were: those of these days that the days before had not met. Of those who were never met before, and
 * of those who were, each by its own part of the index: among the figures of a year most are of who was met again within it.
 */
export function summaryReach({ unscoped }: TableSources, { from, before }: DayRange) {
  const ofDays = () =>
    db
      .selectFrom(unscoped("consumer-scan-reach", "c"))
      .where("c.day", ">=", from)
      .where("c.day", "<", before)
      .select(["c.cut", "c.day", "c.regionCode", "c.channelId", "c.productId", "c.num"]);
  return db.selectFrom(
    ofDays()
      .where("c.sinceDay", "is", null)
      .unionAll(ofDays().where("c.sinceDay", "<", from))
      .as("c"),
  );
}

/** Scans of the days that the caller sees, as far as a product was named. */
export function scansOf({ accessible }: TableSources, { from, before }: DayRange, productId: string | null) {
  const scans = db.selectFrom(accessible("consumer-scan-record", "r")).where("r.scanTime", ">=", from).where("r.scanTime", "<", before);
  return productId === null ? scans : scans.where("r.productId", "=", productId);
}

/** What provinces, channels and products are called, also those that were removed. */
export function namesOf(
  { withRemoved }: TableSources,
  keys: { readonly regions: readonly string[]; readonly channels: readonly string[]; readonly products: readonly string[] },
) {
  const regions = db.selectFrom(withRemoved("region", "n")).where("n.code", "=", anyOf(keys.regions)).select(["n.code as key", "n.name"]);
  const channels = db.selectFrom(withRemoved("channel", "n")).where("n.id", "=", anyOf(keys.channels)).select(["n.id as key", "n.name"]);
  const products = db.selectFrom(withRemoved("attr-owner", "n")).where("n.id", "=", anyOf(keys.products)).select(["n.id as key", "n.name"]);
  return [regions, channels, products] as const;
}

export const nameIn = (rows: readonly { readonly key: string | null; readonly name: string | null }[], key: string): string =>
  rows.find((row) => row.key === key)?.name ?? "";

export const keysIn = (rows: readonly { readonly key: string | null }[]): readonly string[] => rows.flatMap(({ key }) => key ?? []);
