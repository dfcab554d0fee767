// Which table of an installation a distributed database stores how, and whether it stores it so.
import type { Model } from "#schema/model";
import { operatorText } from "../operator-language.ts";
import type { Catalog, ExistingTable } from "./catalog.ts";
import type { Transaction } from "./database.ts";
import { DistributionRefusedError, leadingTable, placementSql, type Placement } from "./distribution.ts";
import { quoted } from "./names.ts";
import { tenantRows, wantedTables } from "./tables.ts";

/** How a table is to be stored, and why. */
export interface PlannedPlacement {
  readonly table: string;
  readonly placement: Placement;
  /** As a sentence. */
  readonly why: string;
  /** How it is stored. */
  readonly existing: Placement;
  /** It is stored so already. */
  readonly isDone: boolean;
}

type Reason = "tenant" | "platform" | "coordinator";

const reasons: Readonly<Record<Reason, readonly [zh: string, en: string]>> = {
  tenant: ["数据行属于租户，同一租户的数据在同一节点上", "their rows belong to tenants, and those of a tenant are on one node"],
  platform: [
    "属于整个平台，租户的数据行引用它们，每个节点各有一份",
    "they belong to the platform, and rows of tenants refer to them: every node has a copy",
  ],
  coordinator: ["在知道租户之前就要查询，或不属于任何租户", "they are asked before the tenant is known, or belong to none"],
};

const names: Readonly<Record<Placement, readonly [zh: string, en: string]>> = {
  distributed: ["按租户分布", "by tenant"],
  reference: ["每个节点一份", "on every node"],
  local: ["仅在协调节点", "on the coordinator"],
};

/** A placement for people. */
export const placementText = (placement: Placement): string => operatorText(...names[placement]);

/** Tables of the server's own whose rows are told apart without their tenant, or that are asked before it is known. */
const ofCoordinator: ReadonlySet<string> = new Set(["rights_version"]);

function reasonOf(table: ExistingTable, model: Model): Reason {
  const wanted = wantedTables(model).find(({ name }) => name === table.name);
  if (wanted !== undefined) return wanted.isOfTenants ? "tenant" : "platform";
  const isByTenant = table.primaryKey?.columns.includes("tenant_id") === true && !ofCoordinator.has(table.name);
  return isByTenant ? "tenant" : "coordinator";
}

const placements: Readonly<Record<Reason, Placement>> = { tenant: "distributed", platform: "reference", coordinator: "local" };

/** The tables in the order in which they are distributed: the one beside which all others lie first. */
export function plannedPlacements({ tables }: Catalog, model: Model): readonly PlannedPlacement[] {
  const planned = [...tables.values()].map((table): PlannedPlacement => {
    const reason = reasonOf(table, model);
    const placement = placements[reason];
    const existing = table.placement ?? "local";
    return { table: table.name, placement, why: operatorText(...reasons[reason]), existing, isDone: placement === existing };
  });
  const rank = ({ table, placement }: PlannedPlacement) => (table === leadingTable ? 0 : placement === "reference" ? 1 : 2);
  return planned.toSorted((left, right) => rank(left) - rank(right) || left.table.localeCompare(right.table));
}

/** Throws where a table would have to be stored in another way than it is: the engine cannot change that with its references in place. */
export function refuseOtherPlacements(planned: readonly PlannedPlacement[]): void {
  const others = planned.filter(({ existing, isDone }) => existing !== "local" && !isDone);
  if (others.length === 0) return;
  const lines = others.map(({ table, existing, placement }) =>
    operatorText(
      `  表 "${table}" 现为“${placementText(existing)}”，应为“${placementText(placement)}”`,
      `  the table "${table}" is stored ${placementText(existing)}, and should be ${placementText(placement)}`,
    ),
  );
  throw new DistributionRefusedError(
    operatorText(
      `数据库已按租户分布，表不能再改变存储方式，未做任何更改：\n${lines.join("\n")}\n请恢复定义；或以新名称定义资源，再把数据移过去。`,
      `The database is distributed by tenant, where a table cannot change how it is stored. Nothing was changed:\n${lines.join("\n")}\nPut the definition back, or give the resource a new name and carry its rows over.`,
    ),
  );
}

/** Throws where the distribution of these tables was interrupted: references between them are missing, and some have no place. */
export function requireDistributed(planned: readonly PlannedPlacement[]): void {
  const missing = planned.filter(({ isDone }) => !isDone).length;
  if (missing === 0) return;
  throw new DistributionRefusedError(
    operatorText(
      `分布数据表的过程曾被中断，还有 ${missing} 张表未完成：请执行 npm run distribute -- --apply 继续，完成后再启动。`,
      `The distribution of the tables was interrupted, and ${missing} of them are missing: continue it with npm run distribute -- --apply, and start after that.`,
    ),
  );
}

/** Places an empty or a full table, whose policies become those of a distributed one. */
export async function placeTable(tx: Transaction, table: string, placement: Exclude<Placement, "local">): Promise<void> {
  const { rows } = await tx.query({
    sql: "select polname as name from pg_policy where polrelid = to_regclass($1)",
    parameters: [quoted(table)],
  });
  const policies = rows.map(({ name }) => quoted(String(name)));
  for (const policy of policies)
    await tx.query({
      sql: `alter policy ${policy} on ${quoted(table)} using (${tenantRows(true)}) with check (${tenantRows(true)})`,
      parameters: [],
    });
  await tx.query({ sql: placementSql(table, placement), parameters: [] });
}
