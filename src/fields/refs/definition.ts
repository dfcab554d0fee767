// References to several rows of a resource.
import { z } from "zod";
import { fieldKind } from "../../schema/field-kind.ts";
import { referenceOf, type ReferenceBuilder, type ReferenceData } from "../reference.ts";
import { referenceValue } from "../ref/definition.ts";

/** References to several rows: a list in rows and forms, comma-joined on the wire (contract §2.1). */
export const refs: ReferenceBuilder<string[]> = referenceOf("refs");

/** Most rows that one field may refer to; a whole menu tree has fewer. */
export const mostReferences = 5000;

export const refsKind = fieldKind<ReferenceData>({
  kind: "refs",
  wire: () => "list",
  listed: true,
  searches: ["equal", "in"],
  value: (field) => z.array(referenceValue(field)).min(1).max(mostReferences),
  sample(field, context) {
    const one = context.referenceTo(field.to, field.valueField);
    return one === undefined ? undefined : [one];
  },
  forbidden: (field) => (field.valueField === undefined ? [{ value: ["not an id"], code: "pattern", limit: "id" }] : []),
});
