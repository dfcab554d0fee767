// actions.ts: what the dialogs of actions ask as types, by the names of resources and their actions.
import { isArrayType } from "../../src/fields/column.ts";
import { kindOf } from "../../src/schema/kinds.ts";
import type { ActionModel, FieldModel, Model } from "../../src/schema/model.ts";

const heading = `// Written by \`npm run generate\`; do not edit.

/** "<resource>.<action>" → what its dialog asks, checked. */
export interface Actions {
`;

/** What a field holds where its value is checked and not stored yet. */
function valueType(field: FieldModel): string {
  const { column } = kindOf(field.data);
  const type = column.type(field);
  if (isArrayType(type)) return "readonly string[]";
  if (type === "jsonb") return "unknown";
  return column.columnType(field) === "integer" ? "number" : "string";
}

function memberType(field: FieldModel): string {
  const isAlwaysThere =
    field.required !== undefined && field.showWhen === undefined && !field.readonly && field.data.administratorOnly !== true;
  const type = valueType(field);
  if (isAlwaysThere) return `${field.name}: ${type}`;
  return type === "unknown" ? `${field.name}?: unknown` : `${field.name}?: ${type} | null`;
}

function dialogType({ dialogFields, trees }: ActionModel): string {
  const members = trees === undefined ? dialogFields.map(memberType) : Object.keys(trees.lists).map((name) => `${name}: readonly string[]`);
  return members.length === 0 ? "{}" : `{ ${members.join("; ")} }`;
}

/** actions.ts for the actions of all resources. */
export function actionTypesSource(model: Model): string {
  const actions = model.resources.flatMap((resource) =>
    resource.actions.map((action) => `  ${JSON.stringify(`${resource.name}.${action.name}`)}: ${dialogType(action)};\n`),
  );
  return `${heading}${actions.join("")}}\n`;
}
