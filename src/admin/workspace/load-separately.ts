// Menu and keys by the calls that every Blade has. Loaded where the back-end does not give both in one answer.
import { isRecord, rowsOf, textOf } from "../api/wire-data.ts";
import { request } from "../api/request.ts";
import { settings } from "../browser/settings.ts";
import type { MenuAnswer } from "./load-workspace.ts";

/** The keys in the answer of menu/buttons: codes of leaves only, for a button's code may equal a menu's. */
export function permissionsIn(data: unknown): ReadonlySet<string> {
  const codes = new Set<string>();
  const walk = (rows: readonly Record<string, unknown>[]) => {
    for (const row of rows) {
      const children = Array.isArray(row["children"]) ? row["children"].filter(isRecord) : [];
      if (children.length > 0) walk(children);
      else if (textOf(row["code"]) !== "") codes.add(textOf(row["code"]));
    }
  };
  walk(rowsOf(data));
  return codes;
}

export async function loadSeparately(): Promise<MenuAnswer> {
  const { paths } = settings.dialect;
  const [routes, buttons] = await Promise.all([request("GET", paths.routes), request("GET", paths.buttons)]);
  return { routes, permissions: permissionsIn(buttons) };
}
