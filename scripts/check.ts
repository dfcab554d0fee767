// `npm run check`: all definitions checked against each other. Prints each finding and ends with code 1 when there is a
// problem. `--json` prints the same for programs.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { allowedFile, allowedIn } from "./check/missing.ts";
import { errorsOf, findingLine, ownNotes, summary } from "./check/report.ts";
import { checkCheckout } from "./check/run.ts";
import { commands, parametersOf } from "./commands.ts";
import { missingOf } from "../src/schema/missing.ts";

const root = path.resolve(import.meta.dirname, "..");
const { model, context, findings, counts } = await checkCheckout(root);
if (parametersOf(commands.check).values.json === true) {
  console.log(JSON.stringify({ counts, findings }, null, 2));
} else {
  for (const finding of errorsOf(findings)) console.log(findingLine(finding));
  // Below the problems: nobody has to correct them.
  const [allowed, names] = await Promise.all(
    [allowedFile, "generated/names.ts"].map((file) => readFile(path.join(root, file), "utf8").catch(() => "")),
  );
  for (const finding of ownNotes(findings, allowedIn(allowed ?? ""))) console.log(`note: ${findingLine(finding)}`);
  for (const { name, file } of model.resources)
    if (names?.includes(`"${name}":`) !== true)
      console.log(`note: ${file} is new: its name is marked as an error in the editor until npm run generate`);
  console.log(
    summary(
      findings,
      counts,
      missingOf(model, (resource, name) => context.handlers.has(`${resource}.${name}`)),
    ),
  );
  if (errorsOf(findings).length > 0) console.log("check: generated/reference.md#findings explains each code");
}
process.exitCode = errorsOf(findings).length === 0 ? 0 : 1;
