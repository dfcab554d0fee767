// All kinds of field, by name.
import * as registry from "../fields/registry.ts";
import type { FieldData, KindBuilder } from "./field.ts";
import type { FieldKind } from "./field-kind.ts";
import type { Option } from "../fields/options.ts";

const builders: readonly (readonly [name: string, builder: KindBuilder])[] = Object.entries(registry);

/** Every kind of field, by name. */
export const fieldKinds: ReadonlyMap<string, FieldKind> = new Map(builders.map(([, { fieldKind }]) => [fieldKind.kind, fieldKind]));

/** The name under which definitions import the builder of a kind: treeRef for "tree-ref". */
export const builderNames: ReadonlyMap<string, string> = new Map(builders.map(([name, { fieldKind }]) => [fieldKind.kind, name]));

/** The kind of a field. Throws for a kind without a folder, which `npm run check` reports before. */
export function kindOf(field: FieldData): FieldKind {
  const kind = fieldKinds.get(field.kind);
  if (kind === undefined) throw new Error(`there is no kind of field "${field.kind}"`);
  return kind;
}

/** The values that a field can have with their names, where these are a fixed set. */
export function choicesOf(field: { readonly data: FieldData }): readonly Option[] | undefined {
  return kindOf(field.data).choices?.(field.data);
}

/** The values that documents list: not what follows from all definitions, whose events they would repeat by the hundred. */
export function listedChoicesOf(field: { readonly data: FieldData }): readonly Option[] | undefined {
  return kindOf(field.data).optionsFrom === undefined ? choicesOf(field) : undefined;
}
