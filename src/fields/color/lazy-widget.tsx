// A colour.
export { ColorInput as Widget } from "../../admin/forms/inputs/color-input.tsx";
