// The overlay that shows findings on the page: each with its location, problem and remedy.
import { readFileSync } from "node:fs";
import path from "node:path";
import type { ErrorPayload } from "vite";
import type { Finding } from "../../src/schema/checks/index.ts";
import { findingLine } from "../check/report.ts";

const linesAround = 2;

/** The lines around a place, the place marked. */
function excerpt(root: string, { file, line }: Finding): string {
  if (line === undefined) return "";
  const source = readFileSync(path.join(root, file), "utf8").split("\n");
  const first = Math.max(0, line - 1 - linesAround);
  return source
    .slice(first, line + linesAround)
    .map((text, index) => `${first + index + 1 === line ? ">" : " "} ${String(first + index + 1).padStart(4)} | ${text}`)
    .join("\n");
}

/** Findings as the error that Vite's overlay shows. */
export function overlayOf(root: string, findings: readonly Finding[]): ErrorPayload["err"] {
  const [first] = findings;
  return {
    plugin: "npm run check",
    message: findings.map(findingLine).join("\n\n"),
    stack: "",
    ...(first === undefined
      ? {}
      : {
          id: path.join(root, first.file),
          loc: { file: path.join(root, first.file), line: first.line ?? 1, column: 0 },
          frame: excerpt(root, first),
        }),
  };
}
