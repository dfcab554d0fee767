// What definitions give to roles (`grants`): each menu entry and key once to each role, so that what an administrator takes away stays away.
import { z } from "zod";
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

const grantRow = z.object({ role: z.string(), tenant: z.string(), menu: z.string(), code: z.string(), held: z.boolean() });
/** As many as one statement has parameters for. */
const grantsAtOnce = 10_000;

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
    { sql: `SELECT EXISTS (SELECT 1 FROM ${givenGrantTable}) AS given`, parameters: [] },
    { sql: "SELECT code FROM menu", parameters: [] },
  ]);
  return given?.rows[0]?.["given"] === true ? undefined : new Set((menu?.rows ?? []).map((row) => String(row["code"])));
}

/** Gives what was not given before; answers how many entries and keys that were. */
export async function createDeclaredGrants(tx: Transaction, { model, ids, earlierEntries }: GrantSeed): Promise<number> {
  const wanted = declared(model);
  if (wanted.length === 0 || !model.resource.has("role-menu")) return 0;
  const { rows } = await tx.query({
    // Roles are on the nodes of their tenants, what was given on the coordinator: each is asked by itself.
    sql: `SELECT r.id::text AS role, r.tenant_id AS tenant, m.id::text AS menu, m.code,
        EXISTS (SELECT 1 FROM role_menu g WHERE g.tenant_id = r.tenant_id AND g.role_id = r.id AND g.menu_id = m.id AND g.is_deleted = 0) AS held
      FROM role r JOIN unnest($1::text[], $2::text[]) AS w (alias, code) ON r.role_alias = w.alias JOIN menu m ON m.code = w.code AND m.is_deleted = 0
      WHERE r.is_deleted = 0 ORDER BY r.id, m.id`,
    parameters: [wanted.map(({ alias }) => alias), wanted.map(({ code }) => code)],
  });
  const wantedGrants = z.array(grantRow).parse(rows);
  const given = await tx.query({
    sql: `INSERT INTO ${givenGrantTable} (role_id, code) SELECT * FROM unnest($1::bigint[], $2::text[]) ON CONFLICT DO NOTHING RETURNING role_id::text AS role, code`,
    parameters: [wantedGrants.map(({ role }) => role), wantedGrants.map(({ code }) => code)],
  });
  const fresh = new Set(given.rows.map((row) => `${String(row["role"])} ${String(row["code"])}`));
  const added = wantedGrants.filter(({ role, code, held }) => fresh.has(`${role} ${code}`) && !held && earlierEntries?.has(code) !== true);
  const newIds = await ids(added.length);
  const parameters = added.flatMap(({ tenant, role, menu }, index) => [newIds[index], tenant, role, menu]);
  const lists = added.map(
    (_grant, index) => `(${[1, 2, 3, 4].map((place) => `$${4 * index + place}`).join(", ")}, localtimestamp(0), localtimestamp(0))`,
  );
  for (let from = 0; from < added.length; from += grantsAtOnce) {
    const part = added.slice(from, from + grantsAtOnce);
    await tx.query({
      sql: `INSERT INTO role_menu (id, tenant_id, role_id, menu_id, create_time, update_time) VALUES ${lists.slice(0, part.length).join(", ")}`,
      parameters: parameters.slice(4 * from, 4 * (from + part.length)),
    });
  }
  return added.length;
}
