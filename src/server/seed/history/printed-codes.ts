// Codes that the demonstration names. A rule draws its codes in an order that only its installation knows; so that people and tests can name
// a bottle of the demonstration, some serials have the codes that were drawn when it was thought up.
import { codeMaker, type CodeMaker, type Making } from "../../domain/codes/composition.ts";

interface PrintedCode {
  readonly serial: bigint;
  readonly code: string;
}

/** Makes codes as rules do, but for those that are printed already. */
export const printing =
  (printed: readonly PrintedCode[]): ((making: Making) => CodeMaker) =>
  (making) => {
    const defaultMaker = codeMaker(making);
    const prefix = making.rule.prefix ?? "";
    // Rules are told apart by how their codes begin.
    const codes = new Map(
      printed.flatMap(({ serial, code }) => (prefix !== "" && code.startsWith(prefix) ? [[serial, code] as const] : [])),
    );
    return codes.size === 0
      ? defaultMaker
      : { make: (first, count) => defaultMaker.make(first, count).map((code, index) => codes.get(first + BigInt(index)) ?? code) };
  };
