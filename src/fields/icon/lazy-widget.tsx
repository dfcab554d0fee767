// An icon, chosen from a grid.
export { IconInput as Widget } from "../../admin/forms/inputs/icon-input.tsx";
