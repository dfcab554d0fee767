// Everything that definitions turn into, as files below generated/ with their text.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { CheckContext, Selection } from "../../src/schema/checks/index.ts";
import { fieldKinds } from "../../src/schema/kinds.ts";
import { missingOf, shownMenuOf } from "../../src/schema/missing.ts";
import type { Model, ResourceModel } from "../../src/schema/model.ts";
import { openApiOf } from "../../src/schema/openapi.ts";
import { allPermissions } from "../../src/schema/permissions.ts";
import { readableIndex } from "../../src/schema/readable.ts";
import { roleAliases, roleResource } from "../../src/schema/role-grants.ts";
import { screenOf } from "../../src/schema/screen.ts";
import { columnSql, tenantRows, wantedTables, type WantedTable } from "../../src/server/store/tables.ts";
import { resourceNameOfFile, type DefinitionFiles, type LoadedDefinitions } from "../definitions.ts";
import { actionTypesSource } from "./action-types.ts";
import { formatJson } from "./format.ts";
import { kindsSource, namesIn, namesSource, registrySource, rolesIn, type NamedResource } from "./sources.ts";
import { tableTypesSource } from "./table-types.ts";
import packageFacts from "../../package.json" with { type: "json" };

/** Path below generated/ → text. */
export type Outputs = ReadonlyMap<string, string>;

/** names.ts, registry.ts and kinds.ts: what must be right before definitions can be typed, also while some do not load. */
export async function sourceOutputs(root: string, files: DefinitionFiles, loaded: LoadedDefinitions): Promise<Outputs> {
  const namesFile = path.join(root, "generated/names.ts");
  const before = existsSync(namesFile) ? await readFile(namesFile, "utf8") : "";
  const earlier = namesIn(before);
  const roles = loaded.definitions.find(({ data }) => data.name === roleResource);
  const fieldsIn = new Map(loaded.definitions.map((one) => [one.file, Object.keys(one.data.fields ?? {})]));
  const named: readonly NamedResource[] = files.resources.map((file) => ({
    name: resourceNameOfFile(file),
    fields: fieldsIn.get(file) ?? earlier.get(resourceNameOfFile(file)) ?? [],
  }));
  const about = new Map(loaded.definitions.flatMap((one) => (one.about === undefined ? [] : [[one.file, one.about]])));
  return new Map([
    ["names.ts", namesSource(named, roles === undefined ? rolesIn(before) : roleAliases(roles.data))],
    ["registry.ts", registrySource(files, about)],
    ["kinds.ts", kindsSource(fieldKinds)],
  ]);
}

/** The screens of some resources. */
function screenOutputs(model: Model, context: CheckContext, resources: readonly ResourceModel[]): Outputs {
  const isHandled = (resource: string, action: string) => context.handlers.has(`${resource}.${action}`);
  return new Map(resources.map((resource) => [`screens/${resource.name}.json`, formatJson(screenOf(resource, model, isHandled))]));
}

const menuFile = "menu.json";

function menuOutput(model: Model, context: CheckContext): readonly [name: string, text: string] {
  return [menuFile, formatJson(shownMenuOf(model, (resource, name) => context.handlers.has(`${resource}.${name}`)))];
}

/** What saved definitions change in an open browser: the menu, and the screens of these files. */
export function shownOutputs(model: Model, context: CheckContext, isSelected: Selection): Outputs {
  const resources = model.resources.filter(({ file }) => isSelected(file));
  return new Map([...screenOutputs(model, context, resources), menuOutput(model, context)]);
}

function tableFacts({ resource, columns, primaryKey, indexes, foreignKeys, checks, isOfTenants }: WantedTable) {
  return {
    resource,
    columns: columns.map((column) => ({ sql: columnSql(column).replaceAll('"', ""), comment: column.comment })),
    primaryKey,
    indexes: indexes.map((index) => ({
      name: index.name,
      ...(index.unique ? { unique: true } : {}),
      on: index.definition.replaceAll('"', ""),
    })),
    foreignKeys: foreignKeys.map((key) => ({ name: key.name, sql: key.definition.replaceAll('"', "") })),
    ...(checks.length === 0 ? {} : { checks: checks.map((check) => ({ name: check.name, sql: check.expression.replaceAll('"', "") })) }),
    ...(isOfTenants ? { policy: tenantRows(false) } : {}),
  };
}

/** What reviewers and other programs read: screens, API, permission keys, menu, tables, index. */
export function modelOutputs(model: Model, context: CheckContext): Outputs {
  const isHandled = (resource: string, name: string) => context.handlers.has(`${resource}.${name}`);
  const permissions = allPermissions(model).map(({ key, resource, kind, label, actions }) => ({
    key,
    resource,
    kind,
    label,
    ...(actions.length === 0 ? {} : { actions }),
  }));
  return new Map([
    ...screenOutputs(model, context, model.resources),
    ["openapi.json", formatJson(openApiOf(model, isHandled, packageFacts.version))],
    ["permissions.json", formatJson(permissions)],
    menuOutput(model, context),
    ["tables.ts", tableTypesSource(model)],
    ["actions.ts", actionTypesSource(model)],
    ["tables.json", formatJson(Object.fromEntries(wantedTables(model).map((table) => [table.name, tableFacts(table)])))],
    ["missing.json", formatJson(missingOf(model, isHandled))],
    ["index.md", readableIndex(model)],
  ]);
}
