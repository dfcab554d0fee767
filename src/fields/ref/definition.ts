// A reference to one row of a resource.
import { z } from "zod";
import { fieldKind } from "../../schema/field-kind.ts";
import { referenceColumn } from "../column.ts";
import { idPattern, referenceOf, referenceTraits, referencing, type ReferenceBuilder, type ReferenceData } from "../reference.ts";

/** The schema of one reference: an id, or the text of the field it holds instead. */
export function referenceValue(field: ReferenceData): z.ZodType<string> {
  return field.valueField === undefined ? z.string().regex(idPattern) : z.string().min(1).max(64);
}

const refKind = fieldKind<ReferenceData>({
  ...referencing,
  kind: "ref",
  name: ["引用", "Reference"],
  wire: (field) => (field.valueField === undefined ? "id" : "text"),
  column: referenceColumn(false),
  reference: { isSeveral: false, nodes: "never" },
  canBeUnique: true,
  baseColumns: ["tenantId", "createUser", "createDept", "updateUser"],
  traits: { ...referenceTraits, widget: "reference" },
  value: referenceValue,
  sample: (field, context) => context.referenceTo(field.to, field.valueField),
  forbidden: (field) => (field.valueField === undefined ? [{ value: "not an id", code: "pattern", limit: "id" }] : []),
});

/** A reference to one row, chosen from a list that the server searches; its id as text in rows and forms. */
export const ref: ReferenceBuilder<string> = referenceOf(refKind);
