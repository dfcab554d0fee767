// The hand-made dialogs that definitions name (`screen: { dialog }`, `dialog` of an action), one lazy chunk each.
import { lazy, type ComponentType } from "react";
import type { ScreenField } from "../../../schema/screen.ts";
import { loadPart } from "../../browser/load-part.ts";

export interface HandMadeDialogProps {
  /** The dialog's input: the action's `with`, taken from the row. */
  readonly values: Readonly<Record<string, string>>;
  /** The action's label, where an action of a list opens it. */
  readonly title?: string;
  /** The fields of the action. */
  readonly dialogFields?: readonly ScreenField[];
  /** What usually follows in the row's life cycle once the dialog's work is done; pressing it leaves the dialog. */
  readonly next?: { readonly label: string; readonly onPress: () => void } | undefined;
  readonly onClose: () => void;
}

type HandMadeDialog = ComponentType<HandMadeDialogProps>;

const files: Readonly<Record<string, (() => Promise<{ readonly default: HandMadeDialog }>) | undefined>> = import.meta.glob<{
  readonly default: HandMadeDialog;
}>("../../dialogs/*.tsx");
const registered = new Map<string, HandMadeDialog>();

/** A dialog by the name of its file; undefined when there is none. The same component for every call. */
export function handMadeDialog(name: string): HandMadeDialog | undefined {
  const load = files[`../../dialogs/${name}.tsx`];
  let dialog = registered.get(name);
  if (dialog === undefined && load !== undefined) registered.set(name, (dialog = lazy(() => loadPart(load))));
  return dialog;
}
