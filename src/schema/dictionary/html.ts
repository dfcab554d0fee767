// Writes HTML: inserted values are text and are escaped, unless they are Html from here.

/** A well-formed fragment of HTML. */
export class Html {
  constructor(readonly text: string) {}
}

/** Possible content between tags; undefined and false render nothing. */
export type Content = Html | string | number | undefined | false | readonly Content[];

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Text escaped for an element or a quoted attribute. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

function plainTextOf(content: Content): string {
  if (content === undefined || content === false) return "";
  if (content instanceof Html) return content.text;
  if (typeof content === "string" || typeof content === "number") return escaped(String(content));
  return content.map(plainTextOf).join("");
}

/** HTML with contents filled in: html`<p>${name}</p>`. */
export function html(literals: TemplateStringsArray, ...contents: readonly Content[]): Html {
  return new Html(literals.map((literal, index) => `${literal}${plainTextOf(contents[index])}`).join(""));
}

/** Contents with something between them. */
export function joined(contents: readonly Content[], between: Content = " "): Html {
  return html`${contents.map((content, index) => (index === 0 ? content : [between, content]))}`;
}
