// The user's rights on a screen, requested from Refine's access provider once for all its rows: one call per action, in the same cache as
// useCan.
import { AccessControlContext, useCan, useKeys } from "@refinedev/core";
import { useQueries, type UseQueryResult } from "@tanstack/react-query";
import { useContext, useMemo } from "react";
import type { Screen, ScreenAction } from "../../schema/screen.ts";
import { settledValue } from "../browser/settled-promise.ts";
import { accessNameOf, type AccessAction } from "./access-provider.ts";

export interface Rights {
  /** To open the screen at all. */
  readonly list: boolean;
  readonly add: boolean;
  readonly edit: boolean;
  readonly view: boolean;
  readonly delete: boolean;
  readonly export: boolean;
  /** To see fields that are the platform administrator's alone. */
  readonly isAdministrator: boolean;
  readonly may: (action: Pick<ScreenAction, "name">) => boolean;
}

/** Rights from the answers for a screen. */
export function rightsFrom(can: (action: AccessAction) => boolean, isAdministrator: boolean): Rights {
  return {
    list: can("list"),
    add: can("create"),
    edit: can("edit"),
    view: can("show"),
    delete: can("delete"),
    export: can("export"),
    isAdministrator,
    may: (action) => can(accessNameOf(action)),
  };
}

/** Read-only rights: for child rows whose master does not allow changes. */
export function readOnlyRights(rights: Rights): Rights {
  return { ...rights, add: false, edit: false, delete: false, may: () => false };
}

/** Whether the person sees fields that are the platform administrator's alone; undefined until it is known. */
export function useIsAdministrator(): boolean | undefined {
  const { can } = useContext(AccessControlContext);
  const administer: AccessAction = "administer";
  return useCan({ action: administer, queryOptions: { initialData: () => settledValue(can?.({ action: administer })) } }).data?.can;
}

/** Whether the person may delete removed rows of a screen for good; not until it is known. */
export function useMayPurge({ name }: Pick<Screen, "name">): boolean {
  const purge: AccessAction = "purge";
  return useCan({ resource: name, action: purge }).data?.can === true;
}

type Answer = UseQueryResult<{ readonly can: boolean }>;

/** A question to the access provider, as react-query asks it. */
function useQuestion() {
  const { can, options } = useContext(AccessControlContext);
  const { keys } = useKeys();
  return (resource: string, action: AccessAction) => ({
    queryKey: keys().access().resource(resource).action(action).params({ params: {} }).get(),
    // Without a provider everything is allowed, as useCan has it.
    queryFn: () => can?.({ resource, action, params: {} }) ?? { can: true },
    ...options?.queryOptions,
    retry: false,
    initialData: () => settledValue(can?.({ resource, action, params: {} })),
  });
}

/** All answers as one value, the same until one of them changes. */
const combine = (answers: readonly Answer[]): string =>
  answers.map(({ data }) => (data === undefined ? "?" : data.can ? "1" : "0")).join("");

/**
 * The user's rights on a screen; undefined while loading. Refine has no hook for several questions at once; the cache keys are those of
 * useCan.
 */
export function useRights(screen: Pick<Screen, "name"> & { readonly actions: readonly Pick<ScreenAction, "name">[] }): Rights | undefined {
  const question = useQuestion();
  const isAdministrator = useIsAdministrator();
  const calls = useMemo(
    (): readonly AccessAction[] => ["list", "create", "edit", "show", "delete", "export", ...screen.actions.map(accessNameOf)],
    [screen],
  );
  const answers = useQueries({
    queries: calls.map((action) => question(screen.name, action)),
    combine,
  });
  return useMemo(() => {
    if (isAdministrator === undefined || answers.includes("?")) return undefined;
    const granted = new Set(calls.filter((_action, index) => answers[index] === "1"));
    return rightsFrom((action) => granted.has(action), isAdministrator);
  }, [answers, calls, isAdministrator]);
}

/** Of which of these screens the person may open the list, or a record; undefined while loading. */
export function useOpenScreens(names: readonly string[], action: "list" | "show" = "list"): ReadonlySet<string> | undefined {
  const question = useQuestion();
  const answers = useQueries({ queries: names.map((name) => question(name, action)), combine });
  return useMemo(
    () => (answers.includes("?") ? undefined : new Set(names.filter((_name, index) => answers[index] === "1"))),
    [answers, names],
  );
}

/** Whether the person may read the rows of a screen, whose list the server decides by; undefined while loading, false without a screen. */
export function useMayRead(name: string | undefined): boolean | undefined {
  const open = useOpenScreens(useMemo(() => (name === undefined ? [] : [name]), [name]));
  return name === undefined ? false : open?.has(name);
}
