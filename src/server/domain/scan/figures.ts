// Keeps the figures of scans: adds those of a scan that arrives or changes, makes those of a tenant anew, and proves them equal to the scans.
import { sql, type AliasableExpression, type Expression, type OnConflictBuilder, type OnConflictUpdateBuilder } from "kysely";
import type { Tables } from "#generated/tables.ts";
import type { CommitContext } from "../../contract.ts";
import { insertGivenRows, insertSelected, type Filled } from "../../rows/insert.ts";
import { prepared, type Given } from "../../rows/prepared.ts";
import { db, sharedLockStatement, lockName, rows, run, type Query, type Sent } from "../../rows/query.ts";
import { removeDerived, tables, type TableContext, type TableSources } from "../../rows/tables.ts";
import type { Statement, Transaction } from "../../store/database.ts";
import { dayCellsOf, reachCellsOf, type FigureScan } from "./cells-of-scan.ts";
import type { EarlierScans, Scanning } from "./earlier-scans.ts";
import {
  beginning,
  cellOf,
  dayFigures,
  meetingsOn,
  reachChanges,
  reachFigures,
  type DayRange,
  type MeetingFigure,
} from "./figure-cells.ts";
import { results } from "./results.ts";

/** Numbers of scans that a cell has. */
export const measures = ["scanNum", "firstNum", "repeatNum", "unknownNum", "blockedNum", "nonChannelNum", "crossRegionNum"] as const;

/** Every scan of a day adds to the same few cells: there are so many of each, and a transaction adds to one of them. */
const slots = 4;
/** Scans whose figures are made in one step, as far as their days allow. */
const scansOfStep = 50_000;
/** The cell that says that all figures of a tenant are there. Another number where more is kept: what an older version kept is made anew then. */
const readyCell = { cell: "ready 2", cut: -1 } as const;

/** Whoever adds figures holds this beside others who do; whoever makes them anew holds it alone. */
const figuresOf = (tenantId: string): string => `scan figures ${tenantId}`;

interface Written {
  /** Part of the key, so that several cells may have the same columns. */
  readonly slot: Expression<number>;
  readonly filled: Filled;
}

/** Numbers of scans in cells that are not there yet. */
function newDays(figures: ReturnType<typeof dayFigures>, { slot, filled }: Written) {
  const cells = db
    .selectFrom(figures.as("f"))
    .select(({ ref }) => [
      cellOf(ref("f.cut"), ref("f.day"), ref("f.regionCode"), ref("f.channelId"), ref("f.productId"), slot).as("cell"),
      "f.cut",
      "f.day",
      "f.regionCode",
      "f.channelId",
      "f.productId",
      ...measures.map((name) => sql<number>`${ref(`f.${name}`)}`.as(name)),
    ]);
  return insertSelected("consumer-scan-day", filled, {
    columns: ["cell", "cut", "day", "regionCode", "channelId", "productId", ...measures],
    idOf: "cell",
    rows: cells,
  });
}

/** Numbers of those who were met in cells that are not there yet. */
function newReach(changes: AliasableExpression<MeetingFigure>, { slot, filled }: Written) {
  const cells = db
    .selectFrom(changes.as("f"))
    .groupBy(["f.cut", "f.day", "f.sinceDay", "f.regionCode", "f.channelId", "f.productId"])
    .select(({ ref }) => [
      // Many are met for the first time on a day, few that were met on one other day.
      cellOf(
        ref("f.cut"),
        ref("f.day"),
        ref("f.sinceDay"),
        ref("f.regionCode"),
        ref("f.channelId"),
        ref("f.productId"),
        sql<number>`case when ${ref("f.sinceDay")} is null then ${slot} else 0 end`,
      ).as("cell"),
      "f.cut",
      "f.day",
      "f.sinceDay",
      "f.regionCode",
      "f.channelId",
      "f.productId",
      sql<number>`sum(${ref("f.num")})::int`.as("num"),
    ]);
  return insertSelected("consumer-scan-reach", filled, {
    columns: ["cell", "cut", "day", "sinceDay", "regionCode", "channelId", "productId", "num"],
    idOf: "cell",
    rows: cells,
  });
}

