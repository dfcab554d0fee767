// The pages of the application as Refine knows them: areas and screens of the person's menu, and the pages that only records lead to.
import type { ResourceProps } from "@refinedev/core";
import { flatMenu, leafAt, breadcrumbsTo, type MenuItem } from "./menu.ts";

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
  { name: "leave-handle", path: "/work/process/:route/handle/:taskId/:processInstanceId/:businessId", list: "/flow/work-todo" },
  { name: "leave-detail", path: "/work/process/:route/detail/:processInstanceId/:businessId", list: "/flow/work-todo", isShared: true },
  { name: "flow-diagram", path: "/flow/diagram", list: "/flow/work-todo", isShared: true },
];

/** Areas have no code that is guaranteed to be unique. */
const resourceNameOfItem = (item: MenuItem): string => (item.children.length > 0 ? `area-${item.key}` : item.code);

function resourcesIn(items: readonly MenuItem[], area: MenuItem | undefined): readonly ResourceProps[] {
  return items.flatMap((item) => {
    const meta = { label: item.label, ...(area === undefined ? {} : { parent: resourceNameOfItem(area) }) };
    if (item.children.length > 0) return [{ name: resourceNameOfItem(item), meta }, ...resourcesIn(item.children, item)];
    if (item.path === undefined) return [];
    return [{ name: resourceNameOfItem(item), list: item.path, show: `${item.path}/:id`, meta }];
  });
}

/** The parent of a record page in the menu: the screen that leads to it, else the area with the screens of the same address. */
function parentOf(menu: readonly MenuItem[], { list, isShared }: RecordPage): MenuItem | undefined {
  const screen = isShared === true ? undefined : leafAt(menu, list);
  if (screen !== undefined) return screen;
  const neighbour = flatMenu(menu).find(({ path }) => path?.startsWith(list.slice(0, list.indexOf("/", 1) + 1)));
  return neighbour?.path === undefined ? undefined : breadcrumbsTo(menu, neighbour.path).at(-2);
}

/** The menu's resources first; a menu may name one screen twice, Refine knows each once. */
export function resourcesOf(menu: readonly MenuItem[]): ResourceProps[] {
  const pages = recordPages.map((page): ResourceProps => {
    const parent = parentOf(menu, page);
    return { name: page.name, list: page.path, meta: parent === undefined ? {} : { parent: resourceNameOfItem(parent) } };
  });
  const byName = new Map<string, ResourceProps>();
  for (const resource of [...resourcesIn(menu, undefined), ...pages]) if (!byName.has(resource.name)) byName.set(resource.name, resource);
  return [...byName.values()];
}
