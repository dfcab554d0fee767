// Which of some screens the person may add a row to. A screen is asked once it is offered: all of them at once would be the whole menu's worth.
import { useEffect, useState } from "react";
import { rightsOf } from "../../providers/access.ts";
import { loadList } from "../../screen-models/load.ts";
import { useWorkspace } from "../../workspace/workspace.ts";
import type { Place } from "./entries.ts";

/** The resource whose screen a path shows. */
function resourceOf(path: string): string {
  return path.split("/").at(-1) ?? "";
}

export function useAddable(places: readonly Place[]): ReadonlySet<string> {
  const { person } = useWorkspace();
  const [addable, setAddable] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    let isCurrent = true;
    const ask = async (place: Place) => {
      const screen = await loadList(resourceOf(place.path));
      return screen !== undefined && screen.kind !== "none" && screen.kind !== "readonly-table" && rightsOf(screen, person).add ? [place.path] : [];
    };
    // A screen that does not load is not offered; whoever opens its page is told.
    void Promise.allSettled(places.map(ask)).then((answers) => {
      if (isCurrent) setAddable(new Set(answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []))));
    });
    return () => {
      isCurrent = false;
    };
  }, [places, person]);
  return addable;
}
