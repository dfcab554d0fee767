// The buttons of a row: the common calls and the actions of the definition, by rights and by the row's values.
import { lacksDetails } from "../../../schema/needed-details.ts";
import type { ScreenAction } from "../../../schema/screen.ts";
import { inLanguage, meets, type Language } from "../../../schema/text.ts";
import { textOf, type Row } from "../../api/wire-data.ts";
import type { Rights } from "../../access/use-rights.ts";
import type { ListViewModel } from "../../data/screen-models/view-models.ts";
import type { Move } from "./row-moves.ts";

export interface RowButton {
  /** view, edit, delete, up, down, or the name of an action behind "action:". */
  readonly name: string;
  readonly label: string;
  readonly isDangerous: boolean;
  /** Shown in the place of the label. */
  readonly icon?: string;
  /** Never in the row itself: behind "more" only. */
  readonly isBehind?: true;
  /** First in rows whose state it belongs to. */
  readonly isNext?: true;
  /** It leads to a page of the row's own. */
  readonly isPage?: true;
}

export interface ButtonLabels {
  readonly view: string;
  readonly edit: string;
  readonly delete: string;
  /** Where rows can be moved. */
  readonly moves?: Readonly<Record<Move, string>> | undefined;
}

const actionPrefix = "action:";

/** The action behind the name of a button; undefined for the common calls. */
export function actionNamed(screen: Pick<ListViewModel, "actions">, buttonName: string): ScreenAction | undefined {
  return buttonName.startsWith(actionPrefix)
    ? screen.actions.find((action) => action.name === buttonName.slice(actionPrefix.length))
    : undefined;
}

/** Whether a row can currently be changed. */
export function isEditable(screen: Pick<ListViewModel, "editableWhen">, row: Row): boolean {
  return screen.editableWhen === undefined || meets(screen.editableWhen, row);
}

/** Whether a row can currently be removed. */
export function isRemovable(screen: Pick<ListViewModel, "editableWhen" | "removableWhen">, row: Row): boolean {
  return screen.removableWhen === undefined ? isEditable(screen, row) : meets(screen.removableWhen, row);
}

/** Whether an action leads to a page of its own, instead of a call or a dialog. */
export const leadsToPage = ({ method, opens, dialog, grid }: ScreenAction): boolean =>
  method === "none" && opens === undefined && dialog === undefined && grid === undefined;

/** Whether an action can currently be run on a row. */
export function isAllowed(screen: Pick<ListViewModel, "tree">, action: ScreenAction, row: Row): boolean {
  if ((action.when !== undefined && !meets(action.when, row)) || lacksDetails(action, row)) return false;
  if (action.opens !== "child") return true;
  const { level, addChildLevel } = screen.tree ?? {};
  // Rows of the levels above this one may get children (src/schema/resource.ts, `addChildLevel`).
  return level === undefined || addChildLevel === undefined || Number(row[level] ?? 1) < addChildLevel;
}

/** What is usually done next with a row: the work of its state, and what moves it on; each the first of those that are possible now. */
export function nextButtons({ next }: Pick<ListViewModel, "next">, row: Row, possible: readonly RowButton[]): readonly RowButton[] {
  const { work = [], moves = [] } = next?.by[textOf(row[next.field])] ?? {};
  return [work, moves].flatMap((names) => names.flatMap((name) => possible.filter((one) => one.name === actionPrefix + name)).slice(0, 1));
}

/** Names of the actions that are next in some state. */
function nextNames({ next }: Pick<ListViewModel, "next">): ReadonlySet<string> {
  return new Set(Object.values(next?.by ?? {}).flatMap(({ work = [], moves = [] }) => [...work, ...moves]));
}

/** All buttons that rows of this screen can have for the person, in their order. */
export function possibleButtons(
  screen: Pick<ListViewModel, "actions" | "next">,
  rights: Rights,
  labels: ButtonLabels,
  language: Language,
): readonly RowButton[] {
  const common = (name: "view" | "edit" | "delete"): readonly RowButton[] =>
    rights[name] ? [{ name, label: labels[name], isDangerous: name === "delete" }] : [];
  const next = nextNames(screen);
  const special = (isPage: boolean): readonly RowButton[] =>
    screen.actions
      .filter((action) => (action.on === "row" || action.inRows === true) && rights.may(action) && leadsToPage(action) === isPage)
      .map((action) => ({
        name: actionPrefix + action.name,
        label: inLanguage(action.label, language),
        isDangerous: false,
        ...(next.has(action.name) ? { isNext: true as const } : {}),
        ...(isPage ? { isPage: true as const } : {}),
      }));
  // A page of the row's own, such as a report or a drawing, is what it is for; the form beside it changes its name.
  const own = [...common("view"), ...special(true), ...common("edit"), ...special(false), ...common("delete")];
  // A menu for the moves alone would be a click more, and no less wide than they are.
  const place = own.length < maxInRow ? (move: string) => ({ icon: `arrow-${move}` }) : () => ({ isBehind: true as const });
  const moves = Object.entries(labels.moves ?? {}).map(([name, label]): RowButton => ({ name, label, isDangerous: false, ...place(name) }));
  return [...own, ...moves];
}

