// The fields of the record that a model reads: what a dry run has to be told.
import type { Board } from "./board.ts";
import { categoryIn, vocabularyFor, type VariableName, type Vocabulary } from "./vocabulary.ts";
import { readsIn } from "../../../process/deployable.ts";

export function fieldsReadBy(board: Board, vocabulary: Vocabulary): readonly VariableName[] {
  const root = board.root();
  if (root === undefined) return [];
  const read = readsIn({ root, context: undefined });
  return vocabularyFor(vocabulary, categoryIn(root)).names.filter(({ name, of }) => of !== undefined && read.has(name));
}
