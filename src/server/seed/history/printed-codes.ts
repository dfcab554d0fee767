// Codes that the demonstration names. A rule draws its codes in an order that only its installation knows; so that people and tests can name
// a bottle of the demonstration, some serials have the codes that were drawn when it was thought up.
import { codeMaker, type CodeMaker, type Making } from "../../domain/codes/composition.ts";

export interface PrintedCode {
  readonly serial: bigint;
  readonly code: string;
}

/** Makes codes as rules do, but for those that are printed already. */
export const printing =
  (printed: readonly PrintedCode[]): ((making: Making) => CodeMaker) =>
  (making) => {
    const usual = codeMaker(making);
    const prefix = making.rule.prefix ?? "";
    // Rules are told apart by how their codes begin.
    const known = new Map(
      printed.flatMap(({ serial, code }) => (prefix !== "" && code.startsWith(prefix) ? [[serial, code] as const] : [])),
    );
    return known.size === 0
      ? usual
      : { make: (first, count) => usual.make(first, count).map((code, index) => known.get(first + BigInt(index)) ?? code) };
  };
