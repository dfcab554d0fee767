// What the examples of the documents export.
import { runInThisContext } from "node:vm";
import * as language from "#schema";
import type { Example } from "../../scripts/reference/examples.ts";

/** What an example exports: it is JavaScript that imports nothing but the language. */
export function exportedBy({ code }: Example): unknown {
  const [, names = ""] = /^import \{([^}]*)\} from "#schema";$/m.exec(code) ?? [];
  const body = code.replaceAll(/^import .*$/gm, "").replace("export default ", "return ");
  const make: unknown = runInThisContext(`(({ ${names} }) => { ${body} })`);
  if (typeof make !== "function") throw new Error("the example is no module");
  return make(language);
}
