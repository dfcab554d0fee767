// Names: of files, resources, paths, tables, calls, keys, fields. Each thing has one, and none that the platform keeps for itself.
import { conditionsParameter } from "../list-conditions.ts";
import { fieldKinds } from "../kinds.ts";
import {
  isBaseColumn,
  snakeCase,
  type ActionModel,
  type BaseColumn,
  type FieldModel,
  type Model,
  type ReadModel,
  type ResourceModel,
} from "../model.ts";
import { keyOfRows, permissionsOf, rowKinds } from "../permissions.ts";
import { errorAt, type UnplacedFinding } from "./finding.ts";
import { fieldsOf, type Check, type CheckContext } from "./subject.ts";

/** Servers that guard themselves against SQL take parameters with these names out (docs/wire.md §5): a search by one would find everything. */
export const sqlWords: ReadonlySet<string> = new Set([
  "insert",
  "delete",
  "select",
  "sleep",
  "count",
  "group",
  "union",
  "drop",
  "truncate",
  "alter",
  "grant",
  "execute",
  "call",
  "declare",
  "sql",
]);
/** Parameters of the common calls. */
export const callWords: ReadonlySet<string> = new Set(["id", "ids", "current", "size", "ascs", "descs", "orders", conditionsParameter]);

/** Kinds that a resource's own field may have where it is one of the base columns. */
function kindsFor(column: BaseColumn): readonly string[] {
  return [...fieldKinds.values()].filter((kind) => kind.baseColumns.includes(column)).map(({ kind }) => kind);
}

/** The name that a definition's file gives it. */
export function fileNameOf(file: string): string {
  return file.split("/").at(-1)?.replace(/\.ts$/, "") ?? file;
}

export const resourceNames: Check = function* (resource) {
  const byFile = fileNameOf(resource.file);
  if (resource.name !== byFile) {
    yield errorAt(
      "file-name",
      ["name"],
      `the resource is called "${resource.name}", its file "${byFile}.ts"`,
      `Call it "${byFile}", or rename the file to ${resource.name}.ts; references go by the file name.`,
    );
  }
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(resource.name)) {
    yield errorAt("reserved-name", ["name"], `"${resource.name}" is no name of a resource`, "Use small letters, digits and single dashes.");
  }
};

export const fieldNames: Check = function* (resource) {
  for (const { field, place, within } of fieldsOf(resource)) {
    if (!/^[a-z][a-zA-Z0-9]*$/.test(field.name)) {
      yield errorAt(
        "field-name",
        place,
        `"${field.name}" is no name of a field`,
        "Begin with a small letter and use letters and digits only: docNo, factoryId.",
      );
    } else if (sqlWords.has(field.name.toLowerCase())) {
      yield errorAt(
        "reserved-name",
        place,
        `"${field.name}" cannot be the name of a field: servers that guard themselves against SQL drop a search by it`,
        `Choose a fuller name, such as ${field.name}Value.`,
      );
    } else if (callWords.has(field.name) && within === "resource" && field.name !== resource.key) {
      yield errorAt("reserved-name", place, `"${field.name}" is a parameter of the common calls`, "Choose another name.");
    } else if (within === "resource" && resource.hasBaseColumns && field.name === "version" && !field.readonly) {
      yield errorAt(
        "base-column",
        place,
        '"version" is a column that every table has: how often the row was changed, which only the server counts',
        "Make it read-only to show it, or choose another name.",
      );
    } else if (within === "resource" && resource.hasBaseColumns && isBaseColumn(field.name) && !kindsFor(field.name).includes(field.kind)) {
      const kinds = kindsFor(field.name);
      const remedy = kinds.length === 0 ? "Choose another name." : `Make it ${kinds.join(" or ")}, or choose another name.`;
      yield errorAt("base-column", place, `"${field.name}" is a column that every table has, and ${field.kind} is not its kind`, remedy);
    }
  }
  for (const read of resource.reads) {
    for (const name of Object.keys(read.parameters)) {
      if (sqlWords.has(name.toLowerCase()))
        yield errorAt(
          "reserved-name",
          ["reads", read.name, "params"],
          `"${name}" cannot be the name of a parameter: servers that guard themselves against SQL drop it`,
          `Choose a fuller name, such as ${name}Value.`,
        );
    }
  }
  yield* columnNames(resource);
  yield* labelKeys(resource);
};

function* columnNames(resource: ResourceModel): Iterable<UnplacedFinding> {
  const columns = new Map<string, FieldModel>();
  for (const field of resource.fields.filter((one) => one.stored)) {
    const column = snakeCase(field.name);
    const other = columns.get(column);
    if (other !== undefined)
      yield errorAt(
        "duplicate-column",
        ["fields", field.name],
        `"${field.name}" and "${other.name}" would be the same column ${column}`,
        "Rename one of them.",
      );
    columns.set(column, field);
  }
}

function* labelKeys(resource: ResourceModel): Iterable<UnplacedFinding> {
  const keys = new Map<string, FieldModel>();
  for (const field of resource.fields) {
    if (field.labelKey === undefined) continue;
    const other = keys.get(field.labelKey);
    if (other !== undefined) {
      yield errorAt(
        "label-key",
        ["fields", field.name],
        `rows carry the labels of "${field.name}" and of "${other.name}" under the same key ${field.labelKey}`,
        "Rename one of them, so that what is left without Id, Ids or Code differs.",
      );
    }
    keys.set(field.labelKey, field);
  }
}

