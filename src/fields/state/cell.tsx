// The state of a life cycle, as a coloured label.
export { optionCell as cell } from "../option-cell.tsx";