type OnConflict<T extends "consumer-scan-day" | "consumer-scan-reach"> = (
  conflict: OnConflictBuilder<Tables, T>,
) => OnConflictUpdateBuilder<Tables, T>;

/** Numbers of scans are added to those that a cell has. */
const addedDays: OnConflict<"consumer-scan-day"> = (conflict) =>
  conflict
    .columns(["tenantId", "cell"])
    .where("isDeleted", "=", sql.lit(0))
    .doUpdateSet(({ ref }) => {
      const sum = (name: (typeof measures)[number]) => sql<number>`${ref(`consumer-scan-day.${name}`)} + ${ref(`excluded.${name}`)}`;
      return {
        scanNum: sum("scanNum"),
        firstNum: sum("firstNum"),
        repeatNum: sum("repeatNum"),
        unknownNum: sum("unknownNum"),
        blockedNum: sum("blockedNum"),
        nonChannelNum: sum("nonChannelNum"),
        crossRegionNum: sum("crossRegionNum"),
      };
    });

/** And so are numbers of those who were met. */
const addedReach: OnConflict<"consumer-scan-reach"> = (conflict) =>
  conflict
    .columns(["tenantId", "cell"])
    .where("isDeleted", "=", sql.lit(0))
    .doUpdateSet(({ ref }) => ({ num: sql<number>`${ref("consumer-scan-reach.num")} + ${ref("excluded.num")}` }));

type CellColumn<T extends keyof Tables> = keyof Tables[T] & string;

interface Booking {
  readonly id: string;
  readonly tenantId: string;
  readonly now: string;
  readonly slot: number;
}

const scanOf = (given: Given<Booking>) => sql<string>`${given("id")}::bigint`;

/** Adds whom a scan meets, where that takes more of its code's or its person's scans than were read. */
const bookReach = prepared("book_scan_reach", (given: Given<Booking>, sources) =>
  newReach(reachChanges(sources, scanOf(given)), {
    slot: sql<number>`${given("slot")}::int`,
    filled: { tenantId: given("tenantId"), now: given("now") },
  }).onConflict(addedReach),
);

type Values = { readonly [column: string]: unknown };

/**
 * Statements that add to cells of which all values are given, a text for each number of cells: a distributed database takes rows that are
 * given, and has to plan a query of rows.
 */
function addingCells<T extends "consumer-scan-day" | "consumer-scan-reach">(
  table: T,
  { name, columns, conflict }: { readonly name: string; readonly columns: readonly CellColumn<T>[]; readonly conflict: OnConflict<T> },
) {
  const bySize = new Map<number, (context: CommitContext, values: Values) => Query<unknown>>();
  const ofSize = (size: number) =>
    prepared(`${name}_${size}`, (given: Given<Values>, { unscoped }) => {
      const resource = unscoped(table, "r").resource;
      const rows = Array.from({ length: size }, (_row, index) => (column: string) => {
        if (column === "id") return sql`hashtextextended(${given("tenantId")}::text || ${given(`cell${index}`)}, 0)`;
        return given(column === "tenantId" || column === "createTime" ? column : `${column}${index}`);
      });
      return insertGivenRows(resource, table, ["id", "tenantId", "createTime", ...columns], rows).onConflict(conflict);
    });
  return (context: CommitContext, cells: readonly Partial<Record<CellColumn<T>, unknown>>[]): Query<unknown> => {
    const values: Record<string, unknown> = { tenantId: context.scope.tenantId, createTime: context.now() };
    for (const [index, cell] of cells.entries()) for (const column of columns) values[`${column}${index}`] = cell[column];
    let statement = bySize.get(cells.length);
    if (statement === undefined) bySize.set(cells.length, (statement = ofSize(cells.length)));
    return statement(context, values);
  };
}

