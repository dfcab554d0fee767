// Earlier names of fields (`renamedFrom`): a column of the resource's own table takes over the values of another that no field has any more.
import { baseColumns, snakeCase } from "../model.ts";
import { errorAt } from "./finding.ts";
import { fieldsOf, type Check } from "./subject.ts";

const platform = new Set<string>(baseColumns.map(snakeCase));

export const renames: Check = function* (resource) {
  const taken = new Map<string, string>();
  for (const { field, place, within } of fieldsOf(resource)) {
    const { renamedFrom } = field.data;
    if (renamedFrom === undefined) continue;
    const wrong = (problem: string, remedy: string) =>
      errorAt("bad-rename", [...place, "renamedFrom"], `${place.join(".")}.renamedFrom: ${problem}`, remedy);
    const column = snakeCase(renamedFrom);
    const other = resource.fields.find((one) => one.stored && snakeCase(one.name) === column);
    const before = taken.get(column);
    if (within !== "resource" || !field.stored) yield wrong("the field has no column of its own to rename", "Take it out.");
    else if (field.name === resource.key || platform.has(snakeCase(field.name)) || platform.has(column))
      yield wrong(`the columns that every table has, and its key, keep their names`, "Take it out.");
    else if (!/^[a-z][a-zA-Z0-9]*$/.test(renamedFrom))
      yield wrong(`"${renamedFrom}" is no name of a field`, "Write the field's earlier name, as in oldName.");
    else if (other !== undefined)
      yield wrong(
        other === field ? "this is the name that the field has" : `there is a field "${other.name}", which keeps its values`,
        "Write the earlier name of this field, which no field has now; or take it out.",
      );
    else if (before !== undefined)
      yield wrong(`the values of "${renamedFrom}" go to "${before}"`, "Only one field can take them over: take it out of the other.");
    else taken.set(column, field.name);
  }
};
