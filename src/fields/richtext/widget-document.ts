// The document of formatted text and its HTML, in a browser.
import { DOMParser as DocumentParser, DOMSerializer, type Node } from "prosemirror-model";
import { richtextSchema } from "./document-schema.ts";

const parser = DocumentParser.fromSchema(richtextSchema);
const serializer = DOMSerializer.fromSchema(richtextSchema);

/** The document of an HTML text. It is read in a document of its own, where nothing is run or loaded. */
export function documentOf(html: string): Node {
  return parser.parse(new DOMParser().parseFromString(html, "text/html").body);
}

/** The HTML of a document; "" for one without anything in it. */
export function htmlOf(document: Node): string {
  const [first] = document.children;
  if (document.childCount === 1 && first?.type.name === "paragraph" && first.childCount === 0) return "";
  const element = globalThis.document.implementation.createHTMLDocument("").createElement("div");
  element.append(serializer.serializeFragment(document.content, { document: element.ownerDocument }));
  return element.innerHTML;
}

/** Pasted HTML with this site's own pictures as it stores them, by path: a browser copies whole addresses. */
export function withOwnPaths(html: string, origin: string): string {
  return html.replaceAll(`src="${origin}/`, 'src="/');
}
