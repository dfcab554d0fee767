// A node of a tree.
export { TreeInput as Widget } from "../../admin/forms/inputs/tree-input.tsx";
