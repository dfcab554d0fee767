// Which call of a screen does what: its list, its levels, its writes (docs/wire.md §4, §6).
import type { ScreenRead } from "../../../schema/screen.ts";
import type { ListViewModel } from "./view-models.ts";

/** How a list loads its rows: a page, all of them, or the children of a tree node. */
export interface ListCall {
  readonly path: string;
  readonly method: "GET" | "POST";
  readonly isPage: boolean;
  /** Constants that belong to the call. */
  readonly query?: Readonly<Record<string, string>>;
}

function readOf(screen: ListViewModel, name: string): ScreenRead | undefined {
  return screen.reads.find((read) => read.name === name);
}

function callOfRead(read: ScreenRead): ListCall {
  return {
    path: read.path,
    method: read.method,
    isPage: read.shape === "page",
    ...(read.query === undefined ? {} : { query: read.query }),
  };
}

/** The call that fills a list: a custom read where the screen (or the details that show it) names one, else `list` or `page`. */
export function listCall(screen: ListViewModel, readName: string | undefined = screen.listRead): ListCall {
  const read = readName === undefined ? undefined : readOf(screen, readName);
  if (read !== undefined) return callOfRead(read);
  if (screen.calls.includes("list")) return { path: `${screen.path}/list`, method: "GET", isPage: screen.listShape === "page" };
  if (screen.calls.includes("page")) return { path: `${screen.path}/page`, method: "GET", isPage: true };
  const other =
    screen.reads.find((one) => one.shape === "page") ?? screen.reads.find((one) => one.shape === "rows" || one.shape === "forest");
  return other === undefined ? { path: `${screen.path}/list`, method: "GET", isPage: screen.listShape === "page" } : callOfRead(other);
}

/** The read that gives the rows of one level, each with `hasChildren`. */
export function levelRead(screen: ListViewModel): ScreenRead | undefined {
  return screen.reads.find((read) => read.shape === "level");
}

/** Some back-ends separate adding from changing (docs/wire.md §4). */
export function writePath(screen: ListViewModel, mode: "create" | "update"): string {
  const separate = mode === "create" ? "save" : "update";
  return screen.calls.includes(separate) && (mode === "update" || !screen.calls.includes("submit"))
    ? `${screen.path}/${separate}`
    : `${screen.path}/submit`;
}
