// Computed fields: something makes their values, or lists and details would lack them without a word.
import { kindOf } from "../kinds.ts";
import { errorAt } from "./finding.ts";
import { fieldsOf, type Check } from "./subject.ts";

export const computed: Check = function* (resource, _model, { answers }) {
  if (answers === undefined || answers.has(resource.name)) return;
  for (const { field, place, within } of fieldsOf(resource)) {
    if (within !== "resource" || field.data.computed !== true || field.data.labelOf !== undefined) continue;
    if (kindOf(field.data).expression?.(field.data, resource.name) !== undefined) continue;
    yield errorAt(
      "missing-computation",
      [...place, "computed"],
      `${place.join(".")} is computed, and nothing computes it: rows would be answered without it`,
      `npm run new-handler -- ${resource.name}.afterRead begins the hook that does (docs/effects.md); then start npm run dev again. Or take \`computed\` out.`,
    );
  }
};
