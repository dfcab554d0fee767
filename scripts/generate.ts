// `npm run generate` writes generated/ from the definitions. `--check` only compares; it exits with 1 and lists stale files and newly
// missing implementations.
import path from "node:path";
import { missingProblemsIn } from "./check/missing.ts";
import { findingLine } from "./check/report.ts";
import { commands, parametersOf } from "./commands.ts";
import { generate } from "./generate/run.ts";

const root = path.resolve(import.meta.dirname, "..");
const isCheck = parametersOf(commands.generate).values.check === true;
const { stale, errors, resources } = await generate(root, { isCheck });
const missing = isCheck ? await missingProblemsIn(root) : [];
for (const finding of errors) console.error(findingLine(finding));
if (errors.length > 0) {
  console.error(
    `generate: ${errors.length} problem${errors.length === 1 ? "" : "s"}; only names.ts, registry.ts and kinds.ts ${isCheck ? "were looked at" : "were written"}`,
  );
} else if (isCheck) {
  for (const name of stale) console.error(`generated/${name} is stale`);
  for (const problem of missing) console.error(problem);
  console.log(
    stale.length === 0
      ? `generate: generated/ is what ${resources} definitions say`
      : "generate: run `npm run generate` and commit what it changes",
  );
} else {
  for (const name of stale) console.log(`generated/${name}`);
  console.log(`generate: ${resources} definitions, ${stale.length} file${stale.length === 1 ? "" : "s"} changed`);
}
process.exitCode = errors.length > 0 || (isCheck && stale.length + missing.length > 0) ? 1 : 0;
