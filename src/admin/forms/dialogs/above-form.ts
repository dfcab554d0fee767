// Which refusals are shown above a form.
import type { ApiFailure, FieldIssue } from "../../api/failure.ts";

/** Those that are not at their fields alone: about no field, about one that the form does not have, or mended elsewhere. */
export const isAboveForm = ({ silent, issues, targets }: ApiFailure, elsewhere: readonly FieldIssue[]): boolean =>
  !silent && (issues.length === 0 || elsewhere.length > 0 || targets.length > 0);
