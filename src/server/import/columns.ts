// Which column of a file fills which field: by its label in either language, by the name of the field, or as the call says.
import { importedFields, importKeysOf } from "#schema/imports";
import { snakeCase, type FieldModel, type ResourceModel } from "#schema/model";
import type { RequestContext } from "../contract.ts";
import { isMasked, isReadable, readableFieldsOf } from "../crud/sql/readable-fields.ts";
import { ApiError, malformedParameter } from "../http/errors.ts";

/** What a column of a file is for. */
export interface MappedColumn {
  /** Its place in the file, from 0. */
  readonly place: number;
  /** The field, or the key of the row. */
  readonly name: string;
  /** Undefined for a key that is no field. */
  readonly field: FieldModel | undefined;
  /** Rows are found by it, and it is written; a value that only the server gives is compared alone. */
  readonly isWritten: boolean;
}

/** What may be filled by the caller: what their forms offer, without what their data scopes hide. */
export function fillableFields(context: RequestContext, resource: ResourceModel): readonly FieldModel[] {
  const readable = readableFieldsOf(context, resource);
  return importedFields(resource).filter(
    ({ name, data }) => isReadable(readable, name) && (data.administratorOnly !== true || context.caller.isAdministrator),
  );
}

/** The ways in which rows of a file are found among those that are there, by what the caller sees. */
export function keysFor(context: RequestContext, resource: ResourceModel): readonly (readonly string[])[] {
  const readable = readableFieldsOf(context, resource);
  // Whether somebody has guessed a masked value is not told.
  return importKeysOf(resource).filter((names) =>
    names.every((name) => isReadable(readable, name) && !isMasked(readable, resource.field.get(name))),
  );
}

/** Whether the caller sees what the fields of these columns contain, neither hidden nor masked. */
export function areOpen(context: RequestContext, resource: ResourceModel, names: readonly string[]): boolean {
  const readable = readableFieldsOf(context, resource);
  return names.every((name) => isReadable(readable, name) && !isMasked(readable, resource.field.get(name)));
}

/** A heading as people see it: templates mark what is required. */
const plainHeading = (heading: string): string =>
  heading
    .replace(/[*＊]|[（(](?:必填|required)[）)]/giu, "")
    .replace(/\s+/gu, " ")
    .trim()
    .toLowerCase();

const keyHeadings: ReadonlySet<string> = new Set(["id", "主键"]);

/** How a heading may name a field. */
const headingsOf = ({ name, label: [zh, en] }: FieldModel): readonly string[] => [zh, en, name, snakeCase(name)].map(plainHeading);

interface Mappable {
  readonly byName: ReadonlyMap<string, Omit<MappedColumn, "place">>;
  readonly keyName: string;
}

function mappableOf(context: RequestContext, resource: ResourceModel): Mappable {
  const byName = new Map<string, Omit<MappedColumn, "place">>();
  for (const field of fillableFields(context, resource)) byName.set(field.name, { name: field.name, field, isWritten: true });
  for (const name of keysFor(context, resource).flat())
    if (!byName.has(name)) byName.set(name, { name, field: resource.field.get(name), isWritten: false });
  return { byName, keyName: resource.key };
}

/** The columns as their headings name them; the first that names a field fills it. */
function matched({ byName, keyName }: Mappable, header: readonly string[]): readonly MappedColumn[] {
  const taken = new Set<string>();
  return header.flatMap((heading, place) => {
    const plain = plainHeading(heading);
    if (plain === "") return [];
    const found = [...byName.values()].find(
      ({ name, field }) =>
        !taken.has(name) && (field === undefined ? name === keyName && keyHeadings.has(plain) : headingsOf(field).includes(plain)),
    );
    if (found === undefined) return [];
    taken.add(found.name);
    return [{ ...found, place }];
  });
}

/** The columns as the call names them: the field of each in the order of the file, "" for one that is passed over. */
function named({ byName }: Mappable, columns: string): readonly MappedColumn[] {
  const names = columns.split(",").map((name) => name.trim());
  if (new Set(names.filter(Boolean)).size < names.filter(Boolean).length) throw malformedParameter("columns");
  return names.flatMap((name, place) => {
    if (name === "") return [];
    const found = byName.get(name);
    if (found === undefined) throw malformedParameter("columns");
    return [{ ...found, place }];
  });
}

/** The columns of a file that are imported. */
export function columnsOf(
  context: RequestContext,
  resource: ResourceModel,
  { header, columns }: { readonly header: readonly string[]; readonly columns: string | undefined },
): readonly MappedColumn[] {
  const mappable = mappableOf(context, resource);
  return columns === undefined ? matched(mappable, header) : named(mappable, columns).filter(({ place }) => place < header.length);
}

/** The fields by which rows are found: those that the call names, else what is unique and in the file; none where nothing is. */
export function keyOf(
  context: RequestContext,
  resource: ResourceModel,
  { columns, key }: { readonly columns: readonly MappedColumn[]; readonly key: string | undefined },
): readonly string[] {
  const keys = keysFor(context, resource);
  const isThere = (names: readonly string[]): boolean => names.every((name) => columns.some((column) => column.name === name));
  if (key === undefined) return keys.find(isThere) ?? [];
  const chosen = keys.find((names) => names.join() === key);
  if (chosen === undefined) throw malformedParameter("key");
  if (!isThere(chosen)) {
    const labels = chosen.map((name) => resource.field.get(name)?.label ?? ([name, name] as const));
    throw new ApiError(400, "keyIsMissing", [
      `文件中没有用于匹配的列：${labels.map(([zh]) => zh).join("、")}`,
      `The file has no column to match rows by: ${labels.map(([, en]) => en).join(", ")}`,
    ]);
  }
  return chosen;
}
