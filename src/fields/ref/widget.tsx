// One row of another resource.
export { ReferenceSelect as Widget } from "../../admin/forms/inputs/reference-select.tsx";
