// The rows that tell the life of a code: its own, and those of the packages that it was carried in, each for the time in which it was.
import { sql } from "kysely";
import { prepared, type Given } from "../../rows/prepared.ts";
import { anyOf, db, type Query } from "../../rows/query.ts";
import { maxSteps } from "../codes/current-code.ts";

/** Packages and exchanged labels on the way from a code to its outermost package. */
const maxCarriers = 40;
/** Rows of one kind: more than one unit of goods ever has. */
const maxRows = 200;
const exchanged = 1;
const noTime = sql<string | null>`null::timestamp`;

interface OfCode {
  readonly id: string;
  readonly code: string;
}

/**
 * The code and what it was carried in, with the time in which each carried it: in a package since it was put there; in a label that was
 * exchanged later until then. A label that took the place of another is in its package for as long as the first one was.
 */
export const carriersOf = prepared("carriers_of_code", (given: Given<OfCode>, { unscoped, withRemoved }) =>
  db
    .withRecursive("carrier(id, code, since, until, depth, way)", (cte) =>
      cte
        .selectNoFrom([
          sql<string>`${given("id")}::bigint`.as("id"),
          sql<string>`${given("code")}::text`.as("code"),
          noTime.as("since"),
          noTime.as("until"),
          sql<number>`0`.as("depth"),
          sql<string>`'own'`.as("way"),
        ])
        .unionAll(
          cte
            .selectFrom("carrier as c")
            .innerJoinLateral(
              (from) => {
                const package_ = from
                  .selectFrom(unscoped("code-relation", "r"))
                  .innerJoin(withRemoved("code-item", "p"), "p.id", "r.parentId")
                  .whereRef("r.codeId", "=", "c.id")
                  .select(({ ref, exists, selectFrom }) => [
                    "p.id",
                    "p.code",
                    sql<string | null>`greatest(${ref("c.since")}, case when not ${exists(
                      selectFrom(unscoped("code-replace", "e"))
                        .whereRef("e.newCode", "=", "c.code")
                        .whereRef("e.replaceTime", "=", "r.bindTime")
                        .where("e.status", "=", exchanged)
                        .select("e.id"),
                    )} then ${ref("r.bindTime")} end)::timestamp`.as("since"),
                    sql<string | null>`${ref("c.until")}`.as("until"),
                    sql<string>`'package'`.as("way"),
                  ]);
                const before = from
                  .selectFrom(unscoped("code-replace", "e"))
                  .innerJoin(withRemoved("code-item", "p"), "p.code", "e.oldCode")
                  .whereRef("e.newCode", "=", "c.code")
                  .where("e.status", "=", exchanged)
                  .where("c.way", "<>", "after")
                  .select(({ ref }) => [
                    "p.id",
                    "p.code",
                    sql<string | null>`${ref("c.since")}`.as("since"),
                    sql<string | null>`least(${ref("c.until")}, ${ref("e.replaceTime")})::timestamp`.as("until"),
                    sql<string>`'before'`.as("way"),
                  ]);
                const after = from
                  .selectFrom(unscoped("code-replace", "e"))
                  .innerJoin(withRemoved("code-item", "p"), "p.code", "e.newCode")
                  .whereRef("e.oldCode", "=", "c.code")
                  .where("e.status", "=", exchanged)
                  .where("c.way", "in", ["own", "after"])
                  .select(({ ref }) => [
                    "p.id",
                    "p.code",
                    sql<string | null>`${ref("c.since")}`.as("since"),
                    sql<string | null>`least(${ref("c.until")}, ${ref("e.replaceTime")})::timestamp`.as("until"),
                    sql<string>`'after'`.as("way"),
                  ]);
                return package_.unionAll(before).unionAll(after).as("n");
              },
              (join) => join.onTrue(),
            )
            .where("c.depth", "<", 2 * maxSteps)
            .select(({ ref }) => [
              sql<string>`${ref("n.id")}`.as("id"),
              sql<string>`${ref("n.code")}::text`.as("code"),
              "n.since",
              "n.until",
              sql<number>`${ref("c.depth")} + 1`.as("depth"),
              "n.way",
            ]),
        ),
    )
    .selectFrom("carrier as c")
    .orderBy("c.depth")
    .limit(maxCarriers)
    .selectAll(),
);

