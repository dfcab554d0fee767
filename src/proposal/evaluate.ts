// The data of a definition from its tree: the builders of the definition language are called as its file would call them.
import * as language from "../schema/index.ts";
import type { FieldData } from "../schema/field.ts";
import type { ResourceData } from "../schema/resource-data.ts";
import type { BuilderCall, DefinitionTree } from "./tree.ts";

const builders = new Map<string, unknown>(Object.entries(language));

/** Whether definitions may call it. */
export const isBuilder = (name: string): boolean => typeof builders.get(name) === "function";

function fieldOf({ call, with: given }: BuilderCall): FieldData {
  const builder = builders.get(call);
  if (typeof builder !== "function") throw new Error(`there is no builder "${call}"`);
  // Every builder returns the data of its field; `npm run check` covers what no type checker has seen here.
  return Reflect.apply(builder, undefined, [...given]) as FieldData;
}

/** What the file of a tree exports. */
export function evaluateDefinition({ members, fields, actions }: DefinitionTree): ResourceData {
  const data = {
    ...members,
    fields: Object.fromEntries(Object.entries(fields).map(([name, call]) => [name, fieldOf(call)])),
    ...(Object.keys(actions).length === 0 ? {} : { actions }),
  };
  // As for a definition that is loaded from a file: the checks look at its shape.
  return data as unknown as ResourceData;
}
