// The proof that stock is what came in less what went out, taken from the rows alone: every statement finds what contradicts.
import { sql, type AliasedExpression } from "kysely";
import { db } from "../../rows/query.ts";
import { tables, type TableContext } from "../../rows/tables.ts";
import type { Proof } from "../proof.ts";
import { documentStates } from "./document-lines.ts";
import { stockIn, stockOut } from "./planned.ts";

interface Sum {
  readonly of: string;
  readonly num: string;
}

/** Everything that must hold of the stock of a tenant; a query that finds no rows proves its rule. */
export function stockProofs(context: Pick<TableContext, "model" | "scope" | "caller">): readonly Proof[] {
  const { unscoped } = tables(context);
  const stock = () =>
    db
      .selectFrom(unscoped("goods-stock", "s"))
      .select(({ ref }) => [
        keyText(ref("s.warehouseId"), ref("s.productId"), ref("s.specId"), ref("s.batchCode")).as("of"),
        sql<string>`coalesce(${ref("s.num")}, 0)`.as("num"),
        sql<string>`coalesce(${ref("s.lockNum")}, 0)`.as("lockNum"),
        sql<string>`coalesce(${ref("s.availableNum")}, 0)`.as("availableNum"),
      ]);
  const billed = () =>
    db
      .selectFrom(unscoped("goods-bill", "b"))
      .groupBy(["b.warehouseId", "b.productId", "b.specId", ({ ref }) => sql`coalesce(${ref("b.batchCode")}, '')`])
      .select(({ ref }) => [
        keyText(ref("b.warehouseId"), ref("b.productId"), ref("b.specId"), ref("b.batchCode")).as("of"),
        sql<string>`sum(${ref("b.changeNum")})`.as("num"),
      ]);
  const current = () =>
    db
      .selectFrom(unscoped("warehousegoodscurrent", "w"))
      .groupBy(["w.warehouseId", "w.productId", "w.specId", ({ ref }) => sql`coalesce(${ref("w.batchCode")}, '')`])
      .select(({ ref }) => [
        keyText(ref("w.warehouseId"), ref("w.productId"), ref("w.specId"), ref("w.batchCode")).as("of"),
        sql<string>`sum(${ref("w.num")})`.as("num"),
      ]);
  const locked = () =>
    db
      .selectFrom(unscoped("doc-detail", "l"))
      .innerJoin(unscoped("stock-out-doc", "d"), (join) =>
        join.on(({ eb, cast, ref }) => eb(cast<string>("d.id", "text"), "=", ref("l.docId"))),
      )
      .innerJoinLateral(
        ({ ref }) =>
          sql<{ batchCode: string; num: number }>`jsonb_to_recordset(${ref("l.picks")})`.as<"p">(sql`p("batchCode" text, num int)`),
        (join) => join.onTrue(),
      )
      .where("l.docKind", "=", stockOut)
      .where("d.status", "in", [documentStates.open, documentStates.processing])
      .groupBy(["d.warehouseId", "l.productId", "l.specId", sql`p."batchCode"`])
      .select(({ ref }) => [
        keyText(ref("d.warehouseId"), ref("l.productId"), ref("l.specId"), sql`p."batchCode"`).as("of"),
        sql<string>`sum(${ref("p.num")})`.as("num"),
      ]);
  // Numbers are given under a lock until the transaction ends, so that their order is that of the bookings.
  const chain = db
    .selectFrom(unscoped("goods-bill", "b"))
    .select(({ ref }) => [
      "b.billNo as of",
      sql<string>`coalesce(lag(${ref("b.afterNum")}) over (partition by ${ref("b.warehouseId")}, ${ref("b.productId")}, ${ref("b.specId")}, coalesce(${ref("b.batchCode")}, '') order by length(${ref("b.billNo")}), ${ref("b.billNo")}), 0)`.as(
        "expected",
      ),
      sql<string>`${ref("b.beforeNum")}`.as("found"),
      sql<boolean>`${ref("b.afterNum")} = ${ref("b.beforeNum")} + ${ref("b.changeNum")}`.as("adds"),
    ]);
  const finished = (kind: typeof stockIn | typeof stockOut) =>
    kind === stockIn
      ? db
          .selectFrom(unscoped("stock-in-doc", "d"))
          .where("d.status", "=", documentStates.finished)
          .select(["d.id", "d.docNo", "d.realNum"])
      : db
          .selectFrom(unscoped("stock-out-doc", "d"))
          .where("d.status", "=", documentStates.finished)
          .select(["d.id", "d.docNo", "d.realNum"]);
  const documents = (kind: typeof stockIn | typeof stockOut) =>
    db.selectFrom(finished(kind).as("f")).select(({ ref, selectFrom }) => [
      "f.docNo",
      sql<string>`coalesce(${ref("f.realNum")}, 0)`.as("realNum"),
      sql<string>`coalesce(${selectFrom(unscoped("goods-bill", "b"))
        .where("b.docKind", "=", kind)
        .where("b.docId", "=", sql<string>`${ref("f.id")}::text`)
        .select((bill) => sql<string>`abs(sum(${bill.ref("b.changeNum")}))`.as("n"))}, 0)`.as("billed"),
      sql<string>`coalesce(${selectFrom(unscoped("stock-move-record", "m"))
        .where("m.docKind", "=", kind)
        .where("m.docId", "=", sql<string>`${ref("f.id")}::text`)
        .select((move) => sql<string>`sum(${move.ref("m.num")})`.as("n"))}, 0)`.as("moved"),
      sql<string>`coalesce(${selectFrom(unscoped("doc-detail", "l"))
        .where("l.docKind", "=", kind)
        .where("l.docId", "=", sql<string>`${ref("f.id")}::text`)
        .select((line) => sql<string>`sum(${line.ref("l.unitNum")})`.as("n"))}, 0)`.as("stated"),
    ]);
  const differing = (kind: typeof stockIn | typeof stockOut, figure: "d.billed" | "d.moved" | "d.stated") =>
    db
      .selectFrom(documents(kind).as("d"))
      .where(({ ref }) => sql<boolean>`${ref(figure)} <> ${ref("d.realNum")}`)
      .select(({ ref }) => [
        sql<string>`coalesce(${ref("d.docNo")}, '')`.as("of"),
        sql<string>`${ref("d.realNum")}::text`.as("expected"),
        sql<string>`${ref(figure)}::text`.as("found"),
      ]);
  const compared = (left: ReturnType<typeof stock>, column: "s.num" | "s.lockNum", right: AliasedExpression<Sum, "r">) =>
    db
      .selectFrom(left.as("s"))
      .fullJoin(right, "r.of", "s.of")
      .where(({ ref }) => sql<boolean>`coalesce(${ref(column)}, 0) <> coalesce(${ref("r.num")}, 0)`)
      .select(({ ref, fn }) => [
        fn.coalesce("s.of", "r.of").as("of"),
        sql<string>`coalesce(${ref("r.num")}, 0)::text`.as("expected"),
        sql<string>`coalesce(${ref(column)}, 0)::text`.as("found"),
      ]);

  return [
    {
      name: "stock",
      label: ["库存等于流水之和", "Stock is the sum of its ledger"],
      differences: compared(stock(), "s.num", billed().as("r")),
    },
    {
      name: "locks",
      label: ["锁定数量等于出库中单据的锁定", "Locked stock is what open documents hold"],
      differences: compared(stock(), "s.lockNum", locked().as("r")),
    },
    {
      name: "available",
      label: ["可用数量等于库存减锁定", "Available stock is stock less locks"],
      differences: db
        .selectFrom(stock().as("s"))
        .where(({ ref }) => sql<boolean>`${ref("s.availableNum")} <> ${ref("s.num")} - ${ref("s.lockNum")}`)
        .select(({ ref }) => [
          "s.of",
          sql<string>`(${ref("s.num")} - ${ref("s.lockNum")})::text`.as("expected"),
          sql<string>`${ref("s.availableNum")}::text`.as("found"),
        ]),
    },
    {
      name: "ledger",
      label: ["流水前后相接", "Each ledger row begins where the one before it ended"],
      differences: db
        .selectFrom(chain.as("c"))
        .where(({ ref }) => sql<boolean>`${ref("c.expected")} <> ${ref("c.found")} or not ${ref("c.adds")}`)
        .select(({ ref }) => [
          sql<string>`coalesce(${ref("c.of")}, '')`.as("of"),
          sql<string>`${ref("c.expected")}::text`.as("expected"),
          sql<string>`${ref("c.found")}::text`.as("found"),
        ]),
    },
    {
      name: "current",
      label: ["当前货品之和等于库存", "Current goods come to the stock"],
      differences: compared(stock(), "s.num", current().as("r")),
    },
    ...([stockIn, stockOut] as const).flatMap((kind): readonly Proof[] => {
      const [zh, en] = kind === stockIn ? ["入库单", "stock-in"] : ["出库单", "stock-out"];
      const prefix = kind === stockIn ? "in" : "out";
      return [
        {
          name: `${prefix}-lines`,
          label: [`${zh}明细之和等于单据`, `Lines come to their ${en}`],
          differences: differing(kind, "d.stated"),
        },
        {
          name: `${prefix}-bills`,
          label: [`${zh}流水之和等于单据`, `The ledger comes to its ${en}`],
          differences: differing(kind, "d.billed"),
        },
        { name: `${prefix}-moves`, label: [`${zh}移动之和等于单据`, `Moves come to their ${en}`], differences: differing(kind, "d.moved") },
      ];
    }),
  ];
}

/** A stock's key as text. */
function keyText(...parts: readonly [warehouse: unknown, product: unknown, spec: unknown, batch: unknown]) {
  const [warehouse, product, spec, batch] = parts;
  return sql<string>`${warehouse} || ' ' || ${product} || ' ' || ${spec} || ' ' || coalesce(${batch}, '')`;
}
