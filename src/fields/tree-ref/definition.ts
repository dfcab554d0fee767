// A reference to a node of a tree: the parent of a row, or a category it belongs to.
import { fieldKind } from "../../schema/field-kind.ts";
import { referenceColumn } from "../column.ts";
import { referenceOf, referenceTraits, referencing, type ReferenceBuilder, type ReferenceData } from "../reference.ts";
import { referenceValue } from "../ref/definition.ts";

const treeRefKind = fieldKind<ReferenceData & { readonly isParent?: boolean }>({
  ...referencing,
  kind: "tree-ref",
  name: ["树节点引用", "Node of a tree"],
  wire: (field) => (field.isParent ? "parent" : field.valueField === undefined ? "id" : "text"),
  column: referenceColumn(false),
  reference: { isSeveral: false, nodes: "always" },
  canBeUnique: true,
  baseColumns: ["createDept"],
  traits: { ...referenceTraits, widget: "tree" },
  value: referenceValue,
  sample: (field, context) => (field.isParent ? undefined : context.referenceTo(field.to, field.valueField)),
  forbidden: (field) => (field.valueField === undefined ? [{ value: "not an id", code: "pattern", limit: "id" }] : []),
});

/** A reference to a node of a tree. One that refers to its own resource makes that resource a tree; its root is "0". */
export const treeRef: ReferenceBuilder<string> = referenceOf(treeRefKind);
