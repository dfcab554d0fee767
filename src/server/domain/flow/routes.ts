// What processes are for: each category of definitions is an entry of the dictionary "flow", whose remark is the route that pages and
// definitions of resources name ("leave"). Installations may number their categories as they like.
import { sql, type Expression } from "kysely";
import type { CommitContext, Values } from "../../contract.ts";
import { db, first } from "../../rows/query.ts";
import { tables, type TableSources } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { processState } from "./states.ts";

/** The dictionary of categories. */
const categories = "flow";

/** A category as clients send it, the key of its entry or as the platform names it, "flow_1", by its key. */
export const spelledCategory = { category: (sent: string): string => sent.replace(/^flow_/u, "") } as const;

/** A row as it is answered, with its category as the platform names it. */
export function withRouteKey(row: Values): Values {
  const { category } = row;
  return typeof category === "string" && category !== "" ? { ...row, category: `${categories}_${category}` } : row;
}

/** Active definitions that the tenant may start: its own, and the general ones; each with the entry of its category, if there is one. */
function routed(context: CommitContext) {
  const { acrossTenants, unscoped } = tables(context);
  return (
    db
      .selectFrom(acrossTenants("flow-manager", "d"))
      .leftJoin(unscoped("dict", "c"), (join) => join.onRef("c.dictKey", "=", "d.category").on("c.code", "=", categories))
      .where("d.suspensionState", "=", processState.active)
      // What a message starts is nobody's to choose.
      .where("d.startMessage", "is", null)
      .where(({ eb, or }) => or([eb("d.tenantId", "is", null), eb("d.tenantId", "in", ["", context.scope.tenantId])]))
  );
}

/** The definition that decides what goes this way: the newest one of the tenant's own, else the newest general one. */
export async function definitionFor(context: CommitContext, tx: Transaction, route: string): Promise<string | undefined> {
  const found = await first(
    tx,
    routed(context)
      .where("c.remark", "=", route)
      .orderBy(
        ({ eb }) => eb("d.tenantId", "=", context.scope.tenantId),
        (order) => order.desc().nullsLast(),
      )
      .orderBy("d.deploymentTime", "desc")
      .orderBy("d.version", "desc")
      .orderBy("d.id", "desc")
      .limit(1)
      .select("d.id"),
  );
  return found?.id;
}

/** Whether an active definition goes another way; false where there is no such definition. */
export async function isOfOtherRoute(
  context: CommitContext,
  tx: Transaction,
  { definitionId, route }: { readonly definitionId: string; readonly route: string },
): Promise<boolean> {
  const found = await first(tx, routed(context).where("d.id", "=", definitionId).select("c.remark"));
  return found !== undefined && found.remark !== route;
}

/** The newest active definition that a message starts, the tenant's own before a general one, with its route. */
export async function startedBy(context: CommitContext, tx: Transaction, message: string) {
  const { acrossTenants, unscoped } = tables(context);
  return first(
    tx,
    db
      .selectFrom(acrossTenants("flow-manager", "d"))
      .leftJoin(unscoped("dict", "c"), (join) => join.onRef("c.dictKey", "=", "d.category").on("c.code", "=", categories))
      .where("d.startMessage", "=", message)
      .where("d.suspensionState", "=", processState.active)
      .where(({ eb, or }) => or([eb("d.tenantId", "is", null), eb("d.tenantId", "in", ["", context.scope.tenantId])]))
      .orderBy(({ fn, val }) => fn.coalesce("d.tenantId", val("")), "desc")
      .orderBy("d.version", "desc")
      .orderBy("d.id", "desc")
      .limit(1)
      .select(["d.id", "d.name", "c.remark"]),
  );
}

/** The name of a category for people; undefined where no dictionary has it. */
export async function categoryName(context: CommitContext, tx: Transaction, route: string): Promise<string | undefined> {
  const entries = db.selectFrom(tables(context).unscoped("dict", "c")).where("c.code", "=", categories).where("c.remark", "=", route);
  const found = await first(tx, entries.orderBy("c.id").limit(1).select("c.dictValue"));
  return found?.dictValue ?? undefined;
}

/** What the entry of a category is for; undefined where the dictionary does not say it. */
export async function routeOf(context: CommitContext, tx: Transaction, category: string): Promise<string | undefined> {
  const entries = db.selectFrom(tables(context).unscoped("dict", "c")).where("c.code", "=", categories).where("c.dictKey", "=", category);
  const found = await first(tx, entries.orderBy("c.id").limit(1).select("c.remark"));
  return found?.remark ?? undefined;
}

/** The way of a category among the pages of processes (routes.ts); that of all pages where the dictionary says none. */
export const routeFor = ({ unscoped }: Pick<TableSources, "unscoped">, category: Expression<string | null>) => {
  const entry = db
    .selectFrom(unscoped("dict", "c"))
    .where("c.code", "=", categories)
    .where("c.dictKey", "=", category)
    .orderBy("c.id")
    .limit(1)
    .select("c.remark");
  return sql<string>`coalesce(nullif((${entry}), ''), 'record')`;
};
