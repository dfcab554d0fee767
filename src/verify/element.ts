// Elements of the page, made from values: texts are texts, so nothing that a server says can become markup.

export type Child = Node | string | undefined | false | readonly Child[];

/** An element with attributes and children; what is undefined or false is left out. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string | boolean | undefined>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...nodesOf(children));
  return made;
}

function nodesOf(children: readonly Child[]): (Node | string)[] {
  return children.flatMap((child) => {
    if (child === undefined || child === false) return [];
    return child instanceof Node || typeof child === "string" ? [child] : nodesOf(child);
  });
}

const svg = "http://www.w3.org/2000/svg";

/** A decorative picture of lines, 24 by 24. */
export function icon(path: string): SVGElement {
  const drawn = document.createElementNS(svg, "svg");
  drawn.setAttribute("viewBox", "0 0 24 24");
  drawn.setAttribute("aria-hidden", "true");
  const line = document.createElementNS(svg, "path");
  line.setAttribute("d", path);
  drawn.append(line);
  return drawn;
}
