// The menu rows of the platform: areas, screens and buttons as a forest (docs/wire.md §7).
import { z } from "zod";
import type { Database } from "../store/database.ts";

const rowSchema = z.object({
  id: z.string(),
  parent_id: z.string().nullable(),
  code: z.string(),
  name: z.string(),
  alias: z.string().nullable(),
  path: z.string().nullable(),
  source: z.string().nullable(),
  sort: z.number().nullable(),
  category: z.coerce.number(),
  action: z.coerce.number().nullable(),
  is_open: z.coerce.number().nullable(),
  component: z.string().nullable(),
  remark: z.string().nullable(),
});

/** What an entry is: a menu that leads somewhere, or a button. */
export const menuCategory = 1;
export const buttonCategory = 2;

export interface MenuEntry {
  readonly id: string;
  readonly parentId: string | undefined;
  readonly code: string;
  readonly name: string;
  readonly alias: string;
  readonly path: string;
  /** Its icon. */
  readonly source: string;
  readonly sort: number;
  readonly category: number;
  readonly action: number;
  readonly isOpen: number;
  readonly component: string;
  readonly remark: string;
}

export interface MenuForest {
  readonly entries: readonly MenuEntry[];
  readonly byId: ReadonlyMap<string, MenuEntry>;
  /** Parent → its children in order; undefined: the roots. Entries without an existing parent are roots. */
  readonly children: ReadonlyMap<string | undefined, readonly MenuEntry[]>;
}

/** Arranges entries; siblings by `sort`, then by id. */
export function menuForest(entries: readonly MenuEntry[]): MenuForest {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const children = new Map<string | undefined, MenuEntry[]>();
  const older = (left: string, right: string) => left.length - right.length || (left < right ? -1 : 1);
  for (const entry of [...entries].sort((left, right) => left.sort - right.sort || older(left.id, right.id))) {
    const parent = entry.parentId !== undefined && byId.has(entry.parentId) ? entry.parentId : undefined;
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [entry]);
    else siblings.push(entry);
  }
  return { entries, byId, children };
}

/** An entry and all above it, itself first. */
export function withAncestors(forest: MenuForest, id: string): readonly MenuEntry[] {
  const matches: MenuEntry[] = [];
  for (let entry = forest.byId.get(id); entry !== undefined && !matches.includes(entry); entry = forest.byId.get(entry.parentId ?? "")) {
    matches.push(entry);
  }
  return matches;
}

/** All entries below one. */
export function descendantsOf(forest: MenuForest, id: string): readonly MenuEntry[] {
  const matches = new Set<MenuEntry>();
  const walk = (parent: string) => {
    for (const child of forest.children.get(parent) ?? []) {
      if (matches.has(child)) continue;
      matches.add(child);
      walk(child.id);
    }
  };
  walk(id);
  return [...matches];
}

/** The whole menu as stored. */
export async function loadMenuForest(database: Database): Promise<MenuForest> {
  // As the owner: the menu belongs to the platform.
  const [answer] = await database.authentication.read("all tenants", [
    {
      sql: "select id, parent_id, code, name, alias, path, source, sort, category, action, is_open, component, remark from menu where is_deleted = 0",
      parameters: [],
    },
  ]);
  const rows = z.array(rowSchema).parse(answer?.rows ?? []);
  return menuForest(
    rows.map((row) => ({
      id: row.id,
      parentId: row.parent_id ?? undefined,
      code: row.code,
      name: row.name,
      alias: row.alias ?? "",
      path: row.path ?? "",
      source: row.source ?? "",
      sort: row.sort ?? 0,
      category: row.category,
      action: row.action ?? 1,
      isOpen: row.is_open ?? 1,
      component: row.component ?? "",
      remark: row.remark ?? "",
    })),
  );
}
