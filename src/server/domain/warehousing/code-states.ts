// Codes as a document meets them: their state in effect, what they stand for, and what they are packed in. Sets of codes at once, each in
// the same few reads however many there are.
import { sql } from "kysely";
import { prepared, type Given } from "../../rows/prepared.ts";
import { db, type Query } from "../../rows/query.ts";
import { blockOf, maxSteps } from "../codes/current-code.ts";

export interface CodeState {
  readonly id: string;
  readonly code: string;
  readonly layer: number;
  readonly lifeStatus: number;
  readonly blockStatus: number;
  readonly productId: string | undefined;
  readonly specId: string | undefined;
  readonly batchCode: string;
  readonly stockInDocId: string | undefined;
  readonly stockOutDocId: string | undefined;
  readonly channelId: string | undefined;
  /** Where the books say it is; undefined unless it is in stock. */
  readonly warehouseId: string | undefined;
  /** Something was taken out of the package, so it is no longer whole. */
  readonly isOpened: boolean;
  /** The code itself, then what it is packed in, outwards. */
  readonly path: readonly string[];
}

/** lifeStatus of codes. */
export const life = { generated: 0, activated: 1, inStock: 2, shipped: 3 } as const;

export const codeStates = prepared("codes_of_documents", (given: Given<{ readonly codes: readonly string[] }>, { unscoped, withRemoved }) =>
  db
    .withRecursive("path(asked, id, depth)", (cte) =>
      cte
        .selectFrom(unscoped("code-item", "i"))
        .where("i.code", "=", sql<string>`any(${given("codes")}::text[])`)
        .select(["i.id as asked", "i.id", sql<number>`0`.as("depth")])
        .unionAll(
          cte
            .selectFrom("path as p")
            .innerJoin(unscoped("code-relation", "r"), "r.codeId", "p.id")
            .where("r.parentId", "is not", null)
            .where("p.depth", "<", maxSteps)
            .select(({ ref }) => ["p.asked", sql<string>`${ref("r.parentId")}`.as("id"), sql<number>`${ref("p.depth")} + 1`.as("depth")]),
        ),
    )
    .with("above", (cte) =>
      cte
        .selectFrom("path as p")
        .innerJoin(withRemoved("code-item", "i"), "i.id", "p.id")
        .leftJoin(withRemoved("code-set", "s"), "s.id", "i.codeSetId")
        .groupBy("p.asked")
        .select(({ fn, ref }) => {
          // Of stamps of the same second the one nearest to the code is the newer.
          const newest = <T>(value: "i.lifeStatus" | "i.stockInDocId" | "i.stockOutDocId" | "i.channelId") =>
            sql<T>`(array_agg(${ref(value)} order by ${ref("i.stampTime")} desc, ${ref("p.depth")}) filter (where ${ref("i.stampTime")} is not null))[1]`;
          const nearest = (value: "i.productId" | "i.specId") =>
            sql<string | null>`(array_agg(${ref(value)} order by ${ref("p.depth")}) filter (where ${ref(value)} is not null))[1]`;
          return [
            "p.asked",
            newest<number | null>("i.lifeStatus").as("lifeStatus"),
            newest<string | null>("i.stockInDocId").as("stockInDocId"),
            newest<string | null>("i.stockOutDocId").as("stockOutDocId"),
            newest<string | null>("i.channelId").as("channelId"),
            fn.max<number>(blockOf(ref("i.blockStatus"), ref("s.status"))).as("blockStatus"),
            nearest("i.productId").as("productId"),
            nearest("i.specId").as("specId"),
            sql<
              string | null
            >`(array_agg(${ref("i.batchCode")} order by ${ref("p.depth")}) filter (where ${ref("i.batchCode")} <> ''))[1]`.as("batchCode"),
            sql<readonly string[]>`array_agg(${ref("i.id")}::text order by ${ref("p.depth")})`.as("path"),
          ];
        }),
    )
    .selectFrom("above as a")
    .innerJoin(withRemoved("code-item", "o"), "o.id", "a.asked")
    .leftJoin(unscoped("code-relation", "r"), (join) => join.onRef("r.codeId", "=", "o.id").on("r.relationType", "=", 1))
    .leftJoin(withRemoved("stock-in-doc", "d"), "d.id", "a.stockInDocId")
    .orderBy("o.id")
    .select(({ fn }) => [
      "o.id",
      "o.code",
      "o.layer",
      fn.coalesce("a.lifeStatus", "o.lifeStatus").as("lifeStatus"),
      "a.blockStatus",
      "a.productId",
      "a.specId",
      "a.batchCode",
      "a.stockInDocId",
      "a.stockOutDocId",
      "a.channelId",
      "a.path",
      "d.warehouseId",
      "r.opened",
    ]),
);

type CodeStateRow = ReturnType<typeof codeStates> extends Query<infer O> ? O : never;

/** A row of `codeStates`. */
export function codeStateOf(row: CodeStateRow): CodeState {
  const lifeStatus = row.lifeStatus ?? 0;
  return {
    id: row.id,
    code: row.code ?? "",
    layer: row.layer ?? 1,
    lifeStatus,
    blockStatus: row.blockStatus,
    productId: row.productId ?? undefined,
    specId: row.specId ?? undefined,
    batchCode: row.batchCode ?? "",
    stockInDocId: row.stockInDocId ?? undefined,
    stockOutDocId: row.stockOutDocId ?? undefined,
    channelId: row.channelId ?? undefined,
    warehouseId: lifeStatus === life.inStock ? (row.warehouseId ?? undefined) : undefined,
    isOpened: row.opened === 1,
    path: row.path,
  };
}
