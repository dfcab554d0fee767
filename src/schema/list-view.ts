// Views of lists as they travel (docs/wire.md §4.6).
import { conditionsParameter, fieldsOfConditions } from "./list-conditions.ts";

/** Name of the resource that holds the views, and its path. */
export const listViews = "list-view";
export const viewsPath = "/blade-desk/list-view";
/** The read of all that the caller sees. */
export const visibleViews = `${viewsPath}/visible`;

/** What the address of a list has conditions under. */
export const conditionsAddress = `f.${conditionsParameter}`;

/** Characters of what a view holds, as JSON. */
export const maxContentLength = 8_000;

/** Who sees a view: its author, certain roles, or everybody in the tenant. */
export type AudienceOfView = "private" | "roles" | "everyone";

/** The fields that the query of a view names: in its filters, which may end in a comparison, and in its order. */
export function fieldsOfQuery(query: string): readonly string[] {
  return [...new URLSearchParams(query)].flatMap(([name, value]) => {
    if (name === conditionsAddress) return fieldsOfConditions(value);
    if (name.startsWith("f.")) return [name.slice(2), name.slice(2).replace(/_[a-z]+$/, "")];
    return name === "sort" ? value.split(",").map((one) => one.replace(/^-/, "")) : [];
  });
}

/** A view as it is answered. */
export interface AnsweredView {
  readonly id: string;
  /** The resource whose list it is of. */
  readonly listName: string;
  readonly name: string;
  readonly content: unknown;
  readonly audience: AudienceOfView;
  readonly roleIds: readonly string[];
  readonly isDefault: boolean;
  /** It is a default, and the reader is among those whom it is for: somebody who manages shared views sees others' as well. */
  readonly isDefaultHere: boolean;
  readonly isOwn: boolean;
  /** The reader may change it. */
  readonly mayChange: boolean;
  /** Who made it. */
  readonly person: string;
  readonly updateTime: string;
  readonly version: number;
  /** Fields that it filters or sorts by, or shows, and the reader does not see. */
  readonly hidden: readonly string[];
}

/** What the read of views answers. */
export interface VisibleViews {
  /** The reader manages shared views. */
  readonly mayShare: boolean;
  readonly views: readonly AnsweredView[];
}
