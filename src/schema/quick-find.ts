// Finding a row from anywhere by something it bears: the fields that definitions name.
import { kindOf } from "./kinds.ts";
import type { FieldModel, Model, ResourceModel } from "./model.ts";

/** A field that people find rows by. */
export interface FindingField {
  /** The resource that has the field, which may be another than the one that is found. */
  readonly resource: ResourceModel;
  readonly field: FieldModel;
  /** The field of these rows that refers to the row that is found; absent for its own fields. */
  readonly by?: FieldModel;
}

/** Whether each line of a text is a value of its own. */
export function isPerLine({ data }: Pick<FieldModel, "data">): boolean {
  return "valuePerLine" in data && data.valuePerLine === true;
}

/** Whether what people type can find rows by the field: a short text in one column, or lines of a long one. */
export function canFindBy(field: FieldModel): boolean {
  const { column, traits } = kindOf(field.data);
  if (!field.stored || traits.isSecret || field.reference !== undefined || field.wire !== "text") return false;
  const type = column.type(field);
  return column.columnType(field) === "text" && !type.endsWith("[]") && (type !== "text" || isPerLine(field));
}

/** The fields that rows of a resource are found by, in the order of its definition; those that cannot be used are left out. */
export function findingFields(resource: ResourceModel, model: Model): readonly FindingField[] {
  return (resource.data.quickFind?.by ?? []).flatMap((named): readonly FindingField[] => {
    if (typeof named === "string") {
      const field = resource.field.get(named);
      return field === undefined || !canFindBy(field) ? [] : [{ resource, field }];
    }
    const other = model.resource.get(named.resource);
    const [by, field] = [other?.field.get(named.by), other?.field.get(named.field)];
    return other === undefined || by === undefined || field === undefined || !canFindBy(field) ? [] : [{ resource: other, by, field }];
  });
}

/** Fields of a resource by which its own rows, or those that they refer to, are found: each needs an index. */
export function fieldsToFindBy(resource: ResourceModel, model: Model): readonly FieldModel[] {
  const fields = model.resources.flatMap((one) =>
    findingFields(one, model).flatMap((finding) => (finding.resource.name === resource.name ? [finding.field] : [])),
  );
  return [...new Set(fields)];
}
