// What the application needs of the person before it shows anything: the menu and the keys. Asked for together, once per language.
import { createContext, useContext, useEffect, useState } from "react";
import { request } from "../api/request.ts";
import { session } from "../api/session.ts";
import { onWrite } from "../api/writes.ts";
import type { Language } from "../../schema/text.ts";
import { permissionsIn, type Person } from "../providers/access.ts";
import { dialectOf } from "../api/dialect.ts";
import { loadList } from "../screen-models/load.ts";
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

/** Whether a resource is the one whose rows the menu is made of. */
async function holdsMenu(resource: string): Promise<boolean> {
  const path = (await loadList(resource))?.path;
  return path !== undefined && dialectOf(settings.dialect).paths.routes.startsWith(`${path}/`);
}

/** The workspace that was loaded; once somebody changed the menu on this page, the one that this made of it. */
export function useLatestWorkspace(loaded: Workspace): Workspace {
  const [latest, setLatest] = useState(loaded);
  const [of, setOf] = useState(loaded);
  // Another person, or another language.
  if (of !== loaded) {
    setOf(loaded);
    setLatest(loaded);
  }
  useEffect(() => {
    let isCurrent = true;
    const take = (next: Workspace) => {
      if (isCurrent) setLatest(next);
    };
    const end = onWrite(({ resource }) => {
      // A menu that cannot be read now is read with the next page; what was written is not affected.
      holdsMenu(resource).then(
        (holds) => (holds ? loadWorkspace(loaded.language).then(take, () => undefined) : undefined),
        () => undefined,
      );
    });
    return () => {
      isCurrent = false;
      end();
    };
  }, [loaded]);
  return of === loaded ? latest : loaded;
}

const WorkspaceContext = createContext<Workspace | undefined>(undefined);

export const WorkspaceProvider = WorkspaceContext.Provider;

/** The person's menu and keys. */
export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (workspace === undefined) throw new Error("useWorkspace is for components below WorkspaceProvider");
  return workspace;
}
