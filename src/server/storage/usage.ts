// Which rows show a file: those of a tenant whose files, pictures or formatted texts name its address.
import type { Model } from "#schema/model";
import type { Text } from "#schema/text";
import { columnOf, isTenantTable } from "../store/columns.ts";
import type { Transaction } from "../store/database.ts";
import { quoted } from "../store/names.ts";
import { referringTables } from "./references.ts";

export interface FileUser {
  readonly resource: string;
  readonly label: Text;
  readonly id: string;
  readonly title: string;
}

/** Resources that are a register of files, and show none. */
const registers: ReadonlySet<string> = new Set(["attach", "media"]);

/** Some of the living rows of a tenant that show a file, at most `most` of each resource. */
export async function usersOfFile(
  tx: Transaction,
  { model, tenantId, address, max }: { readonly model: Model; readonly tenantId: string; readonly address: string; readonly max: number },
): Promise<readonly FileUser[]> {
  const queries = referringTables(model).flatMap(({ resource, shown, living }) => {
    if (resource === undefined || shown.length === 0 || registers.has(resource.name)) return [];
    const title = columnOf(resource, resource.title).column;
    const key = columnOf(resource, resource.key).column;
    const limits = [...(isTenantTable(resource) ? ["t.tenant_id = $1"] : []), living];
    const shows = shown.map((column) => `position($2 in t.${quoted(column)}::text) > 0`).join(" or ");
    return [
      `(select '${resource.name}' as resource, t.${quoted(key)}::text as id, t.${quoted(title)}::text as title
        from ${quoted(resource.table)} t where ${[...limits, `(${shows})`].join(" and ")} limit $3)`,
    ];
  });
  if (queries.length === 0 || address === "") return [];
  const { rows } = await tx.query({ sql: queries.join(" union all "), parameters: [tenantId, address, max] });
  return rows.map((row) => {
    const name = String(row["resource"]);
    return {
      resource: name,
      label: model.resource.get(name)?.label ?? [name, name],
      id: String(row["id"]),
      title: String(row["title"] ?? ""),
    };
  });
}
