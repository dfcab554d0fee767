// Whether a part of a page has come near to what is in sight: what costs a request waits for that.
import { useEffect, useState, type RefObject } from "react";

/** How far below the window counts as near. */
const ahead = "600px";

/** Stays true once it was near. `isThere`: the part is drawn. */
export function useNear(part: RefObject<Element | null>, isThere: boolean): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const { current } = part;
    if (!isThere || isNear || current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: `${ahead} 0px` },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [part, isThere, isNear]);
  return isNear;
}
