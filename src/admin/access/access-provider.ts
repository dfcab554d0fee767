// Refine's access control provider: the one place that decides what the user may do, from the keys that the server answered.
import type { AccessControlProvider } from "@refinedev/core";
import type { Screen, ScreenAction } from "../../schema/screen.ts";
import type { SessionUser } from "../api/session.ts";
import { resolvedWith, settledValue } from "../browser/settled-promise.ts";
import { loadList } from "../data/screen-models/load.ts";

/** Tenant whose administrator is the platform's. */
const platformTenant = "000000";

export interface Person {
  readonly user: SessionUser;
  readonly tenantId: string;
  readonly permissions: ReadonlySet<string>;
}

export function isAdministrator(person: Person): boolean {
  return person.tenantId === platformTenant && person.user.roleAliases.includes("administrator");
}

/**
 * The actions of the provider, with Refine's names where it has one: list, create, edit, show and delete rows, run an action of the
 * definition. `administer` takes no resource: it is for fields that only the platform administrator sees.
 */
export type AccessAction = "list" | "create" | "edit" | "show" | "delete" | "export" | "purge" | "administer" | `action:${string}`;

/** The action name of a special action of a screen. */
export function accessNameOf(action: Pick<ScreenAction, "name">): AccessAction {
  return `action:${action.name}`;
}

/** The subject: the user, and the screens in their menu. */
export interface Holder {
  readonly person: Person;
  readonly menuCodes: ReadonlySet<string>;
}

/** What of a screen decides about it. */
export type DecidedScreen = Pick<
  Screen,
  "name" | "permission" | "singlePermission" | "buttons" | "writeAccess" | "scope" | "recycleBin"
> & {
  readonly actions: readonly Pick<ScreenAction, "name" | "permission" | "open">[];
};

const commonKeys = ["add", "edit", "view", "delete", "export", "purge", "sensitive"] as const;

/** Whether the holder may run an action on a screen. Unknown actions are denied. */
export function decide({ person, menuCodes }: Holder, screen: DecidedScreen, requested: string): boolean {
  const isPlatform = isAdministrator(person);
  // Platform-wide rows are written by the platform administrator only, whatever keys others were granted.
  const isPlatforms = screen.writeAccess === "administrator" || screen.scope === "platform";
  const isTenantAdmin = person.user.roleAliases.includes("admin") && !isPlatforms;
  const holds = (key: string) => isPlatform || isTenantAdmin || person.permissions.has(key);
  const writes = (key: string) => (isPlatform || !isPlatforms) && holds(key);
  const { permission, singlePermission, buttons } = screen;
  const keyOf = (kind: (typeof commonKeys)[number]) =>
    (kind === "sensitive" || kind === "export" || kind === "purge" ? undefined : singlePermission) ?? `${permission}_${kind}`;
  switch (requested) {
    case "list":
      // By its menu entry, or by any key of it.
      return (
        isPlatform ||
        [screen.name, ...commonKeys.map(keyOf), ...screen.actions.map((action) => action.permission)].some((code) =>
          person.permissions.has(code),
        ) ||
        menuCodes.has(screen.name)
      );
    case "create":
      return buttons.add && writes(keyOf("add"));
    case "edit":
      return buttons.edit && writes(keyOf("edit"));
    case "show":
      return buttons.view && holds(keyOf("view"));
    case "delete":
      return buttons.delete && writes(keyOf("delete"));
    case "export":
      return writes(keyOf("export"));
    case "purge":
      return screen.recycleBin === true && writes(keyOf("purge"));
    default: {
      const action = screen.actions.find((one) => accessNameOf(one) === requested);
      return action !== undefined && (action.open === "signed-in" || writes(action.permission));
    }
  }
}

/** Decisions are cached until the user's keys are reloaded (application.tsx); then all are requested again. */
const queryOptions = { staleTime: Infinity } as const;

/** The provider for a user. A resource without a screen is denied. */
export function accessProvider(holder: Holder): AccessControlProvider {
  const answer = (screen: DecidedScreen | undefined, action: string) => ({ can: screen !== undefined && decide(holder, screen, action) });
  return {
    // Known at once where the screen is loaded: the page that asks is drawn in one go (access/use-rights.ts).
    can({ resource, action }) {
      if (action === "administer") return resolvedWith({ can: isAdministrator(holder.person) });
      if (resource === undefined) return resolvedWith({ can: false });
      const loading = loadList(resource);
      const screen = settledValue(loading);
      return screen === undefined ? loading.then((loaded) => answer(loaded, action)) : resolvedWith(answer(screen, action));
    },
    options: { buttons: { enableAccessControl: true, hideIfUnauthorized: true }, queryOptions },
  };
}
