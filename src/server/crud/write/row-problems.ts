// Why a row of several is refused, field by field, as its caller reads it.
import { sentenceOf } from "#schema/sentence";
import type { Text } from "#schema/text";
import type { Issue } from "#schema/validation";
import { ApiError } from "../../http/errors.ts";

/** Why a row is refused: at a field, or as a whole. */
export interface RowProblem {
  /** Undefined: the row as a whole. */
  readonly field: string | undefined;
  readonly message: Text;
}

/** What a refusal of a submit says, field by field; undefined for what is no refusal. */
export function problemsOf(error: unknown): readonly RowProblem[] | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const issues: readonly Issue[] = error.details.issues ?? [];
  if (issues.length === 0) return [{ field: undefined, message: error.text }];
  return issues.map((issue) => ({ field: String(issue.path[0] ?? ""), message: [sentenceOf(issue, "zh"), sentenceOf(issue, "en")] }));
}
