// What keeps a removed row from being deleted for good: rows, removed ones as well, that foreign keys of their tables bind to it.
import type { FieldModel, Model, ResourceModel } from "#schema/model";
import type { Values } from "../../contract.ts";
import { columnOf, isTenantTable } from "../../store/columns.ts";
import type { Statement, Transaction } from "../../store/database.ts";
import { quoted } from "../../store/names.ts";
import { foreignKeys } from "../../store/tables.ts";
import { ScopedStatement } from "../sql/scoped.ts";
import { ownedDetails } from "./child-lists.ts";

/** A field whose foreign key binds rows to those of a resource. */
interface Binding {
  readonly resource: ResourceModel;
  readonly field: FieldModel;
}

/** The fields of all resources whose foreign keys bind rows to those of a resource, but for that of its own lines, which go first. */
function bindingsOf(resource: ResourceModel, model: Model): readonly Binding[] {
  const owned = ownedDetails(resource, model);
  return (model.referrers.get(resource.name) ?? []).filter(
    ({ resource: binding, field }) =>
      binding.hasTable &&
      !(owned?.resource === binding && owned.by === field.name) &&
      foreignKeys(binding, model).some((key) => key.field === field.name),
  );
}

/** Rows of one tenant that are to be deleted. */
interface RowsToDelete {
  readonly model: Model;
  readonly resource: ResourceModel;
  readonly tenantId: string;
  readonly rows: readonly Readonly<Values>[];
  /** All of them go or none, so that they do not bind each other. */
  readonly goTogether: boolean;
}

/** The field of the rows that a binding names them by. */
const namedBy = ({ field }: Binding, resource: ResourceModel): string => field.reference?.valueField ?? resource.key;

/** Which of the rows are bound by a field. */
function boundStatement({ resource, tenantId, rows, goTogether }: RowsToDelete, binding: Binding): Statement {
  const statement = new ScopedStatement(tenantId);
  const own = columnOf(binding.resource, binding.field.name);
  const named = columnOf(resource, namedBy(binding, resource));
  const values = rows.flatMap((row) => {
    const value = row[named.name] ?? null;
    return value === null ? [] : [named.toColumn(value)];
  });
  const column = `h.${quoted(own.column)}`;
  const key = columnOf(binding.resource, binding.resource.key);
  const others =
    goTogether && binding.resource === resource
      ? `h.${quoted(key.column)} <> ALL(${statement.value(rows.map((row) => row[resource.key]))}::${key.type}[])`
      : undefined;
  const list = `${statement.value(values)}::${own.type}[]`;
  const bound = { resource: binding.resource, as: "h", withRemoved: true } as const;
  // Rows of the platform are bound by those of any tenant; nodes of a distributed database answer of these only what stands in their tables.
  if (!isTenantTable(resource))
    return statement.of(
      statement.select({
        ...bound,
        columns: `DISTINCT ${column}::text AS value`,
        acrossTenants: true,
        where: [`${column} = ANY(${list})`, others],
      }),
    );
  // One of millions is enough.
  const any = statement.select({ ...bound, columns: "1", where: [`${column} = k.value`, others] });
  return statement.of(`SELECT k.value::text AS value FROM unnest(${list}) AS k (value) WHERE EXISTS (${any})`);
}

/** Of rows those that others are bound to, by their keys, each with the resource of such a row. */
export async function boundAmong(tx: Transaction, going: RowsToDelete): Promise<ReadonlyMap<string, ResourceModel>> {
  const { resource, model, rows } = going;
  const bindings = rows.length === 0 ? [] : bindingsOf(resource, model);
  const answers = await tx.batch(bindings.map((binding) => boundStatement(going, binding)));
  const bound = new Map<string, ResourceModel>();
  for (const [index, binding] of bindings.entries()) {
    const values = new Set((answers[index]?.rows ?? []).map((row) => String(row["value"])));
    for (const row of rows) if (values.has(String(row[namedBy(binding, resource)]))) bound.set(String(row[resource.key]), binding.resource);
  }
  return bound;
}
