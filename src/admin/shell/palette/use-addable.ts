// The screens among the results that the user may add a row to, with the name of a row. A screen is checked when it becomes a result:
// checking all of them at once would load the whole menu's screens.
import { useCanWithoutCache } from "@refinedev/core";
import { useEffect, useState } from "react";
import { inLanguage } from "../../../schema/text.ts";
import { language } from "../../i18n/index.ts";
import { loadList } from "../../data/screen-models/load.ts";
import type { MenuPage } from "./entries.ts";

/** The resource of a path's screen. */
function resourceOf(path: string): string {
  return path.split("/").at(-1) ?? "";
}

export function useAddable(pages: readonly MenuPage[]): ReadonlyMap<string, string> {
  const { can } = useCanWithoutCache();
  const [addable, setAddable] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    let isCurrent = true;
    const ask = async (page: MenuPage): Promise<readonly (readonly [string, string])[]> => {
      const screen = await loadList(resourceOf(page.path));
      if (screen === undefined || screen.kind === "none") return [];
      return (await can?.({ resource: screen.name, action: "create" }))?.can === true
        ? [[page.path, inLanguage(screen.label, language())]]
        : [];
    };
    // A screen that fails to load is skipped; its page shows the error.
    void Promise.allSettled(pages.map(ask)).then((answers) => {
      if (isCurrent) setAddable(new Map(answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []))));
    });
    return () => {
      isCurrent = false;
    };
  }, [pages, can]);
  return addable;
}
