// The saved views of all lists that the person sees: they come with the menu, and are asked for again after a change.
import { visibleViews } from "../../../schema/list-view.ts";
import { isRecord, partsOf, rowsOf, textOf, type Row } from "../../api/wire-data.ts";
import { useRead } from "../../data/queries/reads.ts";
import { useWorkspaceIfThere } from "../../workspace/workspace.ts";
import { readContent, type ViewContent } from "./view-content.ts";

export interface SavedView {
  readonly id: string;
  readonly listName: string;
  readonly name: string;
  readonly content: ViewContent;
  readonly audience: "private" | "roles" | "everyone";
  readonly isDefaultHere: boolean;
  readonly isOwn: boolean;
  readonly mayChange: boolean;
  /** Who made it. */
  readonly person: string;
  readonly updateTime: string;
  /** Fields of it that the person does not see. */
  readonly hidden: readonly string[];
  /** As its own dialogs take it. */
  readonly row: Row;
}

interface SavedViews {
  readonly views: readonly SavedView[];
  /** The person manages shared ones. */
  readonly mayShare: boolean;
}

const none: SavedViews = { views: [], mayShare: false };

function viewIn(row: Row): SavedView {
  const { audience } = row;
  return {
    id: textOf(row["id"]),
    listName: textOf(row["listName"]),
    name: textOf(row["name"]),
    content: readContent(row["content"]),
    audience: audience === "roles" || audience === "everyone" ? audience : "private",
    isDefaultHere: row["isDefaultHere"] === true,
    isOwn: row["isOwn"] === true,
    mayChange: row["mayChange"] === true,
    person: textOf(row["person"]),
    updateTime: textOf(row["updateTime"]),
    hidden: partsOf(row["hidden"]),
    row: { ...row, isDefault: row["isDefault"] === true ? 1 : 0 },
  };
}

function viewsIn(payload: unknown): SavedViews {
  if (!isRecord(payload)) return none;
  return { views: rowsOf(payload["views"]).map(viewIn), mayShare: payload["mayShare"] === true };
}

/** The views, as long as they are wanted; undefined where the back-end has sent none with the menu: it keeps none. */
export function useSavedViews(isWanted = true): SavedViews | undefined {
  const initialValue = useWorkspaceIfThere()?.views;
  const isOn = isWanted && initialValue !== undefined;
  const { value } = useRead({ path: visibleViews }, viewsIn, { isOn, initialValue });
  return isOn ? value : undefined;
}

/** How narrow the circle is that a default is meant for: one's own comes before that of a role, and this before everybody's. */
const circles = ["private", "roles", "everyone"] as const;

/** The view that a list opens with, if any: of several for one circle the one changed last. */
export function defaultViewOf(views: readonly SavedView[]): SavedView | undefined {
  const defaults = views
    .filter(({ isDefaultHere }) => isDefaultHere)
    .toSorted((one, other) => (one.updateTime < other.updateTime ? 1 : -1));
  return circles.flatMap((circle) => defaults.filter(({ audience }) => audience === circle))[0];
}
