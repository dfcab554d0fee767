// `npm run check`: all definitions checked against each other. Prints each finding and ends with code 1 when there is a
// problem. `--json` prints the same for programs.
import path from "node:path";
import { errorsOf, findingLine, summary } from "./check/report.ts";
import { checkCheckout } from "./check/run.ts";
import { commands, parametersOf } from "./commands.ts";
import { missingOf } from "../src/schema/missing.ts";

const root = path.resolve(import.meta.dirname, "..");
const { model, context, findings, counts } = await checkCheckout(root);
if (parametersOf(commands.check).values.json === true) {
  console.log(JSON.stringify({ counts, findings }, null, 2));
} else {
  for (const finding of errorsOf(findings)) console.log(findingLine(finding));
  console.log(
    summary(
      findings,
      counts,
      missingOf(model, (resource, name) => context.handlers.has(`${resource}.${name}`)),
    ),
  );
}
process.exitCode = errorsOf(findings).length === 0 ? 0 : 1;
