// The menu that definitions make: areas hold screens, screens hold buttons (docs/specification.md §2, docs/wire.md §7).
import type { Area } from "./area.ts";
import type { Model, ResourceModel } from "./model.ts";
import { permissionsOf } from "./permissions.ts";
import type { Text } from "./text.ts";

interface MenuButton {
  /** The permission key. */
  readonly code: string;
  readonly name: Text;
  /** 1 toolbar, 2 row, 3 both. */
  readonly action: 1 | 2 | 3;
}

export interface MenuScreen {
  /** The resource's name; holding it opens list and screen. */
  readonly code: string;
  readonly name: Text;
  /** Route of the screen in the browser. */
  readonly path: string;
  readonly icon: string;
  readonly buttons: readonly MenuButton[];
}

export interface MenuArea {
  readonly code: string;
  readonly name: Text;
  readonly path: string;
  readonly icon: string;
  readonly sort: number;
  readonly screens: readonly MenuScreen[];
  /** Keys of resources without a screen that are no details of another resource, so that roles can have them. */
  readonly buttons: readonly MenuButton[];
}

/** Whether a resource has its own screen in the menu; others are endpoints and tables behind other screens. */
export function hasScreen(resource: ResourceModel): boolean {
  return resource.screen !== "none" && resource.screen !== "dialog";
}

/** Route of a resource's screen in the browser. */
export function routeOf(resource: Pick<ResourceModel, "area" | "name">): string {
  return `/${resource.area}/${resource.name}`;
}

function screensOf(area: Area, model: Model): readonly ResourceModel[] {
  const order: readonly string[] = area.order ?? [];
  const place = (resource: ResourceModel) => {
    const index = order.indexOf(resource.name);
    return index === -1 ? order.length : index;
  };
  // The model's resources are sorted by name, and sort() keeps the order of equals: those not named follow by name.
  return model.resources
    .filter((resource) => resource.area === area.name && hasScreen(resource))
    .sort((left, right) => place(left) - place(right));
}

/** The whole menu, areas by their `sort`, screens as their area orders them. */
export function menuOf(model: Model): readonly MenuArea[] {
  const masters = mastersIn(model);
  const behind = (master: ResourceModel) => model.resources.filter((one) => !hasScreen(one) && masters.get(one.name) === master);
  return model.areas.map((area) => ({
    code: area.name,
    name: area.label,
    path: `/${area.name}`,
    icon: area.icon,
    sort: area.sort,
    screens: screensOf(area, model).map((resource) => ({
      code: resource.name,
      name: resource.listLabel,
      path: routeOf(resource),
      icon: iconOf(area, resource.name) ?? area.icon,
      buttons: [resource, ...behind(resource)].flatMap(buttonsOf),
    })),
    buttons: model.resources
      .filter((resource) => resource.area === area.name && !hasScreen(resource) && !masters.has(resource.name))
      .flatMap(buttonsOf),
  }));
}

function buttonsOf(resource: ResourceModel): readonly MenuButton[] {
  return permissionsOf(resource).map((permission) => ({ code: permission.key, name: permission.label, action: permission.place }));
}

/** The first screen that shows the rows of a resource below its own, by the name of the resource: its keys belong to that screen. */
function mastersIn(model: Model): ReadonlyMap<string, ResourceModel> {
  const masters = new Map<string, ResourceModel>();
  for (const master of model.resources) {
    const shown = master.details?.resource;
    if (shown !== undefined && shown !== master.name && hasScreen(master) && !masters.has(shown)) masters.set(shown, master);
  }
  return masters;
}

function iconOf(area: Area, resource: string): string | undefined {
  const icons: Readonly<Record<string, string | undefined>> = area.icons ?? {};
  return icons[resource];
}
