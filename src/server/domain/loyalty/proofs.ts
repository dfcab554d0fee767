// The proof that balances are the sums of their ledgers, and counts those of their rows: every statement finds what contradicts.
import { sql } from "kysely";
import { db } from "../../rows/query.ts";
import { tables, type TableContext } from "../../rows/tables.ts";
import { different, type Proof } from "../proof.ts";

/** Everything that must hold of the members and terminals of a tenant; a query that finds no rows proves its rule. */
export function loyaltyProofs(context: Pick<TableContext, "model" | "scope" | "caller">): readonly Proof[] {
  const { unscoped } = tables(context);
  const members = db
    .selectFrom(unscoped("member", "m"))
    .leftJoin(unscoped("points-record", "p"), "p.memberId", "m.id")
    .groupBy(["m.id", "m.memberNo", "m.points"]);
  const points = members.select(({ ref }) => [
    "m.memberNo as of",
    sql<string>`coalesce(sum(${ref("p.points")}), 0)::text`.as("expected"),
    sql<string>`coalesce(${ref("m.points")}, 0)::text`.as("found"),
  ]);
  const pointsLeft = members.select(({ ref }) => [
    "m.memberNo as of",
    sql<string>`coalesce(${ref("m.points")}, 0)::text`.as("expected"),
    sql<string>`coalesce(sum(${ref("p.leftPoints")}), 0)::text`.as("found"),
  ]);
  const pointsChain = db
    .selectFrom(unscoped("points-record", "p"))
    .select(({ ref }) => [
      "p.recordNo as of",
      sql<string>`coalesce(lag(${ref("p.balanceAfter")}) over (partition by ${ref("p.memberId")} order by ${ref("p.id")}), 0)`.as(
        "expected",
      ),
      sql<string>`${ref("p.balanceBefore")}`.as("found"),
      sql<boolean>`${ref("p.balanceAfter")} = ${ref("p.balanceBefore")} + ${ref("p.points")} and ${ref("p.balanceAfter")} >= 0`.as("adds"),
    ]);
  const money = db
    .selectFrom(unscoped("user-account", "a"))
    .leftJoin(unscoped("water-bill", "b"), "b.userAccountId", "a.id")
    .groupBy(["a.id", "a.accountNo", "a.balance", "a.totalIncome", "a.totalExpense"])
    .select(({ ref }) => [
      "a.accountNo",
      sql<string>`coalesce(${ref("a.balance")}, 0)`.as("balance"),
      sql<string>`coalesce(${ref("a.totalIncome")}, 0) - coalesce(${ref("a.totalExpense")}, 0)`.as("net"),
      sql<string>`coalesce(sum(case ${ref("b.direction")} when 1 then ${ref("b.amount")} else -${ref("b.amount")} end), 0)`.as("summed"),
    ]);
  const devices = db
    .selectFrom(unscoped("terminal", "t"))
    .leftJoin(unscoped("terminal-device", "d"), "d.terminalId", "t.id")
    .groupBy(["t.id", "t.terminalNo", "t.deviceCount"])
    .select(({ ref }) => [
      "t.terminalNo as of",
      sql<string>`count(${ref("d.id")})::text`.as("expected"),
      sql<string>`coalesce(${ref("t.deviceCount")}, 0)::text`.as("found"),
    ]);
  const terminals = db
    .selectFrom(unscoped("merchant", "m"))
    .leftJoin(unscoped("terminal", "t"), "t.merchantId", "m.id")
    .groupBy(["m.id", "m.merchantNo", "m.terminalCount"])
    .select(({ ref }) => [
      "m.merchantNo as of",
      sql<string>`count(${ref("t.id")})::text`.as("expected"),
      sql<string>`coalesce(${ref("m.terminalCount")}, 0)::text`.as("found"),
    ]);
  return [
    {
      name: "points",
      label: ["会员积分等于积分记录之和", "Points are the sum of their records"],
      differences: different(points),
    },
    {
      name: "points-left",
      label: ["未用积分之和等于会员积分", "What is left of records comes to the points"],
      differences: different(pointsLeft),
    },
    {
      name: "points-ledger",
      label: ["积分记录前后相接", "Each points record begins where the one before it ended"],
      differences: db
        .selectFrom(pointsChain.as("c"))
        .where(({ ref }) => sql<boolean>`${ref("c.expected")} <> ${ref("c.found")} or not ${ref("c.adds")}`)
        .select(({ ref }) => [
          sql<string>`coalesce(${ref("c.of")}, '')`.as("of"),
          sql<string>`${ref("c.expected")}::text`.as("expected"),
          sql<string>`${ref("c.found")}::text`.as("found"),
        ]),
    },
    {
      name: "accounts",
      label: ["账户余额等于流水之和", "Balances are the sums of their movements"],
      differences: db
        .selectFrom(money.as("d"))
        .where(({ ref }) => sql<boolean>`${ref("d.balance")} <> ${ref("d.summed")} or ${ref("d.net")} <> ${ref("d.balance")}`)
        .select(({ ref }) => [
          sql<string>`coalesce(${ref("d.accountNo")}, '')`.as("of"),
          sql<string>`${ref("d.summed")}::text`.as("expected"),
          sql<string>`${ref("d.balance")}::text`.as("found"),
        ]),
    },
    {
      name: "devices",
      label: ["终端设备数等于绑定的设备", "Terminals have as many devices as are bound to them"],
      differences: different(devices),
    },
    {
      name: "terminals",
      label: ["商户终端数等于其终端", "Merchants have as many terminals as they say"],
      differences: different(terminals),
    },
  ];
}
