// Values as lines of a file.

/** JSON in one line: readers of lines end them at U+2028 and U+2029 as well, which JSON leaves as they are. */
export const oneLine = (value: unknown): string =>
  JSON.stringify(value)
    .replaceAll("\u2028", String.raw`\u2028`)
    .replaceAll("\u2029", String.raw`\u2029`);
