// Whether another back-end holds what was sent to it, which it may spell in its own way.
import { textOf } from "../../api/wire-data.ts";

/** A number without the zeros behind its point that say nothing; ids are longer than a number is exact, and stay texts. */
const plainNumber = (text: string): string => (/^-?\d+\.\d*$/.test(text) ? text.replace(/\.?0*$/, "") : text);
const day = /^\d{4}-\d\d-\d\d/;

/** Whether a row holds what was sent, in the spelling of the back-end: numbers without their zeros, days with a time. */
export function isAlike(sent: unknown, held: unknown): boolean {
  const [one, other] = [plainNumber(textOf(sent).trim()), plainNumber(textOf(held).trim())];
  return one === other || (day.test(one) && other.startsWith(one));
}
