// The tree of the menu with what its entries are. Some back-ends tell only their ids and names in it: there the list of menus says which
// are buttons.
import { rowsOf, textOf, type Row } from "../../api/record.ts";
import { childrenOf, choiceTreeIn, type ChoiceTree } from "./choice-tree.ts";

/** What the list says of an entry that its node may not. */
const reported = ["category", "source", "isOpen"];

function flat(rows: readonly Row[]): readonly Row[] {
  return rows.flatMap((row) => [row, ...flat(childrenOf(row))]);
}

/** @param list reads the list of menus; asked only where the tree does not say itself what its nodes are */
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
    // Who may grant menus need not be able to list them: the tree is there all the same.
    return choiceTreeIn(data);
  }
}
