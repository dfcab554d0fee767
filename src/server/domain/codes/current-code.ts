// Codes as they are in effect: the newest stamp on the way up to the outermost package, the strongest block, the nearest product.
import { sql, type Expression } from "kysely";
import { prepared, type Given, type RowOf } from "../../rows/prepared.ts";
import { db } from "../../rows/query.ts";
import type { TableSources } from "../../rows/tables.ts";
import { publicPrefixes } from "./public-address.ts";

/** A package inside a package, at most: bottle, carton, case, pallet, and a twin beside the bottle. */
export const maxSteps = 5;
/** Longest text that is looked up: a code, or what a QR code holds. */
export const maxLookupLength = 255;

/** What is known of a code in effect. */
export interface CurrentCode {
  readonly id: string;
  readonly code: string;
  readonly layer: number;
  readonly layerName: string;
  readonly codeFuncType: number;
  readonly digitSourceMark: string;
  readonly lifeStatus: number;
  readonly blockStatus: number;
  readonly productId: string | undefined;
  readonly specId: string | undefined;
  readonly batchCode: string;
  readonly codeSetId: string | undefined;
  readonly makeRuleId: string | undefined;
  /** What is kept of a verification part that came with the code. */
  readonly verifyDigest: string | undefined;
  /** Whether it has a verification part under the scratch layer. */
  readonly isVerified: boolean;
  readonly stockInDocId: string | undefined;
  /** The documents that it, or what it is packed in, came in with. */
  readonly stockInDocIds: readonly string[];
  readonly stockOutDocId: string | undefined;
  readonly channelId: string | undefined;
  readonly saleRegionCodes: readonly string[];
  /** Where the newest stamp is: the code itself or what it is packed in; undefined where none was ever stamped. */
  readonly stampedId: string | undefined;
  readonly scanCount: number;
  readonly firstScanTime: string;
  /** The code itself, then what it is packed in, outwards. */
  readonly path: readonly string[];
}

interface Sent {
  /** Codes, or what QR codes hold. */
  readonly sent: readonly string[];
}

/** What stands before and behind the code in the addresses of sources, of make rules, and of the platform. */
const patternsOf = (from: TableSources) =>
  db
    .selectFrom(from.unscoped("digit-source", "s"))
    .where("s.status", "=", 1)
    .where("s.urlPattern", "like", "http%{code}%")
    .select(({ ref }) => [
      sql<string>`split_part(${ref("s.urlPattern")}, '{code}', 1)`.as("before"),
      sql<string>`split_part(${ref("s.urlPattern")}, '{code}', 2)`.as("after"),
    ])
    .union(
      db
        .selectFrom(from.unscoped("code-make-rule", "m"))
        .where("m.urlPrefix", "like", "http%")
        .select(({ ref }) => [sql<string>`${ref("m.urlPrefix")}`.as("before"), sql<string>`''`.as("after")]),
    )
    .union(
      db
        .selectFrom(publicPrefixes(from).as("u"))
        .where("u.prefix", "like", "http%")
        .select(({ fn }) => [fn<string>("btrim", ["u.prefix"]).as("before"), sql<string>`''`.as("after")]),
    );

