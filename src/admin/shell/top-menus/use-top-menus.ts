// The entries of the header and the selected one: the sidebar then shows only its menus (docs/wire.md §7).
import { useCallback, useEffect, useState } from "react";
import { isRecord, rowsOf, textOf } from "../../api/wire-data.ts";
import { readStored, writeStored } from "../../browser/storage.ts";
import { useRead } from "../../data/queries/reads.ts";
import { iconHere } from "../../ui/icons/icon-here.ts";
import { settings } from "../../browser/settings.ts";
import { menuIn, type MenuItem } from "../../workspace/menu.ts";
import { useWorkspace } from "../../workspace/workspace.ts";

interface TopMenu {
  readonly id: string;
  readonly label: string;
  readonly icon: string;
}

export interface TopMenus {
  /** Empty where the tenant has none, and until they are known. */
  readonly entries: readonly TopMenu[];
  /** undefined: all menus. */
  readonly chosen: string | undefined;
  readonly choose: (id: string | undefined) => void;
  /** The content of the sidebar. Everything else, such as open pages and the menu search, uses the whole menu. */
  readonly sidebar: readonly MenuItem[];
}

const { paths } = settings.dialect;
const storedAs = "topMenu";
const resource = "topmenu";

/** What this person chose last in this browser. */
function storedChoice(userId: string): string | undefined {
  const content = readStored(storedAs)?.content;
  return isRecord(content) && content["userId"] === userId ? textOf(content["id"]) || undefined : undefined;
}

const topMenusIn = (data: unknown): readonly TopMenu[] =>
  rowsOf(data).map((row) => ({ id: textOf(row["id"]), label: textOf(row["name"]), icon: iconHere(textOf(row["source"])) }));

const noEntries: readonly TopMenu[] = [];
const ofTopMenus = { dependsOn: [resource] } as const;

export function useTopMenus(onFailure: (sentence: string) => void): TopMenus {
  const { menu, person, topMenus } = useWorkspace();
  const { userId, roleAliases } = person.user;
  const [chosen, setChosen] = useState(() => storedChoice(userId));
  // Without its entries the header is the same as on an installation that has none.
  const { value: entries = noEntries } = useRead({ path: paths.topMenus }, topMenusIn, { ...ofTopMenus, initialValue: topMenus });
  const current = entries.some(({ id }) => id === chosen) ? chosen : undefined;
  const readMenu = useCallback((data: unknown) => menuIn(data, roleAliases), [roleAliases]);
  const { value: narrowed, failure } = useRead({ path: paths.routes, query: { topMenuId: current ?? "" } }, readMenu, {
    ...ofTopMenus,
    isOn: current !== undefined,
  });
  // The previous entry's menus stay until the selected one's are loaded.
  const [last, setLast] = useState<readonly MenuItem[]>();
  if (current !== undefined && narrowed !== undefined && narrowed !== last) setLast(narrowed);
  useEffect(() => {
    if (failure === undefined || current === undefined) return;
    setChosen(undefined);
    if (!failure.silent) onFailure(failure.message);
  }, [failure, current, onFailure]);

  const choose = (id: string | undefined) => {
    writeStored(storedAs, { userId, id: id ?? "" });
    setChosen(id);
  };
  return { entries, chosen: current, choose, sidebar: current === undefined ? menu : (narrowed ?? last ?? menu) };
}
