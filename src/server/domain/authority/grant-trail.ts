// What a grant took and gave, by the names that people know, for the log row of the action (specification §6).
import { buttonCategory, type MenuForest } from "../../access/menu-forest.ts";
import { trailOf } from "../../audit/trail.ts";
import type { RequestContext } from "../../contract.ts";
import { resourceNamed } from "../../crud/server-rows.ts";
import type { Transaction } from "../../store/database.ts";

/** Ids of what a row holds, by the name of the list that they are chosen for. */
export type Choices = Readonly<Record<string, readonly string[]>>;

/** A menu by its name, a button with its menu's: “新增” alone says nothing. */
export function menuName(forest: MenuForest, id: string): string {
  const entry = forest.byId.get(id);
  if (entry === undefined) return id;
  const parent = entry.category === buttonCategory && entry.parentId !== undefined ? forest.byId.get(entry.parentId) : undefined;
  return parent === undefined ? entry.name : `${parent.name} / ${entry.name}`;
}

/** Notes for each row what it held before and does not hold now, and the other way round; lists that stay the same are passed over. */
export function noteChoices(context: RequestContext, tx: Transaction, resourceName: string, rows: ReadonlyMap<string, { readonly before: Choices; readonly after: Choices }>, nameOf: (list: string, id: string) => string): void {
  const resource = resourceNamed(context, resourceName);
  for (const [rowId, { before, after }] of rows) {
    const named = (lists: Choices, others: Choices) =>
      Object.fromEntries(Object.entries(lists).map(([list, ids]) => [list, ids.filter((id) => others[list]?.includes(id) !== true).map((id) => nameOf(list, id))]));
    trailOf(tx)?.note(resource, "edit", rowId, { before: withoutEmpty(named(before, after)), after: withoutEmpty(named(after, before)) });
  }
}

const withoutEmpty = (lists: Choices): Choices => Object.fromEntries(Object.entries(lists).filter(([, names]) => names.length > 0));

/** The names of scopes, by list and id, for {@link noteChoices}. */
export async function scopeNames(tx: Transaction, ids: { readonly dataScopeIds: readonly string[]; readonly apiScopeIds: readonly string[] }): Promise<(list: string, id: string) => string | undefined> {
  const lists = [["dataScopeIds", "data_scope"], ["apiScopeIds", "api_scope"]] as const;
  const found = await tx.batch(lists.map(([list, table]) => ({ sql: `select id, scope_name from ${table} where id = any($1)`, parameters: [ids[list]] })));
  const names = new Map<string, string>(lists.flatMap(([list], index) => (found[index]?.rows ?? []).map((row) => [`${list} ${String(row["id"])}`, String(row["scope_name"] ?? "")] as const)));
  return (list, id) => names.get(`${list} ${id}`);
}
