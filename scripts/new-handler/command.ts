// `npm run new-handler` in a checkout: writes the beginning of a handler, and says what comes next.
import type { Printer } from "../check/command.ts";
import { checkCheckout } from "../check/run.ts";
import type { ImportFile } from "../definitions.ts";
import { generate } from "../generate/run.ts";
import { createHandler, handledBy, HandlerError } from "./create.ts";

interface NewHandlerOptions {
  readonly printer?: Printer;
  readonly importFile?: ImportFile;
}

/** Begins the code of "lab-test.release". Returns the exit code; mistakes of the user are printed without a stack. */
export async function newHandlerCommand(
  root: string,
  target: string,
  { printer = console, importFile }: NewHandlerOptions = {},
): Promise<number> {
  try {
    const [, name = "", call = ""] = /^([a-z][a-z0-9-]*)\.([A-Za-z][A-Za-z0-9-]*)$/.exec(target) ?? [];
    if (name === "") throw new HandlerError("Name the resource and what is to be written, as in lab-test.release; -- --help tells more.");
    const { model } = await checkCheckout(root, importFile);
    const resource = model.resource.get(name);
    if (resource === undefined) throw new HandlerError(`there is no resource "${name}"`);
    const { file, test, registered } = await createHandler(root, resource, handledBy(resource, call));
    await generate(root, { importFile });
    printer.log(`${file} is written, registered in ${registered}; its test is ${test}.

Next:
  write it (docs/effects.md), then what it does into the test
  npx vitest run ${test}
  npm run generate     where it was listed as missing`);
    return 0;
  } catch (error) {
    if (!(error instanceof HandlerError)) throw error;
    printer.error(error.message);
    return 1;
  }
}
