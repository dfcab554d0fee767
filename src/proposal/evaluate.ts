// The data of a definition from its tree: the builders of the definition language are called as its file would call them.
import * as language from "../schema/index.ts";
import type { FieldData } from "../schema/field.ts";
import { isRecord } from "../schema/json.ts";
import type { ResourceData } from "../schema/resource-data.ts";
import type { BuilderCall, DefinitionTree } from "./tree.ts";

const builders = new Map<string, unknown>(Object.entries(language));

/** Whether definitions may call it. */
export const isBuilder = (name: string): boolean => typeof builders.get(name) === "function";

/** What every field has; the checks of definitions look at the rest, as for one that is loaded from a file. */
const isField = (value: unknown): value is FieldData =>
  isRecord(value) && typeof value["kind"] === "string" && Array.isArray(value["label"]);

/** What every definition has; the same holds. */
const isDefinition = (value: object): value is ResourceData =>
  isRecord(value) && ["name", "path", "title"].every((member) => typeof value[member] === "string") && isRecord(value["fields"]);

function fieldOf({ call, with: given }: BuilderCall): FieldData {
  const builder = builders.get(call);
  if (typeof builder !== "function") throw new Error(`there is no builder "${call}"`);
  const field: unknown = Reflect.apply(builder, undefined, [...given]);
  if (!isField(field)) throw new Error(`"${call}" builds no field`);
  return field;
}

/** What the file of a tree exports. */
export function evaluateDefinition({ members, fields, actions }: DefinitionTree): ResourceData {
  const data = {
    ...members,
    fields: Object.fromEntries(Object.entries(fields).map(([name, call]) => [name, fieldOf(call)])),
    ...(Object.keys(actions).length === 0 ? {} : { actions }),
  };
  if (!isDefinition(data)) throw new Error("a definition has a name, a path, a title and fields");
  return data;
}
