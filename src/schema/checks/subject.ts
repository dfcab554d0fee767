// The input of the checks: a resource among all others, its fields with their paths, and context from the rest of the product.
import type { Dialect } from "../dialects/types.ts";
import type { FieldModel, Model, ResourceModel } from "../model.ts";
import type { UnplacedFinding, Place } from "./finding.ts";

/** Context that is not in the definitions. */
export interface CheckContext {
  /** "<resource>.<name>" of every action and read that has a handler in server/domain. */
  readonly handlers: ReadonlySet<string>;
  /** Resources whose rows a hook of server/domain completes when they are answered; absent: computed fields are not checked. */
  readonly answers?: ReadonlySet<string>;
  /** Names of the hand-made pages in admin/pages. */
  readonly pages: ReadonlySet<string>;
  /** Names of the hand-made dialogs in admin/dialogs. */
  readonly dialogs: ReadonlySet<string>;
  /** Names of the product's own icons; absent: icons are not checked. */
  readonly icons?: ReadonlySet<string>;
  /** Existing files `<name>.seed.ts`, so that findings on seed rows name the right one. */
  readonly seedFiles?: ReadonlySet<string>;
  /** Files of definitions that `generated/` was made from: where another clashes with one of them, that other is told. Absent: none. */
  readonly earlier?: ReadonlySet<string>;
  /** The dialects of other back-ends, by their files; absent: none is checked. */
  readonly dialects?: Readonly<Record<string, Dialect>>;
  /** Resources whose file cannot be used yet; references to them are not reported. */
  readonly unusable?: ReadonlySet<string>;
}

/** One check of one resource. */
export type Check = (resource: ResourceModel, model: Model, context: CheckContext) => Iterable<UnplacedFinding>;

/** A field with its place in the definition and the fields it may name. */
export interface PlacedField {
  readonly field: FieldModel;
  readonly place: Place;
  /** Fields of the same record: the resource's own, or those of the same lines, or own fields and the dialog's. */
  readonly siblings: ReadonlyMap<string, FieldModel>;
  readonly within: "resource" | "lines" | "dialog";
}

const byName = (fields: readonly FieldModel[]) => new Map(fields.map((field) => [field.name, field]));

function* placed(
  fields: readonly FieldModel[],
  place: Place,
  siblings: ReadonlyMap<string, FieldModel>,
  within: PlacedField["within"],
): Iterable<PlacedField> {
  for (const field of fields) {
    const at = [...place, field.name];
    yield { field, place: at, siblings, within };
    yield* placed(field.fields, [...at, "fields"], byName(field.fields), "lines");
  }
}

/** All fields of a resource: its own, those of its lines, and the additional ones of its actions' dialogs. */
export function* fieldsOf(resource: ResourceModel): Iterable<PlacedField> {
  yield* placed(resource.fields, ["fields"], resource.field, "resource");
  for (const action of resource.actions) {
    const params = action.dialogFields.filter((field) => Object.hasOwn(action.params ?? {}, field.name));
    yield* placed(params, ["actions", action.name, "params"], new Map([...resource.field, ...byName(params)]), "dialog");
  }
}

/** Whether a resource that is not in the model should not be reported. */
export function isUnusable(name: string, context: CheckContext): boolean {
  return context.unusable?.has(name) === true;
}
