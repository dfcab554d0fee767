// Whether a person wants the charts above a list: kept in the browser, for each list.
import { useState } from "react";
import { readStored, removeStored, writeStored } from "../../browser/storage.ts";

const storedAs = (resource: string): string => `charts.${resource}`;

export const areChartsHidden = (resource: string): boolean => readStored(storedAs(resource))?.content === "hidden";

/** Whether they are hidden, and how to change that. */
export function useChartsPreference(resource: string): readonly [isHidden: boolean, turn: () => void] {
  const [isHidden, setHidden] = useState(() => areChartsHidden(resource));
  const turn = () => {
    setHidden(!isHidden);
    if (isHidden) removeStored(storedAs(resource));
    else writeStored(storedAs(resource), "hidden");
  };
  return [isHidden, turn];
}
