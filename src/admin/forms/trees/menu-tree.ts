// The tree of the menu with the type of its entries. Some back-ends send only ids and names in it: there the list of menus marks the
// buttons.
import { rowsOf, textOf, type Row } from "../../api/wire-data.ts";
import { childrenOf, choiceTreeIn, type ChoiceTree } from "./choice-tree.ts";

/** Properties of an entry from the list that its node may lack. */
const reported = ["category", "source", "isOpen"];

function flat(rows: readonly Row[]): readonly Row[] {
  return rows.flatMap((row) => [row, ...flat(childrenOf(row))]);
}

/** @param list reads the list of menus; called only where the tree does not contain the types of its nodes */
export async function menuTreeIn(data: unknown, list: () => Promise<unknown>): Promise<ChoiceTree> {
  const nodes = flat(rowsOf(data));
  if (nodes.length === 0 || nodes.some((node) => textOf(node["category"]) !== "")) return choiceTreeIn(data);
  try {
    const rows = flat(rowsOf(await list()));
    return choiceTreeIn(
      data,
      new Map(rows.map((row) => [textOf(row["id"]), Object.fromEntries(reported.map((name) => [name, row[name]]))])),
    );
  } catch {
    // Users who may grant menus need not be able to list them: the tree is shown without it.
    return choiceTreeIn(data);
  }
}
