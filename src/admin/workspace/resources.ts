// The pages of the application as Refine knows them: areas and screens of the person's menu, and the pages that only records lead to.
import type { ResourceProps } from "@refinedev/core";
import { leafAt, trailTo, type MenuItem } from "./menu.ts";

interface RecordPage {
  readonly name: string;
  readonly path: string;
  /** The screen of the menu that leads to it. */
  readonly list: string;
  /** Several screens lead to it: it belongs to their area. */
  readonly isShared?: true;
}

const recordPages: readonly RecordPage[] = [
  { name: "leave-form", path: "/work/process/leave/form/:processDefinitionId", list: "/flow/work-start" },
  { name: "leave-handle", path: "/work/process/leave/handle/:taskId/:processInstanceId/:businessId", list: "/flow/work-todo" },
  { name: "leave-detail", path: "/work/process/leave/detail/:processInstanceId/:businessId", list: "/flow/work-todo", isShared: true },
  { name: "flow-diagram", path: "/flow/diagram", list: "/flow/work-todo", isShared: true },
];

/** Areas have no code of their own that is sure to be unique. */
const nameOf = (item: MenuItem): string => (item.children.length > 0 ? `area-${item.key}` : item.code);

function resourcesIn(items: readonly MenuItem[], area: MenuItem | undefined): readonly ResourceProps[] {
  return items.flatMap((item) => {
    const meta = { label: item.label, ...(area === undefined ? {} : { parent: nameOf(area) }) };
    if (item.children.length > 0) return [{ name: nameOf(item), meta }, ...resourcesIn(item.children, item)];
    return item.path === undefined ? [] : [{ name: nameOf(item), list: item.path, meta }];
  });
}

/** The menu's resources first; a menu may name one screen twice, Refine knows each once. */
export function resourcesOf(menu: readonly MenuItem[]): ResourceProps[] {
  const pages = recordPages.map(({ name, path, list, isShared }): ResourceProps => {
    const parent = isShared === true ? trailTo(menu, list).at(-2) : leafAt(menu, list);
    return { name, list: path, meta: parent === undefined ? {} : { parent: nameOf(parent) } };
  });
  const byName = new Map<string, ResourceProps>();
  for (const resource of [...resourcesIn(menu, undefined), ...pages]) if (!byName.has(resource.name)) byName.set(resource.name, resource);
  return [...byName.values()];
}
