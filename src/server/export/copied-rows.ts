// Rows of `COPY … TO STDOUT` in PostgreSQL's text format, for formats that need each cell by itself.
import { StringDecoder } from "node:string_decoder";
import type { ExportCell, ExportRows } from "./sheet.ts";

const escapes: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" };

function cellOf(written: string): ExportCell {
  if (written === "\\N") return null;
  return written.includes("\\") ? written.replaceAll(/\\([\s\S])/g, (_whole, escaped: string) => escapes[escaped] ?? escaped) : written;
}

/** The rows in the chunks of a copy, a batch for each. */
export async function* rowsOfCopy(chunks: AsyncIterable<Buffer>): ExportRows {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  for await (const chunk of chunks) {
    const text = rest + decoder.write(chunk);
    const end = text.lastIndexOf("\n");
    rest = text.slice(end + 1);
    if (end >= 0)
      yield text
        .slice(0, end)
        .split("\n")
        .map((line) => line.split("\t").map(cellOf));
  }
}
