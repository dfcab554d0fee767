// The reference as a page: generated/reference.md.
import { findingCodes } from "../../src/schema/checks/finding-codes.ts";
import type { WireType } from "../../src/schema/wire.ts";
import type { Chapter, Entry, KindChapter, Reference, Shared } from "./content.ts";
import { anchorOf, type Example } from "./examples.ts";
import type { Excerpt } from "./excerpts.ts";
import { chapterTexts, opening } from "./prose.ts";
import { mustBeGiven } from "./words.ts";

const code = (text: string): string => (text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``);
/** A text in a cell of a table. */
const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");

/** A heading that links lead to, and a link to it: where a heading leads is known once the page is whole. */
const heading = (level: number, key: string, text: string): string => `${"#".repeat(level)} <key:${key}>${text}`;
const link = (key: string, text: string): string => `[${text}](#key:${key})`;

/** The page with the anchors of its headings: the second of the same words has a number, as GitHub gives it. */
function withAnchors(page: string): string {
  const taken = new Map<string, number>();
  const anchors = new Map<string, string>();
  const text = page.replaceAll(/^(#{1,4} )(?:<key:([^>]*)>)?(.+)$/gm, (_line, marks: string, key: string | undefined, words: string) => {
    const anchor = anchorOf(words);
    const before = taken.get(anchor) ?? 0;
    taken.set(anchor, before + 1);
    if (key !== undefined) anchors.set(key, before === 0 ? anchor : `${anchor}-${before}`);
    return `${marks}${words}`;
  });
  return text.replaceAll(/\(#key:([^)]*)\)/g, (_link, key: string) => {
    const anchor = anchors.get(key);
    if (anchor === undefined) throw new Error(`the reference has no heading for "${key}"`);
    return `(#${anchor})`;
  });
}

const titles: Readonly<Record<string, string>> = {
  "": "The resource",
  fields: "Words of every field",
  comparison: "Conditions and comparisons",
  area: "Areas",
  seed: "Seed rows",
};
const titleOf = (id: string): string => titles[id] ?? `In ${code(id)}`;
const chapterKey = (id: string): string => `chapter ${id}`;

const placeOf = ({ document, heading: above }: Example): string => `[${above}](../${document}#${anchorOf(above)})`;
const shown = (excerpt: Excerpt | undefined): string =>
  excerpt === undefined ? "" : `\n\`\`\`ts\n${excerpt.text}\n\`\`\`\n\nFrom ${placeOf(excerpt.example)}.\n`;
const findingLinks = (findings: readonly string[]): string =>
  findings.map((finding) => link(`finding ${finding}`, code(finding))).join(", ");
const usually = (defaultValue: string | undefined): string =>
  defaultValue === mustBeGiven ? "Required" : `Default: ${defaultValue ?? ""}`;

function entryText({ id, about, type, defaultValue, example, findings }: Entry): string {
  const findingsText = findings.length === 0 ? [] : [`Findings: ${findingLinks(findings)}`];
  const facts = [`Type: ${code(type)}`, usually(defaultValue), ...findingsText].join(" · ");
  return `${heading(3, id, code(id))}\n\n${about}\n\n${facts}\n${shown(example)}`;
}

const wires: Readonly<Record<WireType, string>> = {
  text: 'text, none is ""',
  number: "number, none is -1",
  decimal: "decimal text, none is -1",
  id: "id as text, none is -1",
  parent: 'id as text, a root is "0"',
  key: "number, none is -1",
  list: "comma-joined text",
  time: 'text, none is ""',
  json: "object, none is {}",
  rows: "array in the body",
};

const firstLine = (text: string): string => (text.includes("\n") ? `${text.split("\n")[0] ?? ""} …` : text);

function optionRow({ name, about, type, defaultValue, example, findings }: Entry): string {
  const meaning = findings.length === 0 ? about : `${about} (${findingLinks(findings)})`;
  const cells = [code(name), meaning, code(type), defaultValue ?? "", example === undefined ? "" : code(firstLine(example.text))];
  return `| ${cells.map(cell).join(" | ")} |`;
}

const findingsOfKind = (kind: string): readonly string[] =>
  Object.entries(findingCodes).flatMap(([finding, { words }]) => (words.some((word) => word === kind) ? [finding] : []));

function kindText({ id, builder, about, entries, wire, column, searches, isListed, example }: KindChapter): string {
  const facts = [
    `On the wire: ${wires[wire]}`,
    column === undefined ? "made when the row is read, no column" : `column: ${code(column)}`,
    searches.length === 0 ? "not searched" : `search: ${searches.map((search) => code(`"${search}"`)).join(", ")}`,
    isListed ? "shown in the list" : "not shown in the list by itself",
  ].join("; ");
  const findings = findingsOfKind(id);
  const findingsText = findings.length === 0 ? "" : ` Findings: ${findingLinks(findings)}.`;
  const rows = entries.map(optionRow).join("\n");
  const table = entries.length === 0 ? "" : `\n| option | meaning | type | default | example |\n|---|---|---|---|---|\n${rows}\n`;
  return `${heading(3, `kind ${id}`, code(builder))}\n\n${about}\n\n${facts}.${findingsText}\n${shown(example)}${table}`;
}

