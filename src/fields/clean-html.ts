// Formatted text as the server keeps it: what the editor's document may hold, and nothing else. Scripts, styles, event handlers and
// addresses that a browser would run are left out, and so is everything that the editor does not know.
import { isRecord } from "../schema/json.ts";
import type { Attrs, DOMOutputSpec } from "prosemirror-model";
import sanitize, { type IOptions, type Tag } from "sanitize-html";
import { isLinkAddress, isPictureAddress, richtextSchema } from "./richtext/document-schema.ts";

/** What an element becomes: its own tag, and attributes that it always has. */
interface Written {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** The element that the editor writes. */
function tagWrittenBy(output: DOMOutputSpec | undefined): Written | undefined {
  if (!Array.isArray(output)) return undefined;
  const [tag, attributes]: readonly unknown[] = output;
  if (typeof tag !== "string") return undefined;
  const texts = isRecord(attributes)
    ? Object.entries(attributes).filter((entry): entry is [string, string] => typeof entry[1] === "string")
    : [];
  return { tag, attributes: Object.fromEntries(texts) };
}

/** Attributes by which a node or mark can be made; their values are replaced by those of the text. */
const anyAddress: Attrs = { src: "", alt: "", href: "" };

/** Every element that the editor reads, with what it writes for it: `b` becomes `strong`. */
function elementsOfEditor(): ReadonlyMap<string, Written> {
  const nodes = Object.values(richtextSchema.nodes).map((type) => ({
    rules: type.spec.parseDOM ?? [],
    write: (attrs: Attrs) => type.spec.toDOM?.(type.create(attrs)),
  }));
  const marks = Object.values(richtextSchema.marks).map((type) => ({
    rules: type.spec.parseDOM ?? [],
    write: (attrs: Attrs) => type.spec.toDOM?.(type.create(attrs), true),
  }));
  return new Map(
    [...nodes, ...marks].flatMap(({ rules, write }) =>
      rules.flatMap((rule): readonly (readonly [string, Written])[] => {
        const [tag] = rule.tag?.split("[") ?? [];
        const written = tag === undefined ? undefined : tagWrittenBy(write({ ...anyAddress, ...(isRecord(rule.attrs) ? rule.attrs : {}) }));
        return tag === undefined || written === undefined ? [] : [[tag, written]];
      }),
    ),
  );
}

const elements = elementsOfEditor();
const addressTests: Readonly<Record<string, (address: string) => boolean>> = { href: isLinkAddress, src: isPictureAddress };

/** The element as the editor writes it. An address that is none of ours is left out; an element that needs it goes then. */
function transformed({ tag, attributes }: Written, sent: Readonly<Record<string, string>>): Tag {
  const attribs: Record<string, string> = {};
  for (const [name, defaultValue] of Object.entries(attributes)) {
    const given = sent[name]?.trim() ?? "";
    const isAddress = addressTests[name];
    if (isAddress !== undefined && !isAddress(given)) continue;
    attribs[name] = defaultValue === "" ? given : defaultValue;
  }
  return { tagName: tag, attribs };
}

/** Attributes without which an element of the editor is none. */
const needed = new Map(
  [...elements.values()].map(({ tag, attributes }) => [tag, Object.keys(attributes).filter((name) => name in addressTests)]),
);

const options: IOptions = {
  exclusiveFilter: ({ tag, attribs }) => (needed.get(tag)?.some((name) => attribs[name] === undefined) === true ? "excludeTag" : false),
  allowedTags: [...new Set([...elements.values()].map(({ tag }) => tag))],
  allowedAttributes: Object.fromEntries([...elements.values()].map(({ tag, attributes }) => [tag, Object.keys(attributes)])),
  transformTags: Object.fromEntries(
    [...elements].map(([tag, written]) => [tag, (_name: string, sent: Readonly<Record<string, string>>) => transformed(written, sent)]),
  ),
  // Judged above, by the editor's own patterns.
  allowedSchemes: ["http", "https", "mailto", "tel"],
  allowProtocolRelative: false,
  parseStyleAttributes: false,
  // Of these not even the text is kept.
  nonTextTags: ["script", "style", "textarea", "option", "noscript", "title", "template", "iframe", "object", "svg", "math"],
};

/** The text with nothing in it that the editor would not write. Cleaning a clean text changes nothing. */
export function cleanHtml(html: string): string {
  return sanitize(html, options);
}

/** Addresses of the pictures of a text, without those that cleaning leaves out. */
export function picturesIn(html: string): readonly string[] {
  const addresses: string[] = [];
  sanitize(cleanHtml(html), {
    ...options,
    transformTags: {
      img: (tagName, attribs) => {
        if (attribs["src"] !== undefined) addresses.push(attribs["src"]);
        return { tagName, attribs };
      },
    },
  });
  return addresses;
}
