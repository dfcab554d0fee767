// Yes or no, by the names that the definition gives them.
export { optionCell as cell } from "../option-cell.tsx";
