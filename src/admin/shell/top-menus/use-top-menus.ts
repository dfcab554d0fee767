// The entries of the header and the one that is chosen: its menus alone stand in the sidebar then (contract §7, catalogue `topmenu`).
import { useEffect, useState } from "react";
import { failureOf } from "../../api/failure.ts";
import { isRecord, rowsOf, textOf } from "../../api/record.ts";
import { request } from "../../api/request.ts";
import { readStored, writeStored } from "../../api/stored.ts";
import { onWrite } from "../../api/writes.ts";
import { dialectOf } from "../../api/dialect.ts";
import { settings } from "../../settings.ts";
import { menuIn, type MenuItem } from "../../workspace/menu.ts";
import { useWorkspace } from "../../workspace/workspace.ts";

export interface TopMenu {
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
  /** What stands in the sidebar. Everything else, such as open pages and the search of menus, knows the whole menu. */
  readonly sidebar: readonly MenuItem[];
}

const { paths } = dialectOf(settings.dialect);
const storedAs = "topMenu";
const resource = "topmenu";

/** What this person chose last in this browser. */
function storedChoice(userId: string): string | undefined {
  const content = readStored(storedAs)?.content;
  return isRecord(content) && content["userId"] === userId ? textOf(content["id"]) || undefined : undefined;
}

const topMenusIn = (data: unknown): readonly TopMenu[] => rowsOf(data).map((row) => ({ id: textOf(row["id"]), label: textOf(row["name"]), icon: textOf(row["source"]) }));

interface Narrowed {
  readonly id: string;
  readonly of: readonly MenuItem[];
  readonly menu: readonly MenuItem[];
}

export function useTopMenus(onFailure: (sentence: string) => void): TopMenus {
  const { menu, person } = useWorkspace();
  const { userId } = person.user;
  const [entries, setEntries] = useState<readonly TopMenu[]>([]);
  const [chosen, setChosen] = useState(() => storedChoice(userId));
  const [narrowed, setNarrowed] = useState<Narrowed>();
  // Counts the writes to entries, after which both are read again.
  const [written, setWritten] = useState(0);
  useEffect(() => onWrite((write) => (write.resource === resource ? setWritten((count) => count + 1) : undefined)), []);

  useEffect(() => {
    const abort = new AbortController();
    // Without its entries the header is what it is on an installation that has none.
    request("GET", paths.topMenus, { signal: abort.signal }).then((data) => setEntries(topMenusIn(data)), (error: unknown) => void failureOf(error));
    return () => abort.abort();
  }, [userId, written]);

  const known = entries.some(({ id }) => id === chosen) ? chosen : undefined;
  useEffect(() => {
    if (known === undefined) return undefined;
    const abort = new AbortController();
    request("GET", paths.routes, { query: { topMenuId: known }, signal: abort.signal }).then(
      (data) => setNarrowed({ id: known, of: menu, menu: menuIn(data) }),
      (error: unknown) => {
        const failure = failureOf(error);
        if (abort.signal.aborted) return;
        setChosen(undefined);
        if (!failure.silent) onFailure(failure.message);
      },
    );
    return () => abort.abort();
  }, [known, menu, written, onFailure]);

  const choose = (id: string | undefined) => {
    writeStored(storedAs, { userId, id: id ?? "" });
    setChosen(id);
  };
  // Until the chosen entry's menus are there, those before them stay.
  return { entries, chosen: known, choose, sidebar: known === undefined ? menu : (narrowed?.menu ?? menu) };
}
