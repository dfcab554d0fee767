// `npm run new-handler -- lab-test.release` begins the code of an action, a read or a hook: a typed handler, its registration and its test.
import path from "node:path";
import { checkCheckout } from "./check/run.ts";
import { commands, parametersOf } from "./commands.ts";
import { generate } from "./generate/run.ts";
import { createHandler, handledBy, HandlerError } from "./new-handler/create.ts";

const root = path.resolve(import.meta.dirname, "..");

try {
  const [target = ""] = parametersOf(commands["new-handler"]).words;
  const [, name = "", call = ""] = /^([a-z][a-z0-9-]*)\.([A-Za-z][A-Za-z0-9-]*)$/.exec(target) ?? [];
  if (name === "") throw new HandlerError("Name the resource and what is to be written, as in lab-test.release; -- --help tells more.");
  const { model } = await checkCheckout(root);
  const resource = model.resource.get(name);
  if (resource === undefined) throw new HandlerError(`there is no resource "${name}"`);
  const { file, test, registered } = await createHandler(root, resource, handledBy(resource, call));
  await generate(root);
  console.log(`${file} is written, registered in ${registered}; its test is ${test}.

Next:
  write it (docs/effects.md), then what it does into the test
  npx vitest run ${test}
  npm run generate     where it was listed as missing`);
} catch (error) {
  if (!(error instanceof HandlerError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
