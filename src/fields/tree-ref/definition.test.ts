// A node of a tree: samples, limits, JSON Schema and the way over the wire.
import { describeKind } from "../../../tests/support/field-kind.ts";
import { treeRef } from "./definition.ts";

describeKind("tree-ref", [
  { what: "of another resource", field: treeRef("product-category", "分类", "Category", { search: "equal" }), wrong: [["0", "pattern"]] },
  { what: "above a row of the same", field: treeRef("factory", "上级", "Parent"), valid: ["1834567890123456789"] },
]);