const addDays = addingCells("consumer-scan-day", {
  name: "add_scan_days",
  columns: ["cell", "cut", "day", "regionCode", "channelId", "productId", ...measures],
  conflict: addedDays,
});

const addReach = addingCells("consumer-scan-reach", {
  name: "add_scan_reach",
  columns: ["cell", "cut", "day", "sinceDay", "regionCode", "channelId", "productId", "num"],
  conflict: addedReach,
});

/** Cells with their keys, in the order in which every transaction adds to them. */
function keyed<C extends object>(cells: readonly C[], keyOf: (cell: C) => readonly unknown[]): readonly (C & { readonly cell: string })[] {
  return cells
    .map((cell) => ({
      ...cell,
      cell: keyOf(cell)
        .map((part) => String(part ?? ""))
        .join("|"),
    }))
    .toSorted((one, other) => (one.cell < other.cell ? -1 : 1));
}

/** What a scan adds to each of its cells. */
const measuresOf = ({ result, nonChannel, crossRegion }: FigureScan): Readonly<Record<(typeof measures)[number], number>> => ({
  scanNum: 1,
  firstNum: result === results.first ? 1 : 0,
  repeatNum: result === results.repeated ? 1 : 0,
  unknownNum: result === results.unknown ? 1 : 0,
  blockedNum: result === results.sealed || result === results.disabled ? 1 : 0,
  nonChannelNum: nonChannel === 1 ? 1 : 0,
  crossRegionNum: crossRegion === 1 ? 1 : 0,
});

/** What a scan that is being counted is held by: two scans that meet the same one would both count it as new. Codes come before people, in all transactions. */
export function holdScan({ scope: { tenantId } }: CommitContext, { code, wxUserId, ip }: Scanning): Statement {
  return sharedLockStatement(figuresOf(tenantId), [`scanned code ${tenantId} ${code}`, `scanning person ${tenantId} ${wxUserId ?? ip}`]);
}

/** Tenants of which a process knows that their figures have begun. */
const begun = new WeakMap<CommitContext["identifiers"], Set<string>>();

/** The query of whether the figures of the tenant have begun; none where that is known. */
export function readinessQueries(context: CommitContext): readonly [] | readonly [ReturnType<typeof readiness>] {
  return begun.get(context.identifiers)?.has(context.scope.tenantId) === true ? [] : [readiness(context, {})];
}

function noteBegun({ identifiers, scope }: CommitContext): void {
  const tenants = begun.get(identifiers) ?? new Set();
  begun.set(identifiers, tenants.add(scope.tenantId));
}

/**
 * What adds the figures of a scan that is being kept, given what came before it. It comes last in its transaction, because others wait for these
 * rows.
 */
export function countingIn(
  context: CommitContext,
  { id, scan }: { readonly id: string; readonly scan: FigureScan },
  before: EarlierScans & { readonly hasFigures: boolean },
): readonly Sent[] {
  const slot = Math.floor(Math.random() * slots);
  const booking = { id, slot, tenantId: context.scope.tenantId, now: context.now() };
  if (before.hasFigures) noteBegun(context);
  const numbers = measuresOf(scan);
  const days = keyed(
    dayCellsOf(scan).map((cell) => ({ ...cell, ...numbers })),
    ({ cut, day, regionCode, channelId, productId }) => [cut, day, regionCode, channelId, productId, slot],
  );
  const reach = reachCellsOf(scan, before);
  const met = keyed(reach ?? [], ({ cut, day, sinceDay, regionCode, channelId, productId }) =>
    // Many are met for the first time on a day, few that were met on one other day.
    [cut, day, sinceDay, regionCode, channelId, productId, sinceDay === null ? slot : 0],
  );
  return [
    addDays(context, days),
    ...(reach === undefined ? [bookReach(context, booking)] : met.length === 0 ? [] : [addReach(context, met)]),
    ...(before.hasFigures ? [] : [readyWithFirst(context, booking)]),
  ];
}

/** Every day there is. */
const always: DayRange = { from: beginning, before: "9999-12-31" };

