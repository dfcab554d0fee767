// The workspace in the cache and for components. It is loaded once per language.
import { keys } from "@refinedev/core";
import { useQuery, type QueryClient } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import type { Language } from "../../schema/text.ts";
import { settings } from "../browser/settings.ts";
import { loadWorkspace, type Workspace } from "./load-workspace.ts";

export type { Workspace };

/**
 * The menu and the keys in the cache, in a language. They are loaded before Refine is rendered; the key is that of a read below the menu's
 * own path, so that a write to the menu makes them stale.
 */
export function workspaceQuery(language: Language) {
  const { paths } = settings.dialect;
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

/** The same where there may be none yet, as beside the sign-in. */
export const useWorkspaceIfThere = (): Workspace | undefined => useContext(WorkspaceContext);

/** The person's menu and keys. */
export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (workspace === undefined) throw new Error("useWorkspace is for components below WorkspaceProvider");
  return workspace;
}
