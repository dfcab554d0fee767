// Turns a screen into a readable outline, one line per thing a person meets: role "name" [states]. Snapshots keep this instead of raw
// markup.
import { Window } from "happy-dom";

/** One for all pieces of HTML: a window of happy-dom takes longer to make than most of them to read, and as long again to collect. */
let reader: Window | undefined;

/** The outline of a piece of HTML, as server rendering gives it. */
export function outlineOfHtml(html: string): string {
  reader ??= new Window({
    settings: { disableJavaScriptEvaluation: true, disableJavaScriptFileLoading: true, disableCSSFileLoading: true },
  });
  const { body } = reader.document;
  body.innerHTML = html;
  try {
    // happy-dom writes the DOM's types down anew; what this file reads of them is the same in both.
    return outline(body as unknown as Element);
  } finally {
    body.innerHTML = "";
  }
}

/** Two spaces per level; the root itself is told only when it has a role. */
function outline(root: Element): string {
  const lines: string[] = [];
  const labels = labelsById(root);
  write(root, 0, lines, labels);
  return lines.join("\n");
}

/** Elements that are never met: no text, no role. */
const SILENT = new Set(["script", "style", "template", "noscript", "link", "meta", "head", "colgroup", "col", "datalist"]);

const ROLE_BY_TAG: Readonly<Record<string, string>> = {
  article: "article",
  aside: "complementary",
  blockquote: "blockquote",
  button: "button",
  caption: "caption",
  dd: "definition",
  details: "group",
  dialog: "dialog",
  dt: "term",
  fieldset: "group",
  figure: "figure",
  h1: "heading",
  h2: "heading",
  h3: "heading",
  h4: "heading",
  h5: "heading",
  h6: "heading",
  hr: "separator",
  iframe: "iframe",
  img: "img",
  li: "listitem",
  main: "main",
  menu: "list",
  meter: "meter",
  nav: "navigation",
  ol: "list",
  optgroup: "group",
  option: "option",
  output: "status",
  progress: "progressbar",
  search: "search",
  table: "table",
  tbody: "rowgroup",
  td: "cell",
  textarea: "textbox",
  tfoot: "rowgroup",
  th: "columnheader",
  thead: "rowgroup",
  tr: "row",
  ul: "list",
};

const ROLE_BY_INPUT_TYPE: Readonly<Record<string, string>> = {
  button: "button",
  checkbox: "checkbox",
  file: "button",
  image: "button",
  number: "spinbutton",
  radio: "radio",
  range: "slider",
  reset: "button",
  search: "searchbox",
  submit: "button",
};

/** Nothing inside these is told: the name and the states say it all. */
const LEAVES = new Set([
  "button",
  "checkbox",
  "columnheader",
  "heading",
  "img",
  "link",
  "menuitem",
  "menuitemcheckbox",
  "menuitemradio",
  "meter",
  "option",
  "progressbar",
  "radio",
  "searchbox",
  "separator",
  "slider",
  "spinbutton",
  "switch",
  "tab",
  "textbox",
  "rowheader",
]);

/** Their name may be their text, when nobody labelled them. */
const NAMED_BY_CONTENT = new Set([
  "button",
  "caption",
  "cell",
  "checkbox",
  "columnheader",
  "gridcell",
  "heading",
  "link",
  "menuitem",
  "menuitemcheckbox",
  "menuitemradio",
  "option",
  "radio",
  "rowheader",
  "switch",
  "tab",
  "tooltip",
  "treeitem",
]);

/** A leaf when it holds nothing but text, so that a table of plain values is one line a cell. */
const LEAVES_OF_TEXT = new Set(["cell", "gridcell", "listitem", "term", "definition", "caption", "treeitem", "status", "alert"]);

const NO_ROLE = new Set(["presentation", "none", "generic"]);

type Labels = ReadonlyMap<string, Element>;

