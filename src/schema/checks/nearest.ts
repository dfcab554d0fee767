// "Did you mean …": the known word that is nearest to a misspelt one.

/** Edits (insert, delete, replace, swap of neighbours) that turn one word into another. */
function distance(left: string, right: string): number {
  const rows = Array.from({ length: left.length + 1 }, (_, row) =>
    Array.from({ length: right.length + 1 }, (_unused, column) => (row === 0 ? column : column === 0 ? row : 0)),
  );
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= left.length; row += 1) {
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1];
      const isSwap = row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      const best = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (isSame ? 0 : 1),
        isSwap ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
      const cells = rows[row];
      if (cells !== undefined) cells[column] = best;
    }
  }
  return at(left.length, right.length);
}

/** The nearest candidate, if it is near enough to be the intended word. */
function nearest(word: string, candidates: Iterable<string>): string | undefined {
  let best: { readonly word: string; readonly distance: number } | undefined;
  for (const candidate of candidates) {
    const steps = distance(word.toLowerCase(), candidate.toLowerCase());
    if (best === undefined || steps < best.distance) best = { word: candidate, distance: steps };
  }
  return best !== undefined && best.distance <= Math.max(1, Math.floor(word.length / 3)) ? best.word : undefined;
}

/** A remedy that names the nearest candidate, or all of them when there are few, or `otherwise`. */
export function didYouMean(word: string, candidates: Iterable<string>, otherwise: string): string {
  const words = [...candidates];
  const near = nearest(word, words);
  if (near !== undefined) return `Did you mean "${near}"?`;
  return words.length > 0 && words.length <= 30 ? `There ${words.length === 1 ? "is" : "are"}: ${words.join(", ")}.` : otherwise;
}
