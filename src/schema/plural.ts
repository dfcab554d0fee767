// English names of several rows: "Factory" names one, "Factories" the list of them.
import type { Text } from "./text.ts";

/** The plural of an English noun by the rules; definitions give others themselves (`plural`). */
export function pluralOf(noun: string): string {
  if (/[^aeiou]y$/i.test(noun)) return `${noun.slice(0, -1)}ies`;
  if (/sis$/i.test(noun)) return `${noun.slice(0, -2)}es`;
  return /(?:s|x|z|ch|sh)$/i.test(noun) ? `${noun}es` : `${noun}s`;
}

/** The name of a list of rows. Chinese nouns have no plural. */
export function listLabelOf({ label: [zh, en], plural }: { readonly label: Text; readonly plural?: string }): Text {
  return [zh, plural ?? pluralOf(en)];
}
