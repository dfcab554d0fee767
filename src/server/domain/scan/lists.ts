// Lists over consumers' scans: all of one code, and those of goods that never went to a channel.
import { sql } from "kysely";
import type { Domain, ReadHandler, RequestContext } from "../../contract.ts";
import { pageOf, pagingOf } from "../../crud/read/page.ts";
import { filterFragments } from "../../crud/sql/rows.ts";
import { invalidFields } from "../../http/errors.ts";
import { answeredCount, answeredPage, chartRows, type Answered } from "../../rows/answered.ts";
import { db, read } from "../../rows/query.ts";
import { tables, type TableSources } from "../../rows/tables.ts";
import { mayBeLate } from "../../store/database.ts";
import { currentCodeOf, currentCodes, maxSteps } from "../codes/current-code.ts";
import { sentCode } from "../codes/relation-tree.ts";
import { answeredRows, derivedFilters, derivedOrder, derivedReader, derivedResource, readableScanFields } from "./derived-rows.ts";
import { kmBetween } from "./distance.ts";

/** Scans of one code that are answered, newest first. */
const maxScans = 500;

/** Scans of a code with the way from the scan before each, as the crow flies. */
function scansOf(code: string, { accessible }: TableSources) {
  // One more than is answered, so that the last one has a scan before it.
  const scans = db
    .selectFrom(accessible("consumer-scan-record", "r"))
    .where("r.code", "=", code)
    .orderBy("r.scanTime", "desc")
    .orderBy("r.id", "desc")
    .limit(maxScans + 1)
    .selectAll();
  const withBefore = db
    .selectFrom(scans.as("r"))
    .selectAll()
    .select(({ fn }) => {
      const before = (column: "r.latitude" | "r.longitude") =>
        fn.agg<string | null>("lag", [column]).over((over) => over.orderBy("r.scanTime").orderBy("r.id"));
      return [before("r.latitude").as("latitudeBefore"), before("r.longitude").as("longitudeBefore")];
    });
  return db
    .selectFrom(withBefore.as("s"))
    .selectAll()
    .select(({ ref }) =>
      kmBetween(
        { latitude: ref("s.latitude"), longitude: ref("s.longitude") },
        { latitude: ref("s.latitudeBefore"), longitude: ref("s.longitudeBefore") },
      ).as("distanceKm"),
    );
}

/** Every scan of exactly this code. */
const singleCode: ReadHandler = async (context, parameters) => {
  const resource = derivedResource(context, "scan-single-code");
  const field = resource.field.get("code");
  // Lists send what is searched by as a filter (docs/wire.md §5), other callers by its name.
  const sent = (parameters["code"] ?? parameters["code_equal"] ?? "").trim();
  if (sent === "" && field !== undefined) {
    throw invalidFields([
      { code: "required", path: ["code"], parameters: {}, label: field.label, message: ["请输入码", "Please enter the code"] },
    ]);
  }
  const code = sentCode({ code: sent });
  const from = tables(context);
  const [[row], scans, [counted]] = await read(context, [
    currentCodes(context, { sent: [code] }),
    answeredPage({
      tenantId: context.scope.tenantId,
      rows: scansOf(code, from),
      reader: derivedReader(context, resource),
      order: "t.scan_time desc, t.id desc",
      limit: maxScans,
    }),
    db
      .selectFrom(from.accessible("consumer-scan-record", "r"))
      .where("r.code", "=", code)
      .select(({ fn }) => [fn.countAll<string>().as("total"), fn.min("r.scanTime").as("firstTime")]),
  ]);
  const existing = row === undefined ? undefined : currentCodeOf(row);
  const { channelIds } = context.caller;
  const item = channelIds === undefined || channelIds.includes(existing?.channelId ?? "") ? existing : undefined;
  const [[named]] = await read(context, [
    db.selectNoFrom(({ selectFrom }) => [
      selectFrom(from.withRemoved("attr-owner", "o"))
        .where("o.id", "=", item?.productId ?? null)
        .select("o.name")
        .as("productName"),
      selectFrom(from.withRemoved("channel", "c"))
        .where("c.id", "=", item?.channelId ?? null)
        .select("c.name")
        .as("channelName"),
    ]),
  ]);
  return {
    code,
    productName: named?.productName ?? "",
    channelName: named?.channelName ?? "",
    // The code's own counter goes further back than the records that are kept.
    scanCount: Math.max(item?.scanCount ?? 0, Number(counted?.total ?? 0)),
    firstScanTime: item?.firstScanTime === undefined || item.firstScanTime === "" ? (counted?.firstTime ?? "") : item.firstScanTime,
    records: answeredRows(context, resource, scans),
  };
};

