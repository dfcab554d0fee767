// Finds options that a package calls experimental, outside of the one file that may use them: such an option may change with any update.
import type { SourceTree } from "./import-graph.ts";

interface ExperimentalOption {
  readonly file: string;
  readonly line: number;
  readonly name: string;
}

const allowedFile = "src/admin/forms/form/resource-form.tsx";
const code = /^src\/.+(?<!\.test)\.tsx?$/;

export function findExperimentalOptions(tree: SourceTree): readonly ExperimentalOption[] {
  return [...tree].flatMap(([file, text]) =>
    code.test(file) && file !== allowedFile
      ? [...text.matchAll(/\bexperimental_\w+/g)].map(({ 0: name, index }) => ({
          file,
          line: text.slice(0, index).split("\n").length,
          name,
        }))
      : [],
  );
}

export function describeExperimentalOption({ file, line, name }: ExperimentalOption): string {
  return `${file}:${line} uses ${name}\n  boundary: experimental options are used in one file\n  Use it in ${allowedFile}, or do without it.`;
}