/** Where a code was made. */
export const makingOf = prepared("making_of_code", (given: Given<{ readonly id: string }>, { withRemoved }) =>
  db
    .selectFrom(withRemoved("code-item", "i"))
    .innerJoin(withRemoved("code-gen-record-detail", "d"), "d.id", "i.codeGenRecordDetailId")
    .innerJoin(withRemoved("code-gen-record", "g"), "g.id", "d.codeGenRecordId")
    .leftJoin(withRemoved("code-make-rule", "m"), "m.id", "d.codeMakeRuleId")
    .leftJoin(withRemoved("user", "u"), "u.id", "g.createUser")
    .where("i.id", "=", given("id"))
    .select(({ fn }) => [
      "g.id",
      "g.genNo",
      "g.name",
      fn.coalesce("g.finishTime", "i.createTime").as("time"),
      "m.id as ruleId",
      "m.name as ruleName",
      "u.realName as operator",
    ]),
);

/** The set of a code. */
export const setOf = prepared("set_of_code", (given: Given<{ readonly codeSetId: string | null }>, { withRemoved }) =>
  db
    .selectFrom(withRemoved("code-set", "s"))
    .leftJoin(withRemoved("user", "u"), "u.id", "s.updateUser")
    .where("s.id", "=", given("codeSetId"))
    .select([
      "s.id",
      "s.setNo",
      "s.name",
      "s.sourceType",
      "s.status",
      "s.formatTime",
      "s.importTime",
      "s.createTime",
      "s.updateTime",
      "u.realName as updater",
    ]),
);

/** What was done with all codes of the record and of the set, the newest last. */
export const eventsOf = prepared(
  "events_of_code",
  (given: Given<{ readonly id: string; readonly codeSetId: string | null }>, { unscoped, withRemoved }) =>
    db
      .selectFrom(unscoped("code-event", "e"))
      .leftJoin(withRemoved("user", "u"), "u.id", "e.createUser")
      .where(({ or, and, eb, cast, selectFrom }) =>
        or([
          and([
            eb("e.subjectKind", "=", 1),
            eb(
              "e.subjectId",
              "=",
              selectFrom(withRemoved("code-item", "i"))
                .innerJoin(withRemoved("code-gen-record-detail", "d"), "d.id", "i.codeGenRecordDetailId")
                .where("i.id", "=", given("id"))
                .select(({ ref }) => sql<string>`${ref("d.codeGenRecordId")}::text`.as("id")),
            ),
          ]),
          and([eb("e.subjectKind", "=", 2), eb("e.subjectId", "=", cast<string>(given("codeSetId"), "text"))]),
        ]),
      )
      .orderBy("e.eventTime", "desc")
      // Those of one second as they happened: whoever puts all parts of a life in order leaves them so.
      .orderBy("e.id")
      .limit(maxRows)
      .select(["e.id", "e.subjectKind", "e.event", "e.eventTime as time", "u.realName as operator"]),
);

interface OfCarriers {
  readonly ids: readonly string[];
  readonly codes: readonly string[];
}

/** What the carriers are packed in. */
export const packingsOf = prepared("packings_of_code", (given: Given<OfCarriers>, { unscoped, withRemoved }) =>
  db
    .selectFrom(unscoped("code-relation", "r"))
    .innerJoin(withRemoved("code-item", "p"), "p.id", "r.parentId")
    .leftJoin(unscoped("pack-layer", "l"), "l.layer", "p.layer")
    .leftJoin(withRemoved("user", "u"), "u.id", "r.createUser")
    .where("r.codeId", "=", anyOf(given("ids")))
    .limit(maxRows)
    .select([
      "r.id",
      "r.codeId",
      "r.relationType",
      "r.origin",
      "r.bindTime as time",
      "p.code as parent",
      "l.name as layerName",
      "u.realName as operator",
    ]),
);

