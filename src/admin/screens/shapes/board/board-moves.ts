// Which actions bring a row of a board into another state, or why none does.
import type { ScreenAction } from "../../../../schema/screen.ts";
import { alternativesOf, meets } from "../../../../schema/text.ts";
import type { Rights } from "../../../access/use-rights.ts";
import { textOf, type Row } from "../../../api/wire-data.ts";
import type { ListViewModel } from "../../../data/screen-models/view-models.ts";
import { actionNamed, buttonsOf, type RowButton } from "../../row-actions/row-actions.ts";

/** A move is not possible: no action leads there, the person may not run it, or not with rows of that state, or not with this row now. */
interface RefusedMove {
  readonly reason: "noWay" | "noRight" | "notFrom" | "notNow";
  readonly action?: ScreenAction;
}

export type BoardMove = { readonly buttons: readonly RowButton[] } | { readonly refused: RefusedMove };

interface MoveInput {
  readonly screen: Pick<ListViewModel, "actions" | "shapes" | "status" | "editableWhen" | "removableWhen" | "tree" | "next">;
  readonly rights: Pick<Rights, "may">;
  /** All that rows of the list can have. */
  readonly buttons: readonly RowButton[];
}

/** Whether an action is for rows of other states than that of this one. */
function isOfOtherState({ when }: ScreenAction, status: string, row: Row): boolean {
  if (when === undefined) return false;
  return alternativesOf(when).every((all) => {
    const expected = all[status];
    return expected !== undefined && !meets({ [status]: expected }, row);
  });
}

/** What a card would do that is dropped on a column: exactly what the buttons of its row offer. */
export function moveTo({ screen, rights, buttons }: MoveInput, row: Row, state: string): BoardMove {
  const { shapes, status = "" } = screen;
  const to = shapes?.board?.to ?? {};
  const leading = screen.actions.filter(({ name }) => to[name] !== undefined && String(to[name]) === state);
  const possible = buttonsOf(screen, buttons, row).filter(({ name }) => {
    const action = actionNamed(screen, name);
    return action !== undefined && leading.includes(action);
  });
  if (possible.length > 0) return { buttons: possible };
  const allowed = leading.filter((action) => rights.may(action));
  const [first] = allowed;
  if (first === undefined) {
    const [action] = leading;
    return { refused: action === undefined ? { reason: "noWay" } : { reason: "noRight", action } };
  }
  const now = allowed.find((action) => !isOfOtherState(action, status, row));
  return { refused: now === undefined ? { reason: "notFrom", action: first } : { reason: "notNow", action: now } };
}

/** The state of a row, as the columns name it. */
export const stateOf = ({ status = "" }: Pick<ListViewModel, "status">, row: Row): string => textOf(row[status]);