function sharedRow({ name, about, example, whole }: Shared): string {
  const where = whole !== undefined ? placeOf(whole) : example === undefined ? "" : code(example.text);
  return `| ${[code(name), about.split("\n")[0] ?? "", where].map(cell).join(" | ")} |`;
}

function sharedText(shared: readonly Shared[]): string {
  const isShown = ({ example, whole }: Shared) => example !== undefined || whole !== undefined;
  const lists = shared.filter((one) => !isShown(one)).map(({ name, about }) => `${code(name)} (${about.replace(/\.$/, "")})`);
  return `${heading(2, chapterKey("shared"), "Ready-made")}

${chapterTexts["shared"] ?? ""}

| name | meaning | example |
|---|---|---|
${shared.filter(isShown).map(sharedRow).join("\n")}

Lists that several definitions of this product use: ${lists.join("; ")}.`;
}

function contents(chapters: readonly Chapter[], kinds: readonly KindChapter[]): string {
  const row = ({ id, entries }: Chapter) =>
    `| ${link(chapterKey(id), titleOf(id))} | ${entries.map((entry) => link(entry.id, code(entry.name))).join(" ")} |`;
  const ofKinds = `| ${link(chapterKey("kinds"), "Kinds of field")} | ${kinds.map(({ id, builder }) => link(`kind ${id}`, code(builder))).join(" ")} |`;
  const others = [
    ["shared", "Ready-made"],
    ["formula", "Formulas"],
    ["findings", "Findings"],
  ] as const;
  const last = `| | ${others.map(([id, title]) => link(chapterKey(id), title)).join(" · ")} |`;
  return ["| chapter | words |", "|---|---|", ...chapters.map(row), ofKinds, last].join("\n");
}

function chapterText({ id, about, entries }: Chapter): string {
  const text = chapterTexts[id] ?? about;
  return [heading(2, chapterKey(id), titleOf(id)), ...(text === "" ? [] : [text]), entries.map(entryText).join("\n")].join("\n\n");
}

function formulaText({ formulas }: Reference): string {
  const rows = formulas.map(
    ({ shape, about, example }) => `| ${[code(shape), about, example === undefined ? "" : code(example.text)].map(cell).join(" | ")} |`,
  );
  return `${heading(2, chapterKey("formula"), "Formulas")}

${chapterTexts["formula"] ?? ""}

| formula | value | example |
|---|---|---|
| \`"quantity"\` | The value of that field. | |
| \`5\` | A number. | |
${rows.join("\n")}`;
}

function findingsText({ chapters: [resource], kinds }: Reference): string {
  const kindIds = new Set(kinds.map(({ id }) => id));
  const shared = new Set(["defineFields"]);
  const resourceWords = new Set(resource?.entries.map(({ id }) => id));
  // An option stands in the table of its kind.
  const wordLink = (word: string) => {
    const [first = ""] = word.split(".");
    return link(
      shared.has(word)
        ? chapterKey("shared")
        : kindIds.has(first) && (word.includes(".") || !resourceWords.has(word))
          ? `kind ${first}`
          : word,
      code(word),
    );
  };
  const entries = Object.entries(findingCodes).map(([finding, { about, remedy, words }]) => {
    const listed: readonly string[] = words;
    const about_ = listed.length === 0 ? "" : ` Words: ${listed.map(wordLink).join(", ")}.`;
    return `${heading(3, `finding ${finding}`, code(finding))}\n\n${about} **Remedy:** ${remedy}${about_}\n`;
  });
  return `${heading(2, chapterKey("findings"), "Findings")}\n\n${chapterTexts["findings"] ?? ""}\n\n${entries.join("\n")}`;
}

/** The page. */
export function referencePage(reference: Reference): string {
  const { chapters, kinds, shared } = reference;
  const [resource, fields, ...others] = chapters.map(chapterText);
  const parts = [
    opening,
    contents(chapters, kinds),
    resource,
    fields,
    `${heading(2, chapterKey("kinds"), "Kinds of field")}\n\n${chapterTexts["kinds"] ?? ""}`,
    kinds.map(kindText).join("\n"),
    sharedText(shared),
    ...others,
    formulaText(reference),
    findingsText(reference),
  ];
  return `${withAnchors(parts.join("\n\n"))
    .replaceAll(/\n{3,}/g, "\n\n")
    .trimEnd()}\n`;
}
