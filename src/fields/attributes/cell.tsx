// Values of attributes, in a list by how many there are.
export { cell } from "../lines/cell.tsx";
