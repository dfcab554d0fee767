// Stops the page behind a dialog from scrolling by a class. Stands in for the hook of @rc-component/portal, which writes a style element
// without the page's nonce and so breaks the Content-Security-Policy (ui.md; vite.config.ts puts it in place).
import { useLayoutEffect } from "react";

let locks = 0;

function change(by: 1 | -1): void {
  locks += by;
  document.body.classList.toggle("tm-locked", locks > 0);
}

export default function useScrollLocker(isLocked?: boolean): void {
  useLayoutEffect(() => {
    if (!isLocked) return undefined;
    change(1);
    return () => change(-1);
  }, [isLocked]);
}
