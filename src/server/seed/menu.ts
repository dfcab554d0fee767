// The menu of the definitions as rows: added where missing at every start, so that a new resource appears, and never changed afterwards.
import { menuOf, type MenuScreen } from "#schema/menu";
import type { Model, ResourceModel } from "#schema/model";
import type { Caller } from "../caller/caller.ts";
import type { Values } from "../contract.ts";
import { insertRow } from "../crud/write/write.ts";
import type { Transaction } from "../store/database.ts";
import { quoted } from "../store/names.ts";

interface Entry {
  readonly values: Values;
  readonly parentCode: string | undefined;
}

/** 1 menu, 2 button (docs/wire.md §7). */
const menuCategory = "1";
const buttonCategory = "2";

function entriesOf(model: Model): readonly Entry[] {
  const menu = ({ code, name: [name], path, icon }: Pick<MenuScreen, "code" | "name" | "path" | "icon">, sort: number): Values => ({
    code,
    name,
    path,
    source: icon,
    sort,
    alias: code,
    category: menuCategory,
    action: null,
    isOpen: 1,
  });
  const button = (code: string, name: string, action: number, sort: number): Values => ({
    code,
    name,
    path: null,
    source: null,
    sort,
    alias: code,
    category: buttonCategory,
    action: String(action),
    isOpen: 1,
  });
  return menuOf(model).flatMap((area): readonly Entry[] => [
    { values: menu(area, area.sort), parentCode: undefined },
    ...area.screens.flatMap((screen, index): readonly Entry[] => [
      { values: menu(screen, index + 1), parentCode: area.code },
      ...screen.buttons.map((one, place): Entry => ({
        values: button(one.code, one.name[0], one.action, place + 1),
        parentCode: screen.code,
      })),
    ]),
    ...area.buttons.map((one, place): Entry => ({ values: button(one.code, one.name[0], one.action, place + 1), parentCode: area.code })),
  ]);
}

/** How many entries the menu of a model has. */
export function countMenu(model: Model): number {
  return entriesOf(model).length;
}

interface MenuSeed {
  readonly model: Model;
  readonly resource: ResourceModel;
  readonly nextId: () => string;
  readonly caller: Pick<Caller, "userId" | "deptIds">;
  readonly now: string;
}

/** Adds missing entries. One that an administrator removed stays removed, with its descendants. */
export async function insertMenu(tx: Transaction, { model, resource, nextId, caller, now }: MenuSeed): Promise<number> {
  const { rows } = await tx.query({
    sql: `SELECT id, code, is_deleted FROM ${quoted(resource.table)} ORDER BY is_deleted DESC`,
    parameters: [],
  });
  const existing = new Map(rows.map((row) => [String(row["code"]), { id: String(row["id"]), isRemoved: Number(row["is_deleted"]) === 1 }]));
  const writes: Promise<void>[] = [];
  for (const { values, parentCode } of entriesOf(model)) {
    const code = String(values["code"]);
    const parent = parentCode === undefined ? undefined : existing.get(parentCode);
    if (existing.has(code) || parent?.isRemoved === true) continue;
    const id = nextId();
    existing.set(code, { id, isRemoved: false });
    writes.push(insertRow(tx, resource, { values: { ...values, parentId: parent?.id ?? null }, id, scope: { tenantId: "" }, caller, now }));
  }
  await Promise.all(writes);
  return writes.length;
}
