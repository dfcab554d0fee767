// The widgets of the kinds of field: one that several kinds share, or the kind's own. widget.tsx of a folder is loaded with every form,
// lazy-widget.tsx when the first of its kind is drawn: what few forms need, or what is large.
import type { ComponentType } from "react";
import { loadPart } from "../admin/browser/load-part.ts";
import type { WidgetProps } from "../admin/inputs/values/field-scope.ts";
import { loadable, type Loadable } from "../admin/ui/states/loadable.tsx";
import { traitsOf } from "./screen-traits.ts";
import { sharedWidgets } from "./shared-widgets.tsx";

type Widget = ComponentType<WidgetProps> | Loadable<WidgetProps>;

const own = import.meta.glob<ComponentType<WidgetProps>>("./*/widget.tsx", { eager: true, import: "Widget" });
const lazyOnes = import.meta.glob<ComponentType<WidgetProps>>("./*/lazy-widget.tsx", { import: "Widget" });

/** The name of the folder in the path of one of its files. */
const kindIn = (path: string) => path.split("/")[1] ?? "";

const ownWidgets: ReadonlyMap<string, Widget> = new Map<string, Widget>([
  ...Object.entries(own).map(([path, widget]) => [kindIn(path), widget] as const),
  ...Object.entries(lazyOnes).map(([path, load]) => [kindIn(path), loadable(() => loadPart(load))] as const),
]);

/** The widget of a field. Throws where its kind says that it has one of its own and has none. */
export function widgetOf(field: { readonly kind: string }): Widget {
  const name = traitsOf(field).widget;
  const widget = name === "own" ? ownWidgets.get(field.kind) : sharedWidgets[name];
  if (widget === undefined) throw new Error(`there is no widget for the kind of field "${field.kind}"`);
  return widget;
}

/** The widget of a field in a row of a grid, which has one line of room. */
export function rowWidgetOf(field: { readonly kind: string }): Widget {
  const { rowWidget } = traitsOf(field);
  return rowWidget === undefined ? widgetOf(field) : sharedWidgets[rowWidget];
}

/** Loads the widgets of fields that are not drawn yet. */
export async function loadWidgets(fields: readonly { readonly kind: string }[]): Promise<void> {
  await Promise.all([...new Set(fields.map(widgetOf))].flatMap((widget) => ("load" in widget ? [widget.load()] : [])));
}