function write(node: Node, depth: number, lines: string[], labels: Labels): void {
  if (isText(node)) {
    const text = tidy(node.data);
    if (text !== "") lines.push(`${indent(depth)}text: ${text}`);
    return;
  }
  if (!isElement(node) || isHidden(node) || isLabelOfControl(node, labels) || isNameOfParent(node)) return;
  const role = roleOf(node);
  if (role === undefined && isLabelAroundControl(node)) {
    const inside: string[] = [];
    for (const child of node.childNodes) write(child, 0, inside, labels);
    // The text of the label is told as the name of the control in it.
    for (const line of inside) if (!line.startsWith("text: ")) lines.push(indent(depth) + line);
    return;
  }
  if (role === undefined) {
    for (const child of node.childNodes) write(child, depth, lines, labels);
    return;
  }
  const inside: string[] = [];
  if (!LEAVES.has(role) && node.localName !== "select") for (const child of node.childNodes) write(child, 0, inside, labels);
  const isPlainText = LEAVES_OF_TEXT.has(role) && inside.every((line) => line.startsWith("text: "));
  let name = nameOf(node, role, labels);
  if (isPlainText) name ||= tidy(inside.map((line) => line.slice("text: ".length)).join(" "));
  // Otherwise what is inside is told line by line, and repeating all of it as a name would say it twice.
  else if (!LEAVES.has(role) && NAMED_BY_CONTENT.has(role) && name === contentOf(node)) name = "";
  const states = statesOf(node, role, labels);
  lines.push(
    indent(depth) + role + (name === "" ? "" : ` ${JSON.stringify(name)}`) + (states.length === 0 ? "" : ` [${states.join(", ")}]`),
  );
  if (!isPlainText) for (const line of inside) lines.push(indent(depth + 1) + line);
}

function roleOf(element: Element): string | undefined {
  const given = element.getAttribute("role")?.trim().split(/\s+/)[0];
  if (given) return NO_ROLE.has(given) ? undefined : given;
  const tag = element.localName;
  switch (tag) {
    case "a":
      return element.hasAttribute("href") ? "link" : undefined;
    case "input": {
      const type = typeOf(element);
      return ROLE_BY_INPUT_TYPE[type] ?? (element.hasAttribute("list") ? "combobox" : "textbox");
    }
    case "select":
      return element.hasAttribute("multiple") || Number(element.getAttribute("size") ?? 0) > 1 ? "listbox" : "combobox";
    case "img":
      return element.getAttribute("alt") === "" ? undefined : "img";
    case "svg":
      return element.hasAttribute("aria-label") || element.hasAttribute("aria-labelledby") ? "img" : undefined;
    case "form":
    case "section": {
      const isNamed = element.hasAttribute("aria-label") || element.hasAttribute("aria-labelledby");
      if (!isNamed) return undefined;
      return tag === "form" ? "form" : "region";
    }
    case "header":
    case "footer":
      if (element.closest("article, aside, main, nav, section")) return undefined;
      return tag === "header" ? "banner" : "contentinfo";
    case "th":
      return element.getAttribute("scope") === "row" ? "rowheader" : "columnheader";
    default:
      return ROLE_BY_TAG[tag];
  }
}

/** The order of the accessible name computation: labelled by others, labelled, native label, content, title, placeholder. */
function nameOf(element: Element, role: string, labels: Labels): string {
  const labelledBy = textOfIds(element.getAttribute("aria-labelledby"), element);
  if (labelledBy !== "") return labelledBy;
  const label = tidy(element.getAttribute("aria-label") ?? "");
  if (label !== "") return label;
  const native = nativeName(element, labels);
  if (native !== "") return native;
  if (NAMED_BY_CONTENT.has(role)) {
    const content = contentOf(element);
    if (content !== "") return content;
  }
  return tidy(element.getAttribute("title") ?? "") || tidy(element.getAttribute("placeholder") ?? "");
}