/** The possible buttons that apply to this row now, what is usually done next first. */
export function buttonsOf(
  screen: Pick<ListViewModel, "actions" | "editableWhen" | "removableWhen" | "tree" | "next">,
  possible: readonly RowButton[],
  row: Row,
): readonly RowButton[] {
  const now = possible.filter(({ name }) => {
    if (name === "delete") return isRemovable(screen, row);
    if (name === "edit" || name === "up" || name === "down") return isEditable(screen, row);
    const action = actionNamed(screen, name);
    return action === undefined || isAllowed(screen, action, row);
  });
  const next = nextButtons(screen, row, now);
  return [...next, ...now.filter((button) => !next.includes(button))];
}

/** A button below a record that is viewed. */
export interface FootButton {
  readonly action: ScreenAction;
  /** `primary`: the usual next step; `danger`: it refuses or ends the row. */
  readonly look: "primary" | "danger" | "plain";
}

/** What can be done with the state of a record that is viewed: what refuses first, the usual next step last, where a dialog has it. */
export function footButtons(
  screen: Pick<ListViewModel, "actions" | "tree" | "next">,
  rights: Pick<Rights, "may">,
  record: Row,
  /** What the record is viewed for. */
  wanted?: string,
): readonly FootButton[] {
  const { work = [], moves = [] } = screen.next?.by[textOf(record[screen.next.field])] ?? {};
  const isOfState = ({ name, transition }: ScreenAction) => transition !== undefined || work.includes(name) || name === wanted;
  const possible = screen.actions.filter(
    (action) =>
      (action.on === "row" || action.inRows === true) && isOfState(action) && rights.may(action) && isAllowed(screen, action, record),
  );
  const defaultAction = [...(wanted === undefined ? [] : [wanted]), ...moves].find((name) =>
    possible.some((action) => action.name === name),
  );
  const looks = possible.map((action): FootButton => ({
    action,
    look: action.name === defaultAction ? "primary" : action.transition === "refuses" ? "danger" : "plain",
  }));
  return (["danger", "plain", "primary"] as const).flatMap((look) => looks.filter((one) => one.look === look));
}

/** Width of a text of the interface, px: full-width characters are as wide as they are high. */
export function textWidth(text: string): number {
  return [...text].reduce((width, character) => width + (character.charCodeAt(0) > 0x2e7f ? 14 : 7.6), 0);
}

/** Padding of a button and the gap behind it, px. */
const aroundLabel = 16;

/** Buttons of a row where nothing is behind "more". */
const maxInRow = 3;

/** Width of a button that is an icon, with the gap behind it, px. */
const iconWidth = 34;

/** Width of a button with a short label, px. */
const shortWidth = 44;

function widthOf(buttons: readonly RowButton[]): number {
  return buttons.reduce((sum, { icon, label }) => sum + (icon === undefined ? textWidth(label) + aroundLabel : iconWidth), 0);
}

/** Width for the buttons of every row of a list, px: three of them, or two and "more". */
export function rowButtonsWidth(possible: readonly RowButton[]): number {
  const inRow = possible.filter((button) => button.isBehind !== true);
  const isWhole = inRow.length === possible.length && inRow.filter(({ icon }) => icon === undefined).length <= maxInRow;
  if (isWhole) return Math.ceil(widthOf(inRow));
  // A row with three of many possible buttons shows the third in the place of "more".
  const behind = inRow.length > maxInRow ? shortWidth : iconWidth;
  const defaultWidth = widthOf(inRow.slice(0, 2)) + behind;
  // What is done next stands before the first of the others.
  const next = inRow.filter(({ isNext }) => isNext === true).map((button) => widthOf([button, ...inRow.slice(0, 1)]) + iconWidth);
  return Math.ceil(Math.max(defaultWidth, ...next));
}

export interface SplitButtons {
  readonly inRow: readonly RowButton[];
  readonly behind: readonly RowButton[];
}

/** As many buttons as fit are in the row, the rest behind "more". */
export function splitButtons(buttons: readonly RowButton[], room: number): SplitButtons {
  const shown = buttons.filter((button) => button.isBehind !== true).length;
  if (shown === buttons.length && widthOf(buttons) <= room) return { inRow: buttons, behind: [] };
  let count = shown;
  while (count > 0 && widthOf(buttons.slice(0, count)) + iconWidth > room) count -= 1;
  const behind = buttons.slice(count);
  // What cannot be undone comes last.
  return {
    inRow: buttons.slice(0, count),
    behind: [...behind.filter((button) => !button.isDangerous), ...behind.filter((button) => button.isDangerous)],
  };
}

/** Width for the buttons of a card, px: what a narrow window leaves. */
export const cardButtonsWidth = 250;

/** The same below a picture. */
export const galleryButtonsWidth = 170;

/** And on a telephone, where two of them stand beside each other. */
export const pictureButtonsWidth = 110;

/** Width of a column that holds only the button for "more", px. */
const narrowActions = 56;

/** Width of the column of actions, px. */
export function actionsWidth(room: number): number {
  return room === 0 ? narrowActions : Math.max(80, room + aroundLabel);
}
