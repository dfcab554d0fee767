// Completion inside of an expression: the word at the caret, and the text with a name in its place.

const wordEnd = /[A-Za-z_]\w*$/u;

/** The beginning of a name in front of the caret. */
export function wordAt(text: string, place: number): string {
  return wordEnd.exec(text.slice(0, place))?.[0] ?? "";
}

/** The text with a name for the word at the caret; inside of `${…}`, which is added where there is none. */
export function completed(text: string, place: number, name: string, isBare = false): string {
  const before = text.slice(0, place);
  const word = wordAt(text, place);
  const head = before.slice(0, before.length - word.length);
  const isInside = isBare || head.lastIndexOf("${") > head.lastIndexOf("}");
  return `${head}${isInside ? name : `\${${name}}`}${text.slice(place)}`;
}
