// An id for a form that is unique on the page and valid in a selector.
import { useId } from "react";

export function useFormId(): string {
  return `form${useId().replace(/[^A-Za-z0-9]/g, "_")}`;
}
