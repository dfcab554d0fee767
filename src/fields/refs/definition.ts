// References to several rows of a resource.
import { z } from "zod";
import { fieldKind } from "../../schema/field-kind.ts";
import { referenceColumn } from "../column.ts";
import { maxReferences, referenceOf, referenceTraits, referencing, type ReferenceBuilder, type ReferenceData } from "../reference.ts";
import { referenceValue } from "../ref/definition.ts";

const refsKind = fieldKind<ReferenceData>({
  ...referencing,
  kind: "refs",
  name: ["多个引用", "References"],
  wire: () => "list",
  column: referenceColumn(true),
  reference: { isSeveral: true, nodes: "where the target is a tree" },
  canBeUnique: false,
  baseColumns: [],
  traits: { ...referenceTraits, width: 200, widget: "references", rowWidth: 220, paste: "text" },
  value: (field) => z.array(referenceValue(field)).min(1).max(maxReferences),
  sample(field, context) {
    const one = context.referenceTo(field.to, field.valueField);
    return one === undefined ? undefined : [one];
  },
  forbidden: (field) => (field.valueField === undefined ? [{ value: ["not an id"], code: "pattern", limit: "id" }] : []),
});

/** References to several rows: a list in rows and forms, comma-joined on the wire. */
export const refs: ReferenceBuilder<string[]> = referenceOf(refsKind);
