// A moment.
export { DateInput as Widget } from "../../admin/forms/inputs/date-input.tsx";
