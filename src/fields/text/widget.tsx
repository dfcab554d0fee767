// A line of text.
export { TextInput as Widget } from "../../admin/forms/inputs/text-input.tsx";
