// Marks an input as required. antd's selects write such attributes on the frame around the input too, where they have no meaning and are
// not allowed, so this one is written on the input itself.
import { useEffect } from "react";

/** Marks the input with this id, rendered by a select, as required. */
export function useRequiredInput(id: string, isRequired: boolean): void {
  useEffect(() => {
    const input = document.getElementById(id);
    if (isRequired) input?.setAttribute("aria-required", "true");
    else input?.removeAttribute("aria-required");
  }, [id, isRequired]);
}