function nativeName(element: Element, labels: Labels): string {
  switch (element.localName) {
    case "input": {
      const type = typeOf(element);
      if (type === "submit" || type === "button" || type === "reset") return tidy(element.getAttribute("value") ?? "");
      if (type === "image") return tidy(element.getAttribute("alt") ?? "");
      return labelOf(element, labels);
    }
    case "button":
    case "select":
    case "textarea":
    case "meter":
    case "output":
    case "progress":
      return labelOf(element, labels);
    case "img":
      return tidy(element.getAttribute("alt") ?? "");
    case "fieldset":
      return textOfChild(element, "legend");
    case "figure":
      return textOfChild(element, "figcaption");
    case "table":
      return textOfChild(element, "caption");
    default:
      return "";
  }
}

function labelOf(control: Element, labels: Labels): string {
  const id = control.getAttribute("id");
  const label = (id ? labels.get(id) : undefined) ?? control.closest("label");
  return label ? contentOf(label) : "";
}

function textOfChild(element: Element, tag: string): string {
  for (const child of element.children) if (child.localName === tag) return contentOf(child);
  return "";
}

function textOfIds(ids: string | null, element: Element): string {
  if (!ids) return "";
  const names = ids
    .split(/\s+/)
    .map((id) => element.ownerDocument.getElementById(id))
    .map((other) => (other ? other.getAttribute("aria-label") || contentOf(other) : ""));
  return tidy(names.join(" "));
}

/** Text as it is read out: images by their names, what is hidden left out. */
function contentOf(element: Element): string {
  const parts: string[] = [];
  const collect = (node: Node): void => {
    if (isText(node)) parts.push(node.data);
    else if (isElement(node) && !isHidden(node) && !isControl(node)) {
      const own =
        node === element ? "" : (node.getAttribute("aria-label") ?? (node.localName === "img" ? node.getAttribute("alt") : null) ?? "");
      const isBlock = BLOCKS.has(node.localName);
      if (isBlock) parts.push(" ");
      if (own !== "") parts.push(own);
      else if (node.localName !== "svg") node.childNodes.forEach(collect);
      if (isBlock) parts.push(" ");
    }
  };
  collect(element);
  return tidy(parts.join(""));
}

/** A word break lies at the edge of these; inline elements may cut a word in two. */
const BLOCKS = new Set([
  "address",
  "article",
  "br",
  "dd",
  "div",
  "dl",
  "dt",
  "figcaption",
  "figure",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "hr",
  "li",
  "ol",
  "p",
  "pre",
  "section",
  "table",
  "td",
  "th",
  "tr",
  "ul",
]);

const TRUE_OR_VALUE = [
  "aria-busy",
  "aria-checked",
  "aria-current",
  "aria-disabled",
  "aria-expanded",
  "aria-invalid",
  "aria-pressed",
  "aria-readonly",
  "aria-required",
  "aria-selected",
];
/** A property such as [expanded=false] says that the thing can be opened; for the others false is the same as absent. */
const TOLD_WHEN_FALSE = new Set(["aria-expanded", "aria-pressed"]);