/** Where the carriers went. */
export const movesOf = prepared("moves_of_code", (given: Given<OfCarriers>, { unscoped, withRemoved }) =>
  db
    .selectFrom(unscoped("stock-move-record", "m"))
    .leftJoin(withRemoved("warehouse", "w"), "w.id", "m.fromWarehouseId")
    .leftJoin(withRemoved("warehouse", "v"), "v.id", "m.toWarehouseId")
    .leftJoin(withRemoved("channel", "c"), "c.id", "m.fromChannelId")
    .leftJoin(withRemoved("channel", "d"), "d.id", "m.toChannelId")
    .leftJoin(withRemoved("user", "u"), "u.id", "m.operatorId")
    .where("m.codeId", "=", anyOf(given("ids")))
    .orderBy("m.moveTime", "desc")
    .orderBy("m.id", "desc")
    .limit(maxRows)
    .select([
      "m.id",
      "m.codeId",
      "m.moveType",
      "m.moveTime as time",
      "m.docKind",
      "m.docId",
      "m.docNo",
      "m.reason",
      "w.name as fromWarehouse",
      "v.name as toWarehouse",
      "c.name as fromChannel",
      "d.name as toChannel",
      "u.realName as operator",
    ]),
);

/** Documents that stamped the code itself: they stay known when it was packed elsewhere since. */
export const stampsOf = prepared("stamps_of_code", (given: Given<{ readonly id: string }>, { withRemoved }) =>
  db
    .selectFrom(withRemoved("code-item", "i"))
    .leftJoin(withRemoved("stock-in-doc", "n"), "n.id", "i.stockInDocId")
    .leftJoin(withRemoved("warehouse", "w"), "w.id", "n.warehouseId")
    .leftJoin(withRemoved("user", "p"), "p.id", "n.operatorId")
    .leftJoin(withRemoved("stock-out-doc", "o"), "o.id", "i.stockOutDocId")
    .leftJoin(withRemoved("channel", "c"), "c.id", "o.channelId")
    .leftJoin(withRemoved("user", "q"), "q.id", "o.operatorId")
    .where("i.id", "=", given("id"))
    .select([
      "n.id as inId",
      "n.docNo as inNo",
      "n.finishTime as inTime",
      "w.name as inPlace",
      "p.realName as inOperator",
      "o.id as outId",
      "o.docNo as outNo",
      "o.finishTime as outTime",
      "c.name as outPlace",
      "q.realName as outOperator",
    ]),
);

/** Labels that were exchanged: the code's own, and those of its packages. */
export const exchangesOf = prepared("exchanges_of_code", (given: Given<OfCarriers>, { unscoped, withRemoved }) =>
  db
    .selectFrom(unscoped("code-replace", "e"))
    .leftJoin(withRemoved("user", "u"), "u.id", "e.operatorId")
    .where("e.status", "=", exchanged)
    .where(({ or, eb }) => or([eb("e.oldCode", "=", anyOf(given("codes"))), eb("e.newCode", "=", anyOf(given("codes")))]))
    .limit(maxRows)
    .select(["e.id", "e.oldCode", "e.newCode", "e.reason", "e.replaceTime as time", "u.realName as operator"]),
);

interface OfGoods {
  readonly inDocIds: readonly string[];
  readonly productId: string | null;
  readonly batchCode: string;
}

/** Where and by whom the goods were made, as bound to the lines of the documents that they came in with. */
export const bindingsOf = prepared("bindings_of_code", (given: Given<OfGoods>, { unscoped, withRemoved }) =>
  db
    .selectFrom(unscoped("doc-detail", "d"))
    .innerJoin(unscoped("attribute-owner-doc", "a"), "a.docDetailId", "d.id")
    .innerJoin(withRemoved("stock-in-doc", "n"), (join) =>
      join.on(({ eb, cast, ref }) => eb(cast<string>("n.id", "text"), "=", ref("d.docId"))).on("n.id", "=", anyOf(given("inDocIds"))),
    )
    .leftJoin(withRemoved("factory", "f"), "f.id", "a.factoryId")
    .leftJoin(withRemoved("prod-line", "l"), "l.id", "a.prodLineId")
    .leftJoin(withRemoved("user", "u"), "u.id", "a.updateUser")
    .where("d.docKind", "=", 1)
    .where("d.docId", "=", anyOf(given("inDocIds")))
    .where("d.productId", "=", given("productId"))
    .where(
      ({ ref }) =>
        sql<boolean>`${given("batchCode")}::text = '' or coalesce(nullif(${ref("d.batchCode")}, ''), ${ref("a.batchCode")}, '') in ('', ${given("batchCode")}::text)`,
    )
    .limit(maxRows)
    .select(({ fn }) => [
      "a.id",
      "n.id as docId",
      "n.docNo",
      "a.batchCode",
      "f.name as factory",
      "l.name as prodLine",
      fn.coalesce("a.updateTime", "a.createTime").as("time"),
      "u.realName as operator",
    ]),
);

