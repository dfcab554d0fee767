// Text of several lines.
export { TextArea as Widget } from "../../admin/forms/inputs/text-area.tsx";
