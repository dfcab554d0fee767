// What the application needs of the person before it shows anything: the menu and the keys. Asked for together, once per language.
import { createContext, useContext } from "react";
import { request } from "../api/request.ts";
import { session } from "../api/session.ts";
import type { Language } from "../../schema/text.ts";
import { permissionsIn, type Person } from "../providers/access.ts";
import { dialectOf } from "../providers/dialect.ts";
import { settings } from "../settings.ts";
import { menuIn, type MenuItem } from "./menu.ts";

export interface Workspace {
  readonly person: Person;
  readonly menu: readonly MenuItem[];
  readonly language: Language;
}

/** Menu and keys of whoever is signed in. Throws ApiFailure. */
export async function loadWorkspace(language: Language): Promise<Workspace> {
  const current = session();
  if (current === undefined) throw new Error("a workspace is loaded for somebody who is signed in");
  const { paths } = dialectOf(settings.dialect);
  const [routes, buttons] = await Promise.all([request("GET", paths.routes), request("GET", paths.buttons)]);
  return { person: { user: current.user, tenantId: current.tenantId, permissions: permissionsIn(buttons) }, menu: menuIn(routes), language };
}

const WorkspaceContext = createContext<Workspace | undefined>(undefined);

export const WorkspaceProvider = WorkspaceContext.Provider;

/** The person's menu and keys. */
export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (workspace === undefined) throw new Error("useWorkspace is for components below WorkspaceProvider");
  return workspace;
}