/** Codes by what was scanned: the code itself, or the address of a source or a make rule with the code in it. Each scanned text is a row of `asked`. */
const codesOfTexts = (given: Given<Sent>, from: TableSources) =>
  db
    // The first part of WITH says whether any of them is recursive.
    .withRecursive("asked", (cte) =>
      cte
        .selectFrom(sql<{ sent: string }>`unnest(${given("sent")}::text[])`.as<"u">(sql`u(sent)`))
        .select(({ fn }) => fn<string>("btrim", ["u.sent"]).as("sent"))
        .distinct(),
    )
    .with("spelled", (cte) =>
      cte
        .selectFrom("asked as a")
        .select(["a.sent", "a.sent as code"])
        .union(
          cte
            .selectFrom("asked as a")
            .innerJoin(patternsOf(from).as("p"), (join) =>
              join.on(
                ({ ref }) => sql<boolean>`${ref("a.sent")} like 'http%' and starts_with(${ref("a.sent")}, ${ref("p.before")})
            and right(${ref("a.sent")}, length(${ref("p.after")})) = ${ref("p.after")} and length(${ref("a.sent")}) > length(${ref("p.before")}) + length(${ref("p.after")})`,
              ),
            )
            .select(({ ref }) => [
              "a.sent",
              sql<string>`substr(${ref("a.sent")}, length(${ref("p.before")}) + 1, length(${ref("a.sent")}) - length(${ref("p.before")}) - length(${ref("p.after")}))`.as(
                "code",
              ),
            ]),
        ),
    )
    .with("known", (cte) =>
      cte
        .selectFrom("spelled as s")
        .innerJoin(from.unscoped("code-item", "i"), "i.code", "s.code")
        .groupBy("i.id")
        .select(({ fn }) => ["i.id", fn.min("s.sent").as("sent")]),
    );

/** The rows that codes are looked up from: their ids, and what they were asked with. */
const codeOfId = (given: Given<{ readonly id: string }>) =>
  db.withRecursive("known", (cte) => cte.selectNoFrom([sql<string>`${given("id")}::bigint`.as("id"), sql<string>`''`.as("sent")]));

/** Leads from known codes to what they are packed in: `path` (asked, sent, id, depth). */
const pathOf = (known: ReturnType<typeof codeOfId>, from: TableSources) =>
  known.withRecursive("path(asked, sent, id, depth)", (cte) =>
    cte
      .selectFrom("known as k")
      .select(["k.id as asked", "k.sent", "k.id", sql<number>`0`.as("depth")])
      .unionAll(
        cte
          .selectFrom("path as p")
          .innerJoin(from.unscoped("code-relation", "r"), "r.codeId", "p.id")
          .where("r.parentId", "is not", null)
          .where("p.depth", "<", maxSteps)
          .select(({ ref }) => [
            "p.asked",
            "p.sent",
            sql<string>`${ref("r.parentId")}`.as("id"),
            sql<number>`${ref("p.depth")} + 1`.as("depth"),
          ]),
      ),
  );

/** How strongly codes of a set are blocked by the state of the set. */
export const blockOfSet = { 5: 1, 6: 2 } as const;

/** How strongly a code is blocked, by itself or with its set. */
export const blockOf = (own: Expression<number | null>, ofSet: Expression<number | null>) =>
  sql<number>`greatest(coalesce(${own}, 0), case ${ofSet} when 5 then ${sql.lit(blockOfSet[5])} when 6 then ${sql.lit(blockOfSet[6])} else 0 end)`;

/**
 * Reads known codes as they are in effect. The paths are gone through once and brought together by codes, so that thousands of codes take as long
 * for each as a few do.
 */