/** How the goods of documents travelled. */
export const travelsOf = prepared("travels_of_code", (given: Given<{ readonly outDocIds: readonly string[] }>, { unscoped, withRemoved }) =>
  db
    .selectFrom(unscoped("logistics-out-doc", "l"))
    .leftJoin(withRemoved("stock-out-doc", "o"), "o.id", "l.stockOutDocId")
    .leftJoin(withRemoved("user", "u"), "u.id", "l.updateUser")
    .where("l.stockOutDocId", "=", anyOf(given("outDocIds")))
    .limit(maxRows)
    .select([
      "l.id",
      "l.waybillNo",
      "l.carrier",
      "l.shipTime",
      "l.signTime",
      "l.signer",
      "l.status",
      "o.id as docId",
      "o.docNo",
      "u.realName as operator",
    ]),
);

interface ScanPage {
  readonly code: string;
  readonly skipped: number;
  readonly limit: number;
}

const scans = (direction: "asc" | "desc", name: string) =>
  prepared(name, (given: Given<ScanPage>, { accessible, withRemoved }) =>
    db
      .selectFrom(
        db
          .selectFrom(accessible("consumer-scan-record", "r"))
          .where("r.code", "=", given("code"))
          .orderBy("r.scanTime", direction)
          .orderBy("r.id", direction)
          .limit(sql<number>`${given("limit")}::int`)
          .offset(sql<number>`${given("skipped")}::int`)
          .selectAll()
          .as("r"),
      )
      .leftJoin(withRemoved("region", "p"), "p.code", "r.scanRegionCode")
      .leftJoin(withRemoved("wxuser", "w"), "w.id", "r.wxUserId")
      .orderBy("r.scanTime", direction)
      .orderBy("r.id", direction)
      .select(({ ref }) => [
        "r.id",
        "r.scanTime as time",
        "r.result",
        "r.scanNum",
        "r.address",
        sql<string>`concat(${ref("p.provinceName")}, nullif(nullif(${ref("p.cityName")}, ${ref("p.provinceName")}), '市辖区'), ${ref("p.districtName")})`.as(
          "region",
        ),
        "r.crossRegion",
        "r.nonChannel",
        "r.suspicious",
        "w.nickname as operator",
      ]),
  );

export const scansInOrder = { asc: scans("asc", "scans_of_code_oldest"), desc: scans("desc", "scans_of_code_newest") };

/** How many scans of a code there are, up to a limit: those that the caller may see, and all. */
export const scanCountsOf = prepared(
  "scan_counts_of_code",
  (given: Given<{ readonly code: string; readonly max: number }>, { accessible, unscoped }) =>
    db.selectNoFrom(({ selectFrom }) => [
      selectFrom(
        selectFrom(accessible("consumer-scan-record", "r"))
          .where("r.code", "=", given("code"))
          .limit(sql<number>`${given("max")}::int`)
          .select("r.id")
          .as("r"),
      )
        .select(({ fn }) => fn.countAll<string>().as("num"))
        .as("num"),
      selectFrom(
        selectFrom(unscoped("consumer-scan-record", "r"))
          .where("r.code", "=", given("code"))
          .limit(sql<number>`${given("max")}::int`)
          .select("r.id")
          .as("r"),
      )
        .select(({ fn }) => fn.countAll<string>().as("num"))
        .as("all"),
    ]),
);

export type RowOf<Rows> = Rows extends (...given: never) => Query<infer O> ? O : never;
