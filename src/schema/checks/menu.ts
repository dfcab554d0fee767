// The menu: areas, the screens they order, and screens that no area holds.
import type { Area } from "../area.ts";
import { hasScreen } from "../menu.ts";
import type { Model } from "../model.ts";
import { errorAt, inFile, type Finding } from "./finding.ts";
import { didYouMean } from "./nearest.ts";
import { isUnusable, type Check, type CheckContext } from "./subject.ts";

/** An area with its file. */
export interface LoadedArea {
  readonly area: Area;
  /** `resources/<area>/area.ts` */
  readonly file: string;
}

const folderOf = (file: string) => file.split("/").at(-2) ?? "";

export const screens: Check = function* (resource, model, context) {
  const hasArea = model.areas.some((area) => area.name === resource.area);
  // One area.ts mends it for the whole folder.
  const isFirst = model.resources.find((one) => one.area === resource.area && hasScreen(one)) === resource;
  if (!hasArea && isFirst) {
    yield errorAt(
      "missing-area",
      ["screen"],
      `screens of resources/${resource.area}/ have no place in the menu: it has no area.ts`,
      `Write resources/${resource.area}/area.ts with defineArea({ name: "${resource.area}", … }).`,
    );
  }
  if (resource.page !== undefined && !context.pages.has(resource.page)) {
    yield errorAt(
      "missing-page",
      ["screen", "page"],
      `there is no page "${resource.page}" in src/admin/pages`,
      didYouMean(resource.page, context.pages, "Write it, or use a generated screen."),
    );
  }
  if (resource.dialog !== undefined && !context.dialogs.has(resource.dialog)) {
    yield errorAt(
      "missing-page",
      ["screen", "dialog"],
      `there is no dialog "${resource.dialog}" in src/admin/dialogs`,
      didYouMean(resource.dialog, context.dialogs, 'Write it, or say screen: "none".'),
    );
  }
};

/** Findings on the areas and the screens that they order. */
export function* areas(loaded: readonly LoadedArea[], model: Model, context: CheckContext): Iterable<Finding> {
  const byName = new Map<string, LoadedArea>();
  for (const one of loaded) {
    const { area, file } = one;
    const folder = folderOf(file);
    if (area.name !== folder)
      yield inFile(
        file,
        errorAt(
          "area-name",
          ["name"],
          `the area is called "${area.name}", its folder "${folder}"`,
          `Call it "${folder}", or rename the folder.`,
        ),
      );
    const other = byName.get(area.name);
    if (other !== undefined)
      yield inFile(
        file,
        errorAt(
          "duplicate-area",
          ["name"],
          `"${area.name}" is also the area of ${other.file}`,
          "Give each folder one area of its own name.",
        ),
      );
    byName.set(area.name, one);
    for (const [place, icon] of [
      [["icon"], area.icon] as const,
      ...Object.entries(area.icons ?? {}).map(([name, one]) => [["icons", name], one] as const),
    ]) {
      if (icon === undefined || context.icons === undefined || context.icons.has(icon)) continue;
      yield inFile(
        file,
        errorAt(
          "unknown-icon",
          place,
          `there is no icon "${icon}"`,
          didYouMean(icon, context.icons, "See src/admin/ui/icons/names.ts for the names there are."),
        ),
      );
    }
    const inArea = model.resources
      .filter((resource) => resource.area === area.name && hasScreen(resource))
      .map((resource) => resource.name);
    const mentioned = [
      ...(area.order ?? []).map((name) => ["order", name] as const),
      ...Object.keys(area.icons ?? {}).map((name) => ["icons", name] as const),
    ];
    for (const [member, name] of mentioned) {
      if (inArea.includes(name) || isUnusable(name, context)) continue;
      const resource = model.resource.get(name);
      const problem =
        resource === undefined
          ? `there is no resource "${name}"`
          : resource.area === area.name
            ? `"${name}" has no screen`
            : `"${name}" is in the area ${resource.area}`;
      yield inFile(
        file,
        errorAt(
          "menu-without-screen",
          [member],
          `${member}: ${problem}`,
          resource === undefined ? didYouMean(name, inArea, "Take it out.") : "Take it out; an area orders its own screens.",
        ),
      );
    }
  }
}
