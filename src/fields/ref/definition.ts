// A reference to one row of a resource.
import { z } from "zod";
import { fieldKind } from "../../schema/field-kind.ts";
import { idPattern, referenceOf, type ReferenceBuilder, type ReferenceData } from "../reference.ts";

/** A reference to one row, chosen from a list that is searched on the server; its id as text in rows and forms. */
export const ref: ReferenceBuilder<string> = referenceOf("ref");

/** The schema of one reference: an id, or the text of the field it holds instead. */
export function referenceValue(field: ReferenceData): z.ZodType<string> {
  return field.valueField === undefined ? z.string().regex(idPattern) : z.string().min(1).max(64);
}

export const refKind = fieldKind<ReferenceData>({
  kind: "ref",
  wire: (field) => (field.valueField === undefined ? "id" : "text"),
  listed: true,
  searches: ["equal", "in"],
  value: referenceValue,
  sample: (field, context) => context.referenceTo(field.to, field.valueField),
  forbidden: (field) => (field.valueField === undefined ? [{ value: "not an id", code: "pattern", limit: "id" }] : []),
});
