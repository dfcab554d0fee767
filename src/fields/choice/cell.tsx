// Options of a fixed list, as coloured labels.
export { optionCell as cell } from "../option-cell.tsx";
