// What parts of a page read before they are printed, such as rows that the screen has on further pages.
import { useEffect, useState, type RefObject } from "react";
import { useEvent } from "../hooks/use-event.ts";

type Preparation = () => Promise<void>;

const preparations = new Set<Preparation>();

/** Does the work before a part is printed, while that is in sight: other pages stay drawn behind the one that is open. */
export function usePrintPreparation(part: RefObject<Element | null>, prepare: Preparation): void {
  const latest = useEvent(async () => {
    if (part.current?.checkVisibility() === true) await prepare();
  });
  useEffect(() => {
    preparations.add(latest);
    return () => {
      preparations.delete(latest);
    };
  }, [latest]);
}

/** Whether a part is drawn for paper: from before it is printed until it has been. */
export function useIsPrinted(part: RefObject<Element | null>): boolean {
  const [isPrinted, setPrinted] = useState(false);
  usePrintPreparation(part, async () => setPrinted(true));
  useEffect(() => {
    const forget = () => setPrinted(false);
    addEventListener("afterprint", forget);
    return () => removeEventListener("afterprint", forget);
  }, []);
  return isPrinted;
}

/** Resolves once everything that is printed is there; what could not be read is left out. */
export async function prepared(): Promise<void> {
  await Promise.allSettled([...preparations].map((prepare) => prepare()));
}
