// A reference to a node of a tree: the parent of a row, or a category it belongs to.
import { fieldKind } from "../../schema/field-kind.ts";
import { referenceOf, type ReferenceBuilder, type ReferenceData } from "../reference.ts";
import { referenceValue } from "../ref/definition.ts";

/** A reference to a node of a tree. One that refers to its own resource makes that resource a tree; its root is "0". */
export const treeRef: ReferenceBuilder<string> = referenceOf("tree-ref");

export const treeRefKind = fieldKind<ReferenceData & { readonly isParent?: boolean }>({
  kind: "tree-ref",
  wire: (field) => (field.isParent ? "parent" : field.valueField === undefined ? "id" : "text"),
  listed: true,
  searches: ["equal", "in"],
  value: referenceValue,
  sample: (field, context) => (field.isParent ? undefined : context.referenceTo(field.to, field.valueField)),
  forbidden: (field) => (field.valueField === undefined ? [{ value: "not an id", code: "pattern", limit: "id" }] : []),
});
