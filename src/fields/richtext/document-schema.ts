// What may be in a document of formatted text. The editor drops everything else when HTML is read or pasted, and the server when it is
// stored.
import { Schema } from "prosemirror-model";

/** Addresses a link may have; javascript: and the like are none of them. */
const linkPattern = /^(?:https?:\/\/|mailto:|tel:|\/(?!\/))[^\s<>"\\]*$/iu;
/** Addresses a picture may have. */
const picturePattern = /^(?:https?:\/\/|\/(?!\/))[^\s<>"\\]*$/iu;

export function isLinkAddress(address: string): boolean {
  return linkPattern.test(address);
}

export function isPictureAddress(address: string): boolean {
  return picturePattern.test(address);
}

export const headingLevels = [1, 2, 3, 4] as const;

/** Attributes of a parsed element; false where it is not one of ours. */
function addressIn(element: HTMLElement, attribute: string, pattern: RegExp): string | undefined {
  const address = element.getAttribute(attribute)?.trim() ?? "";
  return pattern.test(address) ? address : undefined;
}

export const richtextSchema = new Schema({
  nodes: {
    doc: { content: "block+" },
    paragraph: { content: "inline*", group: "block", parseDOM: [{ tag: "p" }], toDOM: () => ["p", 0] },
    heading: {
      attrs: { level: { default: 2, validate: "number" } },
      content: "inline*",
      group: "block",
      defining: true,
      parseDOM: [
        ...headingLevels.map((level) => ({ tag: `h${level}`, attrs: { level } })),
        { tag: "h5", attrs: { level: 4 } },
        { tag: "h6", attrs: { level: 4 } },
      ],
      toDOM: (node) => [`h${Number(node.attrs["level"])}`, 0],
    },
    blockquote: { content: "block+", group: "block", defining: true, parseDOM: [{ tag: "blockquote" }], toDOM: () => ["blockquote", 0] },
    bullet_list: { content: "list_item+", group: "block", parseDOM: [{ tag: "ul" }], toDOM: () => ["ul", 0] },
    ordered_list: { content: "list_item+", group: "block", parseDOM: [{ tag: "ol" }], toDOM: () => ["ol", 0] },
    list_item: { content: "paragraph block*", defining: true, parseDOM: [{ tag: "li" }], toDOM: () => ["li", 0] },
    horizontal_rule: { group: "block", parseDOM: [{ tag: "hr" }], toDOM: () => ["hr"] },
    image: {
      inline: true,
      group: "inline",
      draggable: true,
      attrs: { src: { validate: "string" }, alt: { default: "", validate: "string" } },
      parseDOM: [
        {
          tag: "img[src]",
          getAttrs: (element) => {
            const src = addressIn(element, "src", picturePattern);
            return src === undefined ? false : { src, alt: element.getAttribute("alt") ?? "" };
          },
        },
      ],
      toDOM: (node) => ["img", { src: node.attrs["src"], alt: node.attrs["alt"] }],
    },
    hard_break: { inline: true, group: "inline", selectable: false, parseDOM: [{ tag: "br" }], toDOM: () => ["br"] },
    text: { group: "inline" },
  },
  marks: {
    link: {
      attrs: { href: { validate: "string" } },
      inclusive: false,
      parseDOM: [
        {
          tag: "a[href]",
          getAttrs: (element) => {
            const href = addressIn(element, "href", linkPattern);
            return href === undefined ? false : { href };
          },
        },
      ],
      toDOM: (mark) => ["a", { href: mark.attrs["href"], rel: "noopener noreferrer", target: "_blank" }, 0],
    },
    strong: { parseDOM: [{ tag: "strong" }, { tag: "b" }, { style: "font-weight=bold" }], toDOM: () => ["strong", 0] },
    em: { parseDOM: [{ tag: "em" }, { tag: "i" }, { style: "font-style=italic" }], toDOM: () => ["em", 0] },
    underline: { parseDOM: [{ tag: "u" }], toDOM: () => ["u", 0] },
    strike: { parseDOM: [{ tag: "s" }, { tag: "del" }, { tag: "strike" }], toDOM: () => ["s", 0] },
  },
});
