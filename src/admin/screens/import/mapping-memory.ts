// Which column fills which field, as somebody has chosen it for files of a shape: kept in their browser, like the columns of a list.
import { isRecord, textOf } from "../../api/wire-data.ts";
import { readStored, writeStored } from "../../browser/storage.ts";

/** Shapes that are remembered of a list, the latest last. */
const maxShapes = 20;

const storedAs = (resource: string): string => `import.${resource}`;
const shapeOf = (headings: readonly string[]): string => headings.join("\t");

function remembered(resource: string): Readonly<Record<string, string>> {
  const content = readStored(storedAs(resource))?.content;
  return isRecord(content) ? Object.fromEntries(Object.entries(content).map(([shape, columns]) => [shape, textOf(columns)])) : {};
}

/** The fields of the columns of a file with these headings, comma-joined; undefined where nobody has chosen any. */
export const rememberedColumns = (resource: string, headings: readonly string[]): string | undefined =>
  remembered(resource)[shapeOf(headings)];

/** Remembers a choice. */
export function rememberColumns(resource: string, headings: readonly string[], columns: string): void {
  const { [shapeOf(headings)]: _former, ...others } = remembered(resource);
  const kept = Object.entries(others).slice(1 - maxShapes);
  writeStored(storedAs(resource), Object.fromEntries([...kept, [shapeOf(headings), columns]]));
}
