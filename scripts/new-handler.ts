// `npm run new-handler -- lab-test.release` begins the code of an action, a read or a hook: a typed handler, its registration and its test.
import path from "node:path";
import { parseArgs } from "node:util";
import { checkCheckout } from "./check/run.ts";
import { generate } from "./generate/run.ts";
import { createHandler, handledBy, HandlerError } from "./new-handler/create.ts";

const usage = `npm run new-handler -- RESOURCE.NAME

Begins the server's code for a resource in src/server/domain/<area>/<resource>.ts, registers it, and writes a test to begin with.
NAME is one of its actions or reads, or
  submit   before and after a row is written
  remove   before rows are removed
  answer   the last change to a row before it is answered: computed fields

The handler refuses with "notWritten" until you write it. See docs/effects.md.`;

const root = path.resolve(import.meta.dirname, "..");

try {
  const { values, positionals } = parseArgs({ options: { help: { type: "boolean" } }, allowPositionals: true });
  const [target = ""] = positionals;
  const [, name = "", call = ""] = /^([a-z][a-z0-9-]*)\.([A-Za-z][A-Za-z0-9-]*)$/.exec(target) ?? [];
  if (values.help === true) console.log(usage);
  else if (name === "") throw new HandlerError(`Name the resource and what is to be written, as in lab-test.release.\n\n${usage}`);
  else {
    const { model } = await checkCheckout(root);
    const resource = model.resource.get(name);
    if (resource === undefined) throw new HandlerError(`there is no resource "${name}"`);
    const { file, test, registered } = await createHandler(root, resource, handledBy(resource, call));
    await generate(root);
    console.log(`${file} is written, registered in ${registered}; its test is ${test}.

Next:
  write it (docs/effects.md), then what it does into the test
  npx vitest run --config tests/server.vitest.config.ts ${test}
  npm run generate     where it was listed as missing`);
  }
} catch (error) {
  const isTheirs =
    error instanceof HandlerError || (error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS"));
  if (!isTheirs) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
