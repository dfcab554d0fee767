// The screens among the results that the user may add a row to. A screen is checked when it becomes a result: checking all of them at once
// would load the whole menu's screens.
import { useCanWithoutCache } from "@refinedev/core";
import { useEffect, useState } from "react";
import { loadList } from "../../screen-models/load.ts";
import type { MenuPage } from "./entries.ts";

/** The resource of a path's screen. */
function resourceOf(path: string): string {
  return path.split("/").at(-1) ?? "";
}

export function useAddable(pages: readonly MenuPage[]): ReadonlySet<string> {
  const { can } = useCanWithoutCache();
  const [addable, setAddable] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    let isCurrent = true;
    const ask = async (page: MenuPage) => {
      const screen = await loadList(resourceOf(page.path));
      if (screen === undefined || screen.kind === "none") return [];
      return (await can?.({ resource: screen.name, action: "create" }))?.can === true ? [page.path] : [];
    };
    // A screen that fails to load is skipped; its page shows the error.
    void Promise.allSettled(pages.map(ask)).then((answers) => {
      if (isCurrent) setAddable(new Set(answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []))));
    });
    return () => {
      isCurrent = false;
    };
  }, [pages, can]);
  return addable;
}
