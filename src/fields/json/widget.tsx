// Structured data, edited as text.
export { JsonInput as Widget } from "../../admin/forms/inputs/json-input.tsx";
