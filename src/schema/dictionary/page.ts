// What every page of the data dictionary is written from, and the frame around its content.
import type { IsHandled } from "../missing.ts";
import type { FieldModel, Model, ResourceModel } from "../model.ts";
import { conditionText, valueText } from "../condition-text.ts";
import { inLanguage, type Condition, type Language, type Text } from "../text.ts";
import { html, joined, type Content, type Html } from "./html.ts";
import { words } from "./words.ts";

/** The addresses of pages, relative to one of them. */
export interface Links {
  readonly stylesheet: string;
  readonly icon: string;
  /** The overview, and the page of a resource. */
  readonly index: (language: Language) => string;
  readonly resource: (name: string, language: Language) => string;
}

/** Which resource refers to another, and by which field ("details.skuId": in rows of a field). */
export interface Referral {
  readonly resource: ResourceModel;
  readonly field: string;
  readonly label: Text;
}

/** Everything a page needs besides its own subject. */
export interface Page {
  readonly model: Model;
  readonly language: Language;
  readonly links: Links;
  /** Whether the server does what only a handler can. */
  readonly isHandled: IsHandled;
  /** Target → who refers to it. */
  readonly referrals: ReadonlyMap<string, readonly Referral[]>;
  readonly say: (text: Text) => string;
}

export function pageOf(page: Omit<Page, "say">): Page {
  return { ...page, say: (text) => inLanguage(text, page.language) };
}

/** A link to a resource by its name for people; the bare name where there is none. */
export function resourceLink({ model, links, language, say }: Page, name: string): Html {
  const resource = model.resource.get(name);
  return resource === undefined ? html`<code>${name}</code>` : html`<a href="${links.resource(name, language)}">${say(resource.label)}</a>`;
}

/** A sentence of a definition: text between backticks is code, and the name of a resource links to it. They are written in English. */
export function prose(text: string | undefined, page: Page): Html | undefined {
  if (text === undefined) return undefined;
  const parts = text
    .split("`")
    .map((part, index) => (index % 2 === 0 ? part : page.model.resource.has(part) ? resourceLink(page, part) : html`<code>${part}</code>`));
  return html`<span lang="en">${parts}</span>`;
}

/** A table that becomes a stack of cards on a narrow screen; each cell then names its column. */
export function table(head: readonly string[], rows: readonly (readonly Content[])[], kind = ""): Html {
  return html`<table class="${kind}">
<thead><tr>${head.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${rows.map(
    (cells) => html`<tr>${cells.map((cell, index) => html`<td data-label="${head[index]}"><div class="cell">${cell}</div></td>`)}</tr>
`,
  )}</tbody>
</table>`;
}

/** Lines below one another in a cell; a dash where there is none. */
export function lines(contents: readonly Content[]): Html {
  const there = contents.filter((content) => content !== undefined && content !== false);
  return there.length === 0 ? html`<span class="none">—</span>` : html`${there.map((content) => html`<div>${content}</div>`)}`;
}

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly content: Html;
}

/** The label of a value: of an option or a state, where the field has some. */
export const valueWords = (field: FieldModel | undefined, value: unknown, { say }: Page): string => say(valueText(field, value));

/** A condition as a sentence: 出库类型为“销售出库”或“赠品/样品”. */
export const conditionWords = (condition: Condition, fields: ReadonlyMap<string, FieldModel>, { say }: Page): string =>
  say(conditionText(condition, fields));

const pageLanguages = { zh: "zh-CN", en: "en" } as const;

interface FrameOptions {
  readonly title: string;
  /** The same page in the other language. */
  readonly twin: string;
  readonly crumbs: readonly Content[];
  readonly content: Html;
}

/** The whole document around its content. */
export function frame({ language, links, say }: Page, { title, twin, crumbs, content }: FrameOptions): string {
  const other = language === "zh" ? "en" : "zh";
  return html`<!doctype html>
<html lang="${pageLanguages[language]}">
<head>
<meta charset="UTF-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" type="image/svg+xml" href="${links.icon}">
<link rel="stylesheet" href="${links.stylesheet}">
</head>
<body>
<a class="skip" href="#content">${say(words.skip)}</a>
<header class="top">
<nav aria-label="${say(words.dictionary)}"><a class="brand" href="${links.index(language)}">Tracemark</a> ${joined(crumbs, html` <span class="slash" aria-hidden="true">/</span> `)}</nav>
<a class="language" href="${twin}" lang="${pageLanguages[other]}" hreflang="${pageLanguages[other]}">${say(words.otherLanguage)}</a>
</header>
<main id="content">
${content}
</main>
</body>
</html>
`.text;
}