/** Days in a row, each part of about as many scans, so that none takes long. */
export async function stepsOf(tx: Transaction, context: TableContext): Promise<readonly DayRange[]> {
  const ofDay = db
    .selectFrom(tables(context).unscoped("consumer-scan-record", "r"))
    .where("r.scanTime", "is not", null)
    .groupBy(({ ref }) => sql`${ref("r.scanTime")}::date`)
    .select(({ ref }) => [sql<string>`${ref("r.scanTime")}::date`.as("day"), sql<number>`count(*)::int`.as("num")]);
  const days = await rows(
    tx,
    db
      .selectFrom(ofDay.as("d"))
      .orderBy("d.day")
      .select(({ ref }) => [sql<string>`to_char(${ref("d.day")}, 'YYYY-MM-DD')`.as("day"), "d.num"]),
  );
  const begins: string[] = [always.from];
  let sum = 0;
  for (const { day, num } of days) {
    if (sum > 0 && sum + num > scansOfStep) {
      begins.push(day);
      sum = 0;
    }
    sum += num;
  }
  return begins.map((from, index) => ({ from, before: begins[index + 1] ?? always.before }));
}

/** Makes the figures of some days anew. Look-ups of the tenant wait meanwhile. */
export async function rebuild(tx: Transaction, context: TableContext, range: DayRange): Promise<void> {
  const sources = tables(context);
  await lockName(tx, figuresOf(context.scope.tenantId));
  const written: Written = {
    slot: sql<number>`0`,
    filled: { tenantId: sql<string>`${context.scope.tenantId}`, now: sql<string>`${context.now()}` },
  };
  await run(
    tx,
    removeDerived(sources.unscoped("consumer-scan-day", "d")).where("d.day", ">=", range.from).where("d.day", "<", range.before),
    removeDerived(sources.unscoped("consumer-scan-reach", "d")).where("d.day", ">=", range.from).where("d.day", "<", range.before),
    newDays(dayFigures(sources.unscoped("consumer-scan-record", "r"), { range }), written),
    newReach(meetingsOn(sources, range), written),
  );
}

const readyRow = (isReady: Expression<boolean>) => sql`(select ${readyCell.cell} as cell, ${readyCell.cut}::int as cut where ${isReady})`;

function addReady(filled: Filled, isReady: Expression<boolean>) {
  return insertSelected("consumer-scan-day", filled, { columns: ["cell", "cut"], idOf: "cell", rows: readyRow(isReady) }).onConflict(
    (conflict) => conflict.columns(["tenantId", "cell"]).where("isDeleted", "=", sql.lit(0)).doNothing(),
  );
}

/** Says that all figures of the tenant are there. Until then they are counted from the scans. */
export async function markReady(tx: Transaction, { scope, now }: TableContext): Promise<void> {
  await run(tx, addReady({ tenantId: sql<string>`${scope.tenantId}`, now: sql<string>`${now()}` }, sql<boolean>`true`));
}

/** A tenant's first scan, the one with the least id, is the beginning of its figures; others may come in the same transaction. */
const readyWithFirst = prepared("scan_figures_begin", (given: Given<Booking>, { unscoped }) =>
  addReady(
    { tenantId: given("tenantId"), now: given("now") },
    sql<boolean>`not exists ${db.selectFrom(unscoped("consumer-scan-record", "r")).where("r.id", "<", scanOf(given)).select("r.id")}`,
  ),
);

/** The row that is there when the figures of the tenant are. */
export const readyCells = ({ unscoped }: Pick<TableSources, "unscoped">) =>
  db
    .selectFrom(unscoped("consumer-scan-day", "d"))
    .where("d.cell", "=", readyCell.cell)
    .select(sql<number>`1`.as("isReady"));

export const readiness = prepared("scan_figures_ready", (_given: Given<{}>, sources) => readyCells(sources));

