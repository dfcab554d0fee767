// The data that the application needs about the user before it shows anything: the menu, the keys and the entries of the header.
import { ApiFailure } from "../api/failure.ts";
import { isRecord } from "../api/wire-data.ts";
import { request } from "../api/request.ts";
import { session } from "../api/session.ts";
import type { Language } from "../../schema/text.ts";
import type { Person } from "../access/access-provider.ts";
import { settings } from "../browser/settings.ts";
import { menuIn, type MenuItem } from "./menu.ts";

export interface Workspace {
  readonly person: Person;
  readonly menu: readonly MenuItem[];
  readonly language: Language;
  /** The answer of the call for the header's entries, where it came along. */
  readonly topMenus?: unknown;
  /** The saved views of lists, where they came along. */
  readonly views?: unknown;
}

export interface MenuAnswer {
  readonly routes: unknown;
  readonly permissions: ReadonlySet<string>;
  readonly topMenus?: unknown;
  readonly views?: unknown;
}

const { paths } = settings.dialect;

function textsIn(value: unknown): ReadonlySet<string> {
  return new Set(Array.isArray(value) ? value.filter((one) => typeof one === "string") : []);
}

/** Everything in one call; undefined where the back-end has no such call. */
async function readTogether(): Promise<MenuAnswer | undefined> {
  if (!settings.workspace) return undefined;
  try {
    const answer = await request("GET", paths.workspace);
    if (!isRecord(answer)) return undefined;
    const { routes, permissions, topMenus, views } = answer;
    return { routes, permissions: textsIn(permissions), topMenus, views };
  } catch (error) {
    // Another version of the server answers behind the same page, or another back-end than the page was told of.
    if (error instanceof ApiFailure && error.code === 404) return undefined;
    throw error;
  }
}

async function readWorkspace(language: Language): Promise<Workspace> {
  const current = session();
  if (current === undefined) throw new Error("a workspace is loaded for somebody who is signed in");
  const read = (await readTogether()) ?? (await (await import("./load-separately.ts")).loadSeparately());
  const { routes, permissions, topMenus, views } = read;
  return {
    person: { user: current.user, tenantId: current.tenantId, permissions },
    menu: menuIn(routes, current.user.roleAliases),
    language,
    ...(topMenus === undefined ? {} : { topMenus }),
    ...(views === undefined ? {} : { views }),
  };
}

interface StartedWorkspace {
  readonly userId: string | undefined;
  readonly language: Language;
  readonly workspace: Promise<Workspace>;
}

let started: StartedWorkspace | undefined;

/** Begins to load the workspace before the application is there to ask for it. */
export function beginWorkspace(language: Language): Promise<Workspace> {
  const workspace = readWorkspace(language);
  started = { userId: session()?.user.userId, language, workspace };
  // Whoever takes it hears of its failure.
  workspace.catch(() => undefined);
  return workspace;
}

/** Menu and keys of the signed-in user; those that were begun, once. Throws ApiFailure. */
export function loadWorkspace(language: Language): Promise<Workspace> {
  const taken = started;
  started = undefined;
  return taken?.language === language && taken.userId === session()?.user.userId ? taken.workspace : readWorkspace(language);
}
