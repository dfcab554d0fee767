// Which buttons a row gets: the common calls and the actions of the definition, by rights and by what the row holds.
import type { ScreenAction } from "../../schema/screen.ts";
import { inLanguage, meets, type Language } from "../../schema/text.ts";
import type { Row } from "../api/record.ts";
import type { Rights } from "../providers/access.ts";
import type { ListScreen } from "./halves.ts";

export interface RowButton {
  /** view, edit, delete, or the name of an action behind "action:". */
  readonly name: string;
  readonly label: string;
  readonly isDangerous: boolean;
}

export interface ButtonLabels {
  readonly view: string;
  readonly edit: string;
  readonly delete: string;
}

const actionPrefix = "action:";

/** The action behind the name of a button; undefined for the common calls. */
export function actionNamed(screen: Pick<ListScreen, "actions">, buttonName: string): ScreenAction | undefined {
  return buttonName.startsWith(actionPrefix) ? screen.actions.find((action) => action.name === buttonName.slice(actionPrefix.length)) : undefined;
}

/** Whether a row may be changed or removed as it is now. */
export function isEditable(screen: Pick<ListScreen, "editableWhen">, row: Row): boolean {
  return screen.editableWhen === undefined || meets(screen.editableWhen, row);
}

/** Whether an action may be done to a row as it is now. */
export function isAllowed(screen: Pick<ListScreen, "tree">, action: ScreenAction, row: Row): boolean {
  if (action.when !== undefined && !meets(action.when, row)) return false;
  if (action.opens !== "child") return true;
  const { level, addChildLevel } = screen.tree ?? {};
  // Rows of the levels above this one may get children (src/schema/resource.ts, `addChildLevel`).
  return level === undefined || addChildLevel === undefined || Number(row[level] ?? 1) < addChildLevel;
}

/** All buttons that rows of this screen can have for the person, in their order. */
export function possibleButtons(screen: Pick<ListScreen, "actions">, rights: Rights, labels: ButtonLabels, language: Language): readonly RowButton[] {
  const common = (name: "view" | "edit" | "delete"): readonly RowButton[] => (rights[name] ? [{ name, label: labels[name], isDangerous: name === "delete" }] : []);
  const special = screen.actions
    .filter((action) => action.on === "row" && rights.may(action))
    .map((action) => ({ name: actionPrefix + action.name, label: inLanguage(action.label, language), isDangerous: false }));
  return [...common("view"), ...common("edit"), ...special, ...common("delete")];
}

/** Those of the possible buttons that this row has now. */
export function buttonsOf(screen: Pick<ListScreen, "actions" | "editableWhen" | "tree">, possible: readonly RowButton[], row: Row): readonly RowButton[] {
  return possible.filter(({ name }) => {
    if (name === "edit" || name === "delete") return isEditable(screen, row);
    const action = actionNamed(screen, name);
    return action === undefined || isAllowed(screen, action, row);
  });
}

/** Buttons that stand in the row; the rest is behind "more". */
const mostInRow = 3;

export interface SplitButtons {
  readonly inRow: readonly RowButton[];
  readonly behind: readonly RowButton[];
}

/** Up to three buttons stand in the row, else two and "more"; on a narrow screen all are behind "more". */
export function splitButtons(buttons: readonly RowButton[], isNarrow: boolean): SplitButtons {
  if (isNarrow) return { inRow: [], behind: buttons };
  if (buttons.length <= mostInRow) return { inRow: buttons, behind: [] };
  return { inRow: buttons.slice(0, mostInRow - 1), behind: buttons.slice(mostInRow - 1) };
}

/** Width of a text of the interface, px: full-width characters are as wide as they are high. */
export function textWidth(text: string): number {
  return [...text].reduce((width, character) => width + (character.charCodeAt(0) > 0x2e7f ? 14 : 7.6), 0);
}

/** Width of the column of actions, px: the widest that its rows can need. */
export function actionsWidth(possible: readonly RowButton[], moreLabel: string, isNarrow: boolean): number {
  if (isNarrow) return 56;
  const widths = possible.map(({ label }) => textWidth(label)).sort((left, right) => right - left);
  const shown = widths.length > mostInRow ? [...widths.slice(0, mostInRow - 1), textWidth(moreLabel)] : widths;
  return Math.max(80, Math.ceil(shown.reduce((sum, width) => sum + width + 16, 16)));
}