function statesOf(element: Element, role: string, labels: Labels): string[] {
  const states = new Set<string>();
  const level = role === "heading" ? (element.getAttribute("aria-level") ?? /^h([1-6])$/.exec(element.localName)?.[1]) : undefined;
  if (level) states.add(`level=${level}`);
  for (const attribute of TRUE_OR_VALUE) {
    const value = element.getAttribute(attribute);
    if (value === null || value === "" || (value === "false" && !TOLD_WHEN_FALSE.has(attribute))) continue;
    states.add(value === "true" ? attribute.slice("aria-".length) : `${attribute.slice("aria-".length)}=${value}`);
  }
  const sort = element.getAttribute("aria-sort");
  if (sort && sort !== "none") states.add(`sort=${sort}`);
  if (isFormControl(element)) {
    // Attributes, not properties: what the server rendered is what the outline is of.
    if (element.hasAttribute("disabled") || element.closest("fieldset[disabled]")) states.add("disabled");
    if (element.hasAttribute("required")) states.add("required");
    if (element.hasAttribute("readonly")) states.add("readonly");
    if (element.hasAttribute("checked")) states.add("checked");
  }
  if (element.localName === "option" && element.hasAttribute("selected")) states.add("selected");
  const value = valueOf(element);
  if (value !== "") states.add(`value=${JSON.stringify(value)}`);
  const placeholder = tidy(element.getAttribute("placeholder") ?? "");
  if (placeholder !== "" && placeholder !== nameOf(element, role, labels)) states.add(`placeholder=${JSON.stringify(placeholder)}`);
  const description = textOfIds(element.getAttribute("aria-describedby"), element);
  if (description !== "") states.add(`description=${JSON.stringify(description)}`);
  return [...states];
}

function valueOf(element: Element): string {
  switch (element.localName) {
    case "textarea":
      return tidy(element.textContent ?? "");
    case "select":
      return [...element.querySelectorAll("option[selected]")].map(contentOf).join(", ");
    case "input": {
      const type = typeOf(element);
      return ["button", "checkbox", "image", "radio", "reset", "submit"].includes(type) ? "" : tidy(element.getAttribute("value") ?? "");
    }
    case "progress":
    case "meter":
      return element.getAttribute("value") ?? "";
    default:
      return element.getAttribute("aria-valuetext") ?? element.getAttribute("aria-valuenow") ?? "";
  }
}

function isHidden(element: Element): boolean {
  if (SILENT.has(element.localName) || element.hasAttribute("hidden") || element.getAttribute("aria-hidden") === "true") return true;
  if (element.localName === "input" && typeOf(element) === "hidden") return true;
  return /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\b/.test(element.getAttribute("style") ?? "");
}

/** The text of such a label is told as the name of its control; text that labels nothing stays, so that a broken label shows. */
function isLabelOfControl(element: Element, labels: Labels): boolean {
  const id = element.localName === "label" ? element.getAttribute("for") : null;
  const control = id ? element.ownerDocument.getElementById(id) : null;
  return (
    control !== null && isFormControl(control) && !isHidden(control) && labels.get(control.id) === element && !element.contains(control)
  );
}

function isLabelAroundControl(element: Element): boolean {
  return (
    element.localName === "label" &&
    !element.hasAttribute("for") &&
    element.querySelector("input:not([type=hidden]), select, textarea") !== null
  );
}

const NAMES_ITS_PARENT: Readonly<Record<string, string>> = { legend: "fieldset", figcaption: "figure", caption: "table" };

function isNameOfParent(element: Element): boolean {
  const parent = element.parentElement;
  if (!parent || NAMES_ITS_PARENT[element.localName] !== parent.localName) return false;
  return !parent.hasAttribute("aria-label") && !parent.hasAttribute("aria-labelledby") && !parent.hasAttribute("role");
}

function labelsById(root: Element): Labels {
  const labels = new Map<string, Element>();
  for (const label of root.querySelectorAll("label[for]")) {
    const id = label.getAttribute("for");
    if (id && !labels.has(id)) labels.set(id, label);
  }
  return labels;
}

const isFormControl = (element: Element): boolean =>
  ["button", "input", "meter", "output", "progress", "select", "textarea"].includes(element.localName);
/** A control inside a label is not part of the label's text. */
const isControl = (element: Element): boolean => ["input", "select", "textarea"].includes(element.localName);
const typeOf = (input: Element): string => (input.getAttribute("type") ?? "text").toLowerCase();
const isElement = (node: Node): node is Element => node.nodeType === 1;
const isText = (node: Node): node is Text => node.nodeType === 3;
const tidy = (text: string): string => text.replace(/\s+/g, " ").trim();
const indent = (depth: number): string => "  ".repeat(depth);
