// The sums below lines while they are entered with their record: those below their list, as far as a form has what they are made of.
import { kindData } from "./kind-data.ts";
import type { Model, ResourceModel } from "./model.ts";
import { fieldsIn, type Condition, type Text } from "./text.ts";

/** A sum over rows that are entered: of a number in them, over those that meet a condition. */
export interface LinesTotal {
  readonly label: Text;
  readonly sum: string;
  readonly where?: Condition;
  /** For rows that meet this condition the number is subtracted. */
  readonly less?: Condition;
}

/** The totals of the lines that are entered with a resource; undefined where there are none, or the server alone knows their numbers. */
export function linesTotalsOf({ lines, details }: ResourceModel, model: Model): readonly LinesTotal[] | undefined {
  if (lines === undefined || details === undefined) return undefined;
  const { fields = {} } = kindData(lines.data);
  const totals = Object.values(model.resource.get(details.resource)?.data.totals ?? {});
  const shown = totals.filter(({ sum, where, less }) => [sum, ...fieldsIn(where), ...fieldsIn(less)].every((name) => name in fields));
  return shown.length === 0 ? undefined : shown;
}
