// `npm run verify` of a checkout: its import boundaries, its definitions, and whether generated/ is what they say.
import { checkBoundaries } from "../boundaries.ts";
import { printCheck, type Printer } from "../check/command.ts";
import { checkCheckout } from "../check/run.ts";
import type { ImportFile } from "../definitions.ts";
import { generateCommand } from "../generate/command.ts";

interface VerifyOptions {
  readonly importFile?: ImportFile;
  readonly printer?: Printer;
}

/** Verifies a checkout and prints the three results, each with what it found. Returns the exit code. */
export async function verifyCommand(root: string, { importFile, printer = console }: VerifyOptions = {}): Promise<number> {
  const boundaries = checkBoundaries(root, (line) => printer.log(line)) === 0 ? 0 : 1;
  const checked = await checkCheckout(root, importFile);
  const check = await printCheck(root, checked, printer);
  const generated = await generateCommand(root, { isCheck: true, checked, printer });
  const failed = boundaries + check + generated;
  printer.log(`verify: ${3 - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}
