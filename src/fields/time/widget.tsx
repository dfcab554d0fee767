// A time of day.
export { DateInput as Widget } from "../../admin/forms/inputs/date-input.tsx";
