// The fields of the record that a model reads: what a dry run has to be told.
import type { Board } from "./board.ts";
import type { KnownName, Vocabulary } from "./vocabulary.ts";
import { readsIn } from "../../../process/deployable.ts";

export function fieldsReadBy(board: Board, vocabulary: Vocabulary): readonly KnownName[] {
  const root = board.root();
  if (root === undefined) return [];
  const read = readsIn({ root, context: undefined });
  return vocabulary.names.filter(({ name, of }) => of !== undefined && read.has(name));
}
