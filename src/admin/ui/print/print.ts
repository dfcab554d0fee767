// Prints what is on the screen without the shell around it: the open page, or the record in a dialog, under its title, its filters, the time
// and the person. The same for every page, and loaded when somebody prints.
import i18next from "i18next";
import { localNow } from "#schema/local-time";
import { session } from "../../api/session.ts";
import { addTexts } from "../../i18n/index.ts";
import { letterheadOf, type Letterhead } from "./letterhead.ts";
import { prepared } from "./preparations.ts";
import "./print.css";

/** Widths of A4 between its margins, px. */
const upright = 718;
const across = 1040;
/** Smaller would be too small to read. */
const minZoom = 0.45;
/** A little smaller is better to read than paper that lies across. */
const minUprightZoom = 0.85;

/** How the paper lies, and how much smaller it is written on, for a table of some width. */
function sheetFor(maxWidth: number): { readonly isAcross: boolean; readonly zoom: number } {
  const isAcross = maxWidth * minUprightZoom > upright;
  const room = isAcross ? across : upright;
  return { isAcross, zoom: maxWidth <= room ? 1 : Math.max(minZoom, room / maxWidth) };
}

/** The open record, or else the open page. */
function shownPart(): HTMLElement | undefined {
  const visible = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)].findLast((one) => one.checkVisibility());
  return visible(".tf-dialog .ant-modal-content") ?? visible(".tm-panel-scroll > *") ?? visible("main");
}

/** The name of what is printed: of a record what it is and its number; of a list what is read out and not seen. */
function titleOf(part: HTMLElement): string {
  const named = part.querySelector<HTMLElement>("[data-print-title]")?.dataset["printTitle"];
  return named ?? (part.querySelector(".ant-modal-title, h1")?.textContent ?? document.title).trim();
}

/** The filters of a list, as its chips say them. */
const filtersOf = (part: HTMLElement): readonly string[] =>
  [...part.querySelectorAll(".tm-chip-text")].map((chip) => (chip.textContent ?? "").trim()).filter((text) => text !== "");

/** Whose paper it is: the logo beside the name and the address. */
function ownerOf({ name, address, logo }: Letterhead, line: (tag: string, text: string, into: HTMLElement) => HTMLElement): HTMLElement {
  const owner = document.createElement("div");
  owner.className = "tm-print-owner";
  if (logo !== undefined) owner.append(logo);
  const words = document.createElement("div");
  line("p", name, words).className = "tm-print-name";
  if (address !== "") line("p", address, words);
  owner.append(words);
  return owner;
}

function headOf(part: HTMLElement, letterhead: Letterhead): HTMLElement {
  const head = document.createElement("header");
  head.className = "tm-print-head";
  const line = (tag: string, text: string, into: HTMLElement = head) => {
    const element = document.createElement(tag);
    element.textContent = text;
    into.append(element);
    return element;
  };
  if (letterhead.name !== "") head.append(ownerOf(letterhead, line));
  line("h1", titleOf(part));
  const filters = filtersOf(part);
  if (filters.length > 0) line("p", i18next.t("print.filters", { filters: filters.join("；") }));
  const name = session()?.user.name ?? "";
  // In the installation's zone, as all times on the sheet are.
  line("p", i18next.t("print.by", { time: localNow(), name }));
  return head;
}

const isMedia = (rule: CSSRule): rule is CSSMediaRule => rule instanceof CSSMediaRule;

/** The rules of this page that hold on paper alone. */
function printRules(rules: Iterable<CSSRule>): readonly CSSMediaRule[] {
  return [...rules].filter(isMedia).filter(({ media }) => media.mediaText === "print");
}

/** The answer of `measure` with the layout of paper. It is asked at once, so nobody sees any of it. */
function onPaper<T>(measure: () => T): T {
  // The rules of a sheet of another site are closed to the page.
  const own = [...document.styleSheets].filter(({ href }) => href === null || new URL(href).origin === location.origin);
  const rules = own.flatMap(({ cssRules }) => printRules(cssRules));
  for (const { media } of rules) media.mediaText = "all";
  try {
    return measure();
  } finally {
    for (const { media } of rules) media.mediaText = "print";
  }
}

/**
 * How wide the widest table of a part wants to be, px: of those that are printed, with what they hold, and not as the window has room for it.
 * The same document has the same paper.
 */
function maxTableWidth(part: HTMLElement): number {
  part.dataset["printMeasured"] = "";
  const maxWidth = onPaper(() => Math.max(0, ...[...part.querySelectorAll("table")].map((table) => table.offsetWidth)));
  delete part.dataset["printMeasured"];
  return maxWidth;
}

/** Leaves only the part and what it stands in; answers what takes that back. */
function isolate(part: HTMLElement, letterhead: Letterhead): () => void {
  const marked: HTMLElement[] = [];
  // Attributes, as classes are written anew where the width of the paper changes them.
  const mark = (element: Element, role: "part" | "around" | "left-out") => {
    if (!(element instanceof HTMLElement)) return;
    element.dataset["print"] = role;
    marked.push(element);
  };
  mark(part, "part");
  for (let inner: HTMLElement = part, outer = part.parentElement; outer !== null; inner = outer, outer = outer.parentElement) {
    if (outer !== document.documentElement) mark(outer, "around");
    for (const sibling of outer.children) if (sibling !== inner && outer !== document.documentElement) mark(sibling, "left-out");
  }
  const { isAcross, zoom } = sheetFor(maxTableWidth(part));
  const head = headOf(part, letterhead);
  if (isAcross) for (const element of [head, part]) element.dataset["printAcross"] = "";
  if (zoom < 1) part.style.setProperty("--tm-print-zoom", String(zoom));
  document.body.prepend(head);
  return () => {
    head.remove();
    part.style.removeProperty("--tm-print-zoom");
    delete part.dataset["printAcross"];
    for (const element of marked) delete element.dataset["print"];
  };
}

const nextFrame = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => resolve()));

/** Opens the print dialog of the browser for a part of the page; for the open record or page unless given. */
export async function printPart(part: HTMLElement | undefined = shownPart()): Promise<void> {
  if (part === undefined) return;
  const of = part.querySelector<HTMLElement>("[data-print-tenant]")?.dataset["printTenant"];
  const [letterhead] = await Promise.all([letterheadOf(of), addTexts("print"), prepared()]);
  // A menu that was pressed for this is gone by then.
  await nextFrame();
  await nextFrame();
  const restore = isolate(part, letterhead);
  addEventListener("afterprint", restore, { once: true });
  print();
}