/** Makes all figures of a tenant anew in one transaction: for a new installation, whose scans nobody looks up yet. */
export async function rebuildAll(tx: Transaction, context: TableContext): Promise<void> {
  for (const range of await stepsOf(tx, context)) await rebuild(tx, context, range);
  await markReady(tx, context);
}

/** Figures that differ from what follows from the scans of some days. */
export interface FigureDifference {
  /** The cell: its cut, day, region, channel and product. */
  readonly of: string;
  readonly expected: string;
  readonly found: string;
}

/** What of the kept figures of some days is not as the scans say; no rows prove that all of it is. */
export function differences(sources: Pick<TableSources, "unscoped">, range: DayRange): Query<FigureDifference> {
  const { unscoped } = sources;
  const expectedDays = db
    .selectFrom(dayFigures(unscoped("consumer-scan-record", "r"), { range }).as("f"))
    .select(({ ref }) => [
      sql<string>`'scans ' || ${cellOf(ref("f.cut"), ref("f.day"), ref("f.regionCode"), ref("f.channelId"), ref("f.productId"))}`.as("of"),
      sql<string | null>`concat_ws(' ', ${sql.join(measures.map((name) => ref(`f.${name}`)))})`.as("expected"),
      sql<string | null>`null`.as("found"),
    ]);
  const foundDays = db
    .selectFrom(unscoped("consumer-scan-day", "d"))
    .where("d.day", ">=", range.from)
    .where("d.day", "<", range.before)
    .groupBy(["d.cut", "d.day", "d.regionCode", "d.channelId", "d.productId"])
    .having(
      ({ ref }) =>
        sql<boolean>`${sql.join(
          measures.map((name) => sql`sum(${ref(`d.${name}`)}) <> 0`),
          sql` or `,
        )}`,
    )
    .select(({ ref }) => [
      sql<string>`'scans ' || ${cellOf(ref("d.cut"), ref("d.day"), ref("d.regionCode"), ref("d.channelId"), ref("d.productId"))}`.as("of"),
      sql<string | null>`null`.as("expected"),
      sql<string | null>`concat_ws(' ', ${sql.join(measures.map((name) => sql`sum(${ref(`d.${name}`)})`))})`.as("found"),
    ]);
  const expectedReach = db
    .selectFrom(reachFigures(sources, range).as("f"))
    .select(({ ref }) => [
      sql<string>`'reach ' || ${cellOf(ref("f.cut"), ref("f.day"), ref("f.sinceDay"), ref("f.regionCode"), ref("f.channelId"), ref("f.productId"))}`.as(
        "of",
      ),
      sql<string | null>`${ref("f.num")}::text`.as("expected"),
      sql<string | null>`null`.as("found"),
    ]);
  const foundReach = db
    .selectFrom(unscoped("consumer-scan-reach", "d"))
    .where("d.day", ">=", range.from)
    .where("d.day", "<", range.before)
    .groupBy(["d.cut", "d.day", "d.sinceDay", "d.regionCode", "d.channelId", "d.productId"])
    .having(({ ref }) => sql<boolean>`sum(${ref("d.num")}) <> 0`)
    .select(({ ref }) => [
      sql<string>`'reach ' || ${cellOf(ref("d.cut"), ref("d.day"), ref("d.sinceDay"), ref("d.regionCode"), ref("d.channelId"), ref("d.productId"))}`.as(
        "of",
      ),
      sql<string | null>`null`.as("expected"),
      sql<string | null>`sum(${ref("d.num")})::text`.as("found"),
    ]);
  const both = expectedDays.unionAll(foundDays).unionAll(expectedReach).unionAll(foundReach);
  return db
    .selectFrom(both.as("b"))
    .groupBy("b.of")
    .having(({ fn }) => sql<boolean>`${fn.max("b.expected")} is distinct from ${fn.max("b.found")}`)
    .orderBy("b.of")
    .select(({ ref }) => [
      "b.of",
      sql<string>`coalesce(max(${ref("b.expected")}), '-')`.as("expected"),
      sql<string>`coalesce(max(${ref("b.found")}), '-')`.as("found"),
    ]);
}
