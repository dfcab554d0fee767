// An id for a form that no other form of the page has and that may stand in a selector.
import { useId } from "react";

export function useFormId(): string {
  return `form${useId().replace(/[^A-Za-z0-9]/g, "_")}`;
}
