// An area of the product: a folder of resources and its place in the menu.
import type { ResourceName } from "./names.ts";
import type { Text } from "./text.ts";

/** The area of a folder: `resources/<name>/area.ts`. */
export interface Area {
  /** The name of the folder. */
  readonly name: string;
  /** The entry of the menu. */
  readonly label: Text;
  /** Icon of the product's own set. */
  readonly icon: string;
  /** Position among the areas; smallest first. */
  readonly sort: number;
  /** Its screens in the order of the menu; others follow by name. Default: by name. */
  readonly order?: readonly ResourceName[];
  /** Icons of its screens. Default: the area's. */
  readonly icons?: { readonly [K in ResourceName]?: string };
}

/** Declares an area; its name equals its folder's. */
export function defineArea(area: Area): Area {
  return area;
}
