// An administrative division.
export { RegionInput as Widget } from "../../admin/forms/inputs/region-input.tsx";
