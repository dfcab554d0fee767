// What definitions give to roles (`grants`): each menu entry and key once to each role, so that what an administrator takes away stays away.
import type { Model } from "#schema/model";
import { keysOfGrant } from "#schema/role-grants";
import { hasScreen } from "#schema/menu";
import { managedByTenants } from "../access/permissions.ts";
import type { Transaction } from "../store/database.ts";
import { givenGrantTable } from "../store/migrate.ts";

interface Given {
  readonly alias: string;
  readonly code: string;
}

/** Entries of the menu and keys by the alias of their role. */
function declared(model: Model): readonly Given[] {
  const managed = managedByTenants(model);
  const codes = model.resources.flatMap((resource) =>
    Object.entries(resource.data.grants ?? {}).flatMap(([alias, grant]): readonly Given[] => {
      if (grant === undefined) return [];
      const keys = [...(hasScreen(resource) ? [resource.name] : []), ...keysOfGrant(resource, grant)].filter((code) => managed.has(code));
      return keys.length === 0 ? [] : [resource.area, ...keys].map((code) => ({ alias, code }));
    }),
  );
  return [...new Map(codes.map((one) => [`${one.alias} ${one.code}`, one])).values()];
}

interface GrantSeed {
  readonly model: Model;
  /** Draws this many ids. */
  readonly ids: (count: number) => Promise<readonly string[]>;
  /** The installation has roles and rights from before; entries of the menu that it had then count as given. */
  readonly earlierEntries: ReadonlySet<string> | undefined;
}

/** Entries of the menu from before the first start that gives grants; undefined where grants were given before, or nothing was there. */
export async function menuBefore(tx: Transaction, isFirst: boolean): Promise<ReadonlySet<string> | undefined> {
  if (isFirst) return undefined;
  const [given, menu] = await tx.batch([
    { sql: `SELECT EXISTS (SELECT FROM ${givenGrantTable}) AS given`, parameters: [] },
    { sql: "SELECT code FROM menu", parameters: [] },
  ]);
  return given?.rows[0]?.["given"] === true ? undefined : new Set((menu?.rows ?? []).map((row) => String(row["code"])));
}

/** Gives what was not given before; answers how many entries and keys that were. */
export async function createDeclaredGrants(tx: Transaction, { model, ids, earlierEntries }: GrantSeed): Promise<number> {
  const wanted = declared(model);
  if (wanted.length === 0 || !model.resource.has("role-menu")) return 0;
  const { rows } = await tx.query({
    sql: `WITH wanted AS (SELECT * FROM unnest($1::text[], $2::text[]) AS w (alias, code)),
      fresh AS (
        INSERT INTO ${givenGrantTable} (role_id, code)
        SELECT r.id, w.code FROM wanted w JOIN role r ON r.role_alias = w.alias AND r.is_deleted = 0
          JOIN menu m ON m.code = w.code AND m.is_deleted = 0
        ON CONFLICT DO NOTHING RETURNING role_id, code
      )
      SELECT r.id::text AS role, r.tenant_id AS tenant, m.id::text AS menu FROM fresh n JOIN role r ON r.id = n.role_id JOIN menu m ON m.code = n.code AND m.is_deleted = 0
      WHERE NOT EXISTS (SELECT FROM role_menu g WHERE g.role_id = r.id AND g.menu_id = m.id AND g.is_deleted = 0) AND n.code <> ALL($3::text[]) ORDER BY r.id, m.id`,
    parameters: [wanted.map(({ alias }) => alias), wanted.map(({ code }) => code), [...(earlierEntries ?? [])]],
  });
  if (rows.length === 0) return 0;
  await tx.query({
    sql: `INSERT INTO role_menu (id, tenant_id, role_id, menu_id, create_time, update_time)
      SELECT g.id, g.tenant, g.role, g.menu, localtimestamp(0), localtimestamp(0) FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[]) AS g (id, tenant, role, menu)`,
    parameters: [await ids(rows.length), rows.map((row) => row["tenant"]), rows.map((row) => row["role"]), rows.map((row) => row["menu"])],
  });
  return rows.length;
}
