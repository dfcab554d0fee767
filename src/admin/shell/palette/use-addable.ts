// Which of some screens the person may add a row to. A screen is asked once it is offered: all of them at once would be the whole menu's
// worth.
import { useCanWithoutCache } from "@refinedev/core";
import { useEffect, useState } from "react";
import { loadList } from "../../screen-models/load.ts";
import type { MenuPage } from "./entries.ts";

/** The resource whose screen a path shows. */
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
    // A screen that does not load is not offered; whoever opens its page is told.
    void Promise.allSettled(pages.map(ask)).then((answers) => {
      if (isCurrent) setAddable(new Set(answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []))));
    });
    return () => {
      isCurrent = false;
    };
  }, [pages, can]);
  return addable;
}