/** Scans of goods outside of every channel. */
function scansOutside({ accessible }: TableSources) {
  return db.selectFrom(accessible("consumer-scan-record", "r")).where("r.nonChannel", "=", 1);
}

/** What only the books tell of a scan: looking it up takes a way through the packages for each. */
const ofBooks: ReadonlySet<string> = new Set(["lifeStatus", "warehouseId", "scanCount"]);

/** The same scans, with where the books say that the goods are. */
function nonChannelScans(from: TableSources) {
  const { unscoped, withRemoved } = from;
  return scansOutside(from)
    .leftJoin(unscoped("code-item", "i"), "i.code", "r.code")
    .leftJoinLateral(
      ({ ref: outer }) =>
        db
          .withRecursive("path(id, depth)", (cte) =>
            cte
              .selectNoFrom([sql<string>`${outer("i.id")}`.as("id"), sql<number>`0`.as("depth")])
              .where(sql<boolean>`${outer("i.id")} is not null`)
              .unionAll(
                cte
                  .selectFrom("path as p")
                  .innerJoin(unscoped("code-relation", "n"), "n.codeId", "p.id")
                  .where("n.parentId", "is not", null)
                  .where("p.depth", "<", maxSteps)
                  .select(({ ref }) => [sql<string>`${ref("n.parentId")}`.as("id"), sql<number>`${ref("p.depth")} + 1`.as("depth")]),
              ),
          )
          .selectFrom("path as p")
          .innerJoin(withRemoved("code-item", "a"), "a.id", "p.id")
          .orderBy("a.stampTime", (order) => order.desc().nullsLast())
          .orderBy("p.depth")
          .limit(1)
          .select(["a.lifeStatus", "a.stockInDocId"])
          .as("stamp"),
      (join) => join.onTrue(),
    )
    .leftJoin(withRemoved("stock-in-doc", "d"), "d.id", "stamp.stockInDocId")
    .select(({ ref }) => [
      "r.id",
      "r.code",
      "r.productId",
      "r.specId",
      "r.batchCode",
      "stamp.lifeStatus",
      sql<string | null>`case ${ref("stamp.lifeStatus")} when 2 then ${ref("d.warehouseId")} end`.as("warehouseId"),
      "r.scanTime",
      "r.scanRegionCode",
      "r.address",
      "r.wxUserId",
      "i.scanCount",
    ]);
}

/** The rows of which only the columns of scans are needed, unless a filter is about the books. */
function nonChannelMatches(context: RequestContext, parameters: Readonly<Record<string, string>>): Answered {
  const filters = derivedFilters(context, derivedResource(context, "scan-non-channel"), parameters);
  const from = tables(context);
  return {
    rows: filters.some(({ column }) => ofBooks.has(column.name)) ? nonChannelScans(from) : scansOutside(from).selectAll("r"),
    where: filterFragments(filters, context.model),
  };
}

const nonChannel: ReadHandler = async (context, parameters) => {
  const resource = derivedResource(context, "scan-non-channel");
  const paging = pagingOf(parameters);
  const counting = nonChannelMatches(context, parameters);
  const order = derivedOrder(context, resource, parameters, "t.scan_time DESC");
  const [matches, [counted]] = await read(
    context,
    [
      answeredPage({
        tenantId: context.scope.tenantId,
        ...counting,
        rows: nonChannelScans(tables(context)),
        reader: derivedReader(context, resource),
        order,
        limit: paging.size,
        skipped: (paging.current - 1) * paging.size,
      }),
      answeredCount(counting),
    ],
    mayBeLate,
  );
  return pageOf(answeredRows(context, resource, matches), counted?.total ?? 0, paging);
};

export const listsDomain: Domain = {
  reads: { "scan-single-code.single-code": singleCode, "scan-non-channel.page": nonChannel },
  charts: {
    "scan-non-channel.page-charts": (context, parameters) => chartRows(nonChannelMatches(context, parameters), readableScanFields(context)),
  },
  actions: {},
  hooks: {},
};