/** Method and path of everything a resource answers; the names of path parameters do not matter. */
function* callsOf(resource: ResourceModel): Iterable<readonly [call: string, place: readonly string[]]> {
  for (const call of resource.calls) {
    const method = ["list", "page", "detail"].includes(call) ? "GET" : "POST";
    yield [`${method} ${resource.path}/${call}`, ["calls"]];
  }
  const normal = (one: ReadModel | ActionModel) => `${one.method} ${one.path.replace(/\{[^}]*\}/g, "{}")}`;
  for (const read of resource.reads) yield [normal(read), ["reads", read.name]];
  for (const action of resource.actions)
    if (action.method !== "none" && action.opens === undefined) yield [normal(action), ["actions", action.name]];
}

interface Owner {
  readonly resource: ResourceModel;
  readonly place: readonly string[];
}

/** Names that must be unique in the whole product. Each pair is reported at the newer of the two, or at the later where both are as old. */
export function* namesAcross(model: Model, { earlier }: CheckContext): Iterable<readonly [ResourceModel, UnplacedFinding]> {
  const isNew = ({ file }: ResourceModel) => earlier !== undefined && !earlier.has(file);
  const byAge = [...model.resources.filter((one) => !isNew(one)), ...model.resources.filter(isNew)];
  const taken = {
    name: new Map<string, Owner>(),
    path: new Map<string, Owner>(),
    table: new Map<string, Owner>(),
    call: new Map<string, Owner>(),
    permission: new Map<string, Owner>(),
  };
  const claim = (kind: keyof typeof taken, word: string, owner: Owner): Owner | undefined => {
    const other = taken[kind].get(word);
    if (other === undefined) taken[kind].set(word, owner);
    return other;
  };
  for (const resource of byAge) {
    const named = claim("name", resource.name, { resource, place: ["name"] });
    if (named !== undefined)
      yield [
        resource,
        errorAt(
          "duplicate-name",
          ["name"],
          `"${resource.name}" is also the name of ${named.resource.file}`,
          "Rename one of the two files and its resource.",
        ),
      ];
    const path = claim("path", resource.path, { resource, place: ["path"] });
    if (path !== undefined)
      yield [
        resource,
        errorAt("duplicate-path", ["path"], `${resource.path} is also the path of ${path.resource.file}`, "Give each its own path."),
      ];
    const table = claim("table", resource.table, { resource, place: ["name"] });
    if (table !== undefined && named === undefined)
      yield [
        resource,
        errorAt(
          "duplicate-table",
          ["name"],
          `its table ${resource.table} would also be that of ${table.resource.file}`,
          "Rename one of them.",
        ),
      ];
    if (path !== undefined) continue;
    for (const [call, place] of callsOf(resource)) {
      const other = claim("call", call, { resource, place });
      if (other !== undefined)
        yield [
          resource,
          errorAt(
            "duplicate-call",
            place,
            `${call} is also answered by ${other.place.join(".")} of ${other.resource.file}`,
            "Give one of them another path.",
          ),
        ];
    }
  }
  for (const resource of byAge) {
    if (taken.name.get(resource.name)?.resource !== resource) continue;
    // Several keys of the same two places are one mistake.
    const shared = new Map<string, { readonly place: readonly string[]; readonly other: ResourceModel; readonly keys: string[] }>();
    for (const { key, actions } of permissionsOf(resource)) {
      const [action] = actions;
      const place = action === undefined ? ["permission"] : ["actions", action];
      const other = claim("permission", key, { resource, place })?.resource;
      if (other === undefined || other === resource) continue;
      const pair = `${place.join(".")} ${other.file}`;
      shared.set(pair, { place, other, keys: [...(shared.get(pair)?.keys ?? []), key] });
    }
    for (const { place, other, keys } of shared.values())
      yield [
        resource,
        errorAt(
          "duplicate-permission",
          place,
          `the permission ${keys.length === 1 ? "key" : "keys"} ${keys.join(", ")} also ${keys.length === 1 ? "allows" : "allow"} something of ${other.file}`,
          "Give one of them its own `permission`, or users who get one right get both.",
        ),
      ];
  }
  for (const resource of model.resources) yield* ownKeys(resource);
}

/** An action whose generated key happens to equal that of a common call. */
function* ownKeys(resource: ResourceModel): Iterable<readonly [ResourceModel, UnplacedFinding]> {
  const common = new Set([...rowKinds.map((kind) => keyOfRows(resource, kind)), `${resource.permission}_sensitive`]);
  for (const action of resource.actions) {
    if (!common.has(action.permission) || resource.data.actions?.[action.name]?.permission !== undefined) continue;
    yield [
      resource,
      errorAt(
        "duplicate-permission",
        ["actions", action.name],
        `its permission key ${action.permission} is that of a common call`,
        `Rename the action, or say permission: "${action.permission}" if the same right is meant.`,
      ),
    ];
  }
}
