// The data that the application needs about the user before it shows anything: the menu and the keys. Loaded together, once per language.
import { keys } from "@refinedev/core";
import { useQuery, type QueryClient } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import { request } from "../api/request.ts";
import { session } from "../api/session.ts";
import type { Language } from "../../schema/text.ts";
import { permissionsIn, type Person } from "../providers/access.ts";
import { dialectOf } from "../api/dialect.ts";
import { settings } from "../settings.ts";
import { menuIn, type MenuItem } from "./menu.ts";

export interface Workspace {
  readonly person: Person;
  readonly menu: readonly MenuItem[];
  readonly language: Language;
}

/** Menu and keys of the signed-in user. Throws ApiFailure. */
export async function loadWorkspace(language: Language): Promise<Workspace> {
  const current = session();
  if (current === undefined) throw new Error("a workspace is loaded for somebody who is signed in");
  const { paths } = dialectOf(settings.dialect);
  const [routes, buttons] = await Promise.all([request("GET", paths.routes), request("GET", paths.buttons)]);
  return {
    person: { user: current.user, tenantId: current.tenantId, permissions: permissionsIn(buttons) },
    menu: menuIn(routes, current.user.roleAliases),
    language,
  };
}

/**
 * The menu and the keys in the cache, in a language. They are loaded before Refine is rendered; the key is that of a read below the menu's
 * own path, so that a write to the menu makes them stale.
 */
export function workspaceQuery(language: Language) {
  const { paths } = dialectOf(settings.dialect);
  return {
    queryKey: keys().data().mutation("custom").params({ method: "get", url: paths.routes, language }).get(),
    queryFn: () => loadWorkspace(language),
    staleTime: Infinity,
    gcTime: Infinity,
  } as const;
}

/**
 * The workspace that was loaded; after a change to the menu on this page, the updated one. When the menu cannot be reloaded, the old one
 * stays.
 */
export function useLatestWorkspace(loaded: Workspace, queries: QueryClient): Workspace {
  const { data } = useQuery({ ...workspaceQuery(loaded.language), initialData: loaded }, queries);
  return data;
}

const WorkspaceContext = createContext<Workspace | undefined>(undefined);

export const WorkspaceProvider = WorkspaceContext.Provider;

/** The person's menu and keys. */
export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (workspace === undefined) throw new Error("useWorkspace is for components below WorkspaceProvider");
  return workspace;
}
