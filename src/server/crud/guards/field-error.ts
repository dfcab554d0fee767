// A refusal that belongs to one field of a row, under the field's own label.
import { labelOf } from "#schema/model";
import type { Text } from "#schema/text";
import type { IssueCode, RowTarget } from "#schema/validation";
import type { CommitContext } from "../../contract.ts";
import { invalidFields } from "../../http/errors.ts";

export interface FieldFault {
  readonly code: IssueCode;
  /** The sentence, where the code's own does not say enough. */
  readonly message?: Text;
  /** Where it is mended. */
  readonly target?: RowTarget;
}

/** The error for one field of a resource; `path` leads into rows of a `lines` field. */
export function fieldError(
  { model }: Pick<CommitContext, "model">,
  resource: string,
  path: string | readonly [string, ...(string | number)[]],
  { code, message, target }: FieldFault,
) {
  const [name, ...rest] = typeof path === "string" ? [path] : path;
  const label = labelOf(model.resource.get(resource), name);
  return invalidFields([
    {
      code,
      path: [name, ...rest],
      parameters: {},
      label,
      ...(message === undefined ? {} : { message }),
      ...(target === undefined ? {} : { target }),
    },
  ]);
}
