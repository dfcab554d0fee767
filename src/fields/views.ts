// How a value that is only shown is drawn whole, where that is not its cell: view.tsx of the kind's folder.
import type { ComponentType } from "react";
import type { ShownValueProps } from "./shown-value.tsx";
import { traitsOf } from "./screen-traits.ts";

const own: Readonly<Record<string, ComponentType<ShownValueProps> | undefined>> = import.meta.glob<ComponentType<ShownValueProps>>(
  "./*/view.tsx",
  { eager: true, import: "View" },
);

/** The view of a field's kind, where it has one of its own. */
export function viewOf(field: { readonly kind: string }): ComponentType<ShownValueProps> | undefined {
  return traitsOf(field).view === "own" ? own[`./${field.kind}/view.tsx`] : undefined;
}
