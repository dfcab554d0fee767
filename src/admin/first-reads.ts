// Begins to read what the first page will need while the application itself is still on its way: the menu, and the rows of the list that
// the address names. Whatever is not begun here is read later as ever.
import { storePrefetchedRead } from "./api/prefetched-reads.ts";
import { request } from "./api/request.ts";
import { session } from "./api/session.ts";
import { queryString } from "./api/transport.ts";
import { language } from "./i18n/index.ts";
import { decide } from "./access/access-provider.ts";
import { sortQuery, sortsFor } from "./data/providers/query-parameters.ts";
import { loadList } from "./data/screen-models/load.ts";
import { listCall } from "./data/screen-models/paths.ts";
import type { ListViewModel } from "./data/screen-models/view-models.ts";
import { parseListQuery, sortersOf, viewParameter } from "./screens/search/list-query.ts";
import { isLocked } from "./shell/lock/lock-state.ts";
import { beginWorkspace, type Workspace } from "./workspace/load-workspace.ts";
import { flatMenu } from "./workspace/menu.ts";
import { screenPlace } from "./workspace/record-address.ts";

/** Screens that begin with other reads than their list. */
const otherwise: ReadonlySet<ListViewModel["kind"]> = new Set(["dashboard", "lazy-tree", "none", "dialog"]);

/** The list's first read as its page will send it; undefined where that asks for more than an address without filters says. */
function firstRead(
  screen: ListViewModel,
): { readonly path: string; readonly query: Readonly<Record<string, string | number>> } | undefined {
  const parameters = new URLSearchParams(location.search);
  const call = listCall(screen);
  // A saved view has filters of its own, which are not known yet.
  const isFiltered = parameters.has(viewParameter) || [...parameters.keys()].some((name) => name.startsWith("f."));
  // A list that has to be searched first is not read at all without filters.
  if (call.method !== "GET" || isFiltered || screen.listNeeds !== undefined) return undefined;
  if (screen.page !== undefined || otherwise.has(screen.kind)) return undefined;
  const { current, size, sorts } = parseListQuery(parameters, screen.fields, []);
  const chosen = sortsFor(screen, call, sortersOf(sorts));
  return {
    path: call.path,
    query: { ...(call.isPage ? { current, size } : {}), ...call.query, ...sortQuery(chosen, { isBlade: screen.backEnd !== undefined }) },
  };
}

/** The rows of the list at the address, for somebody who may see them. */
async function beginRows(workspace: Promise<Workspace>): Promise<void> {
  const [, area = "", name = ""] = location.pathname.split("/");
  const named = loadList(name);
  // Whoever shows the screen hears that it cannot be loaded.
  named.catch(() => undefined);
  const { menu, person } = await workspace;
  const { leaf, id } = screenPlace(menu, location.pathname);
  // The page of a record reads that alone.
  if (id !== undefined) return;
  const code = leaf?.code ?? name;
  const screen = code === name ? await named : await loadList(code);
  // As its page decides (pages/screen-page.tsx).
  if (screen === undefined || (leaf === undefined && screen.area !== area)) return;
  if (!decide({ person, menuCodes: new Set(flatMenu(menu).map((item) => item.code)) }, screen, "list")) return;
  const read = firstRead(screen);
  if (read === undefined) return;
  const rows = request("GET", read.path, { query: read.query });
  storePrefetchedRead(read.path + queryString(read.query), rows);
  await rows;
}

/** Begins the reads of the page that the address names, for who is signed in. Resolves when they are answered, also with a failure. */
export async function beginFirstReads(): Promise<void> {
  const current = session();
  if (current === undefined || current.user.mustChangePassword === true || current.user.mustSetUpFactor === true || isLocked()) return;
  // A failure is told where the answer is taken; a list that cannot be begun is read by its page.
  await beginRows(beginWorkspace(language())).catch(() => undefined);
}