function codesInEffect(known: ReturnType<typeof codeOfId>, from: TableSources) {
  const { unscoped, withRemoved } = from;
  return pathOf(known, from)
    .selectFrom(({ selectFrom }) =>
      selectFrom("path as p")
        .innerJoin(withRemoved("code-item", "i"), "i.id", "p.id")
        .leftJoin(withRemoved("code-set", "s"), "s.id", "i.codeSetId")
        .groupBy(["p.asked", "p.sent"])
        .select(({ fn, ref }) => {
          const nearest = (
            value: "i.productId" | "i.specId" | "i.batchCode" | "i.codeSetId",
            isThere = sql<boolean>`${ref(value)} is not null`,
          ) => sql<string | null>`(array_agg(${ref(value)} order by ${ref("p.depth")}) filter (where ${isThere}))[1]`;
          return [
            "p.asked",
            "p.sent",
            fn.max<number>(blockOf(ref("i.blockStatus"), ref("s.status"))).as("blockStatus"),
            nearest("i.productId").as("productId"),
            nearest("i.specId").as("specId"),
            nearest("i.batchCode", sql<boolean>`${ref("i.batchCode")} <> ''`).as("batchCode"),
            nearest("i.codeSetId").as("codeSetId"),
            sql<readonly string[]>`array_agg(${ref("i.id")} order by ${ref("p.depth")})`.as("path"),
            sql<
              readonly string[] | null
            >`array_agg(distinct ${ref("i.stockInDocId")}) filter (where ${ref("i.stockInDocId")} is not null)`.as("stockInDocIds"),
            sql<
              string | null
            >`(array_agg(${ref("i.id")} order by ${ref("i.stampTime")} desc, ${ref("p.depth")}) filter (where ${ref("i.stampTime")} is not null))[1]`.as(
              "stampedId",
            ),
          ];
        })
        .as("above"),
    )
    .innerJoin(withRemoved("code-item", "o"), "o.id", "above.asked")
    .leftJoin(withRemoved("code-item", "stamp"), "stamp.id", "above.stampedId")
    .leftJoin(withRemoved("code-gen-record-detail", "d"), "d.id", "o.codeGenRecordDetailId")
    .leftJoin(withRemoved("code-make-rule", "m"), "m.id", "d.codeMakeRuleId")
    .select(({ fn, selectFrom }) => [
      "above.sent",
      "o.id",
      "o.code",
      "o.layer",
      "o.codeFuncType",
      "o.digitSourceMark",
      "o.scanCount",
      "o.firstScanTime",
      "o.verifyDigest",
      selectFrom(unscoped("pack-layer", "l")).whereRef("l.layer", "=", "o.layer").select("l.name").as("layerName"),
      fn.coalesce("stamp.lifeStatus", "o.lifeStatus").as("lifeStatus"),
      "stamp.stockInDocId",
      "stamp.stockOutDocId",
      "stamp.channelId",
      "stamp.saleRegionCodes",
      "above.stampedId",
      "above.blockStatus",
      "above.productId",
      "above.specId",
      "above.batchCode",
      "above.codeSetId",
      "above.path",
      "above.stockInDocIds",
      "d.codeMakeRuleId",
      "m.verifyMode",
    ]);
}

/** Reads the codes that were sent as they are in effect; those that nobody knows are left out. */
export const currentCodes = prepared("known_codes", (given: Given<Sent>, from) => codesInEffect(codesOfTexts(given, from), from));

/** Reads a code as it is in effect. */
export const currentCodeOfId = prepared("known_code", (given: Given<{ readonly id: string }>, from) =>
  codesInEffect(codeOfId(given), from),
);

export type CurrentCodeRow = RowOf<typeof currentCodes>;

/** A row of `currentCodes`. */
export function currentCodeOf(row: CurrentCodeRow): CurrentCode {
  return {
    id: row.id,
    code: row.code ?? "",
    layer: row.layer ?? 1,
    layerName: row.layerName ?? "",
    codeFuncType: row.codeFuncType ?? -1,
    digitSourceMark: row.digitSourceMark ?? "",
    lifeStatus: row.lifeStatus ?? 0,
    blockStatus: row.blockStatus,
    productId: row.productId ?? undefined,
    specId: row.specId ?? undefined,
    batchCode: row.batchCode ?? "",
    codeSetId: row.codeSetId ?? undefined,
    makeRuleId: row.codeMakeRuleId ?? undefined,
    verifyDigest: row.verifyDigest ?? undefined,
    isVerified: row.verifyMode === 1 || row.verifyDigest !== null,
    stockInDocId: row.stockInDocId ?? undefined,
    stockInDocIds: row.stockInDocIds ?? [],
    stockOutDocId: row.stockOutDocId ?? undefined,
    channelId: row.channelId ?? undefined,
    saleRegionCodes: row.saleRegionCodes ?? [],
    stampedId: row.stampedId ?? undefined,
    scanCount: row.scanCount ?? 0,
    firstScanTime: row.firstScanTime ?? "",
    path: row.path,
  };
}
