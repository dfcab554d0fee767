// Reads what React has drawn on the server into just what an outline looks at. A window of happy-dom keeps far more of each element, and
// reading some thousand screens with it takes as long as drawing half of them. Only for HTML whose every element is closed, as React writes it;
// tests/unit/outline.test.ts proves that both read alike.

const ELEMENT = 1;
const TEXT = 3;
const COMMENT = 8;

/** They have no end. */
const VOID = new Set(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]);
/** Their content is text up to their end, in which references are resolved only in those of the second set. */
const RAW = new Set(["script", "style", "textarea", "title"]);
const RESOLVED = new Set(["textarea", "title"]);

const CHARACTERS: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" };

/** Text without its references: React writes five of them. */
function resolved(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hexadecimal?: string, decimal?: string, name?: string) => {
    if (hexadecimal !== undefined) return String.fromCodePoint(Number.parseInt(hexadecimal, 16));
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    const character = CHARACTERS[name ?? ""];
    if (character === undefined) throw new Error(`React does not write ${whole}`);
    return character;
  });
}

class DrawnText {
  readonly nodeType = TEXT;
  constructor(readonly data: string) {}
  get textContent(): string {
    return this.data;
  }
}

const comment = { nodeType: COMMENT, textContent: "" } as const;

type DrawnNode = DrawnElement | DrawnText | typeof comment;

class DrawnElement {
  readonly nodeType = ELEMENT;
  readonly childNodes: DrawnNode[] = [];
  constructor(
    readonly localName: string,
    readonly attributes: ReadonlyMap<string, string>,
    readonly parentElement: DrawnElement | null,
    readonly ownerDocument: DrawnDocument,
  ) {}

  get id(): string {
    return this.attributes.get("id") ?? "";
  }
  get children(): readonly DrawnElement[] {
    return this.childNodes.filter((node) => node instanceof DrawnElement);
  }
  get textContent(): string {
    return this.childNodes.map((node) => node.textContent).join("");
  }
  getAttribute(name: string): string | null {
    return this.attributes.get(name) ?? null;
  }
  hasAttribute(name: string): boolean {
    return this.attributes.has(name);
  }
  contains(other: DrawnElement): boolean {
    for (let one: DrawnElement | null = other; one !== null; one = one.parentElement) if (one === this) return true;
    return false;
  }
  closest(selector: string): DrawnElement | null {
    const isMet = matcher(selector);
    return isMet(this) ? this : (this.parentElement?.closest(selector) ?? null);
  }
  querySelector(selector: string): DrawnElement | null {
    return this.querySelectorAll(selector)[0] ?? null;
  }
  querySelectorAll(selector: string): readonly DrawnElement[] {
    const isMet = matcher(selector);
    const found: DrawnElement[] = [];
    const look = (element: DrawnElement): void => {
      for (const child of element.childNodes) {
        if (!(child instanceof DrawnElement)) continue;
        if (isMet(child)) found.push(child);
        look(child);
      }
    };
    look(this);
    return found;
  }
}

class DrawnDocument {
  readonly byId = new Map<string, DrawnElement>();
  getElementById(id: string): DrawnElement | null {
    return this.byId.get(id) ?? null;
  }
}

type IsMet = (element: DrawnElement) => boolean;
const matchers = new Map<string, IsMet>();

/** Of the selectors that an outline uses: names of elements, each with at most one attribute, given or excluded. */
function matcher(selector: string): IsMet {
  const known = matchers.get(selector);
  if (known !== undefined) return known;
  const parts = selector.split(",").map((part): IsMet => {
    const [, name, given, excluded, value] = /^\s*(\w+)(?:\[([\w-]+)\])?(?::not\(\[([\w-]+)=(\w+)\]\))?\s*$/.exec(part) ?? [];
    if (name === undefined) throw new Error(`no outline asks for ${part}`);
    return (element) =>
      element.localName === name &&
      (given === undefined || element.hasAttribute(given)) &&
      (excluded === undefined || element.getAttribute(excluded) !== value);
  });
  const isMet: IsMet = (element) => parts.some((one) => one(element));
  matchers.set(selector, isMet);
  return isMet;
}

/** A tag at its place: the end of an element, or a name with its attributes. */
const TAG = /<(?:!--[^]*?-->|!doctype[^>]*>|\/([a-z][\w-]*)\s*>|([a-z][\w-]*)((?:[^"'>]|"[^"]*"|'[^']*')*)>)/giy;
const ATTRIBUTE = /([^\s"'=<>/]+)(?:=(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;

const none: ReadonlyMap<string, string> = new Map();

function attributesIn(text: string): ReadonlyMap<string, string> {
  if (text === "" || text === "/") return none;
  const attributes = new Map<string, string>();
  for (const [, name = "", double, single, bare] of text.matchAll(ATTRIBUTE))
    attributes.set(name.toLowerCase(), resolved(double ?? single ?? bare ?? ""));
  return attributes;
}

/** The elements of a piece of HTML, in one that stands for the page's body. */
export function drawnElements(html: string): Element {
  const page = new DrawnDocument();
  const body = new DrawnElement("body", none, null, page);
  let open = body;
  let at = 0;
  while (at < html.length) {
    const next = html.indexOf("<", at);
    const end = next === -1 ? html.length : next;
    if (end > at) open.childNodes.push(new DrawnText(resolved(html.slice(at, end))));
    if (next === -1) break;
    TAG.lastIndex = next;
    const tag = TAG.exec(html);
    if (tag === null) throw new Error(`no tag is closed here: ${html.slice(next, next + 80)}`);
    at = TAG.lastIndex;
    const [, closed, opened, attributes = ""] = tag;
    if (closed !== undefined) {
      if (open.localName !== closed.toLowerCase() || open.parentElement === null)
        throw new Error(`</${closed}> closes <${open.localName}>: ${html.slice(Math.max(0, next - 80), at)}`);
      open = open.parentElement;
    } else if (opened === undefined) open.childNodes.push(comment);
    else {
      const element: DrawnElement = new DrawnElement(opened.toLowerCase(), attributesIn(attributes), open, page);
      open.childNodes.push(element);
      if (element.id !== "" && !page.byId.has(element.id)) page.byId.set(element.id, element);
      if (RAW.has(element.localName)) {
        const close = html.indexOf(`</${element.localName}>`, at);
        if (close === -1) throw new Error(`<${element.localName}> is not closed`);
        const text = html.slice(at, close);
        if (text !== "") element.childNodes.push(new DrawnText(RESOLVED.has(element.localName) ? resolved(text) : text));
        at = close + `</${element.localName}>`.length;
      } else if (!VOID.has(element.localName) && !(attributes.endsWith("/") && element.closest("svg") !== null)) open = element;
    }
  }
  if (open !== body) throw new Error(`<${open.localName}> is not closed`);
  // What an outline reads of an element is all here; the rest of the DOM is not.
  return body as unknown as Element;
}
