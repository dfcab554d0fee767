// The language of the application: which one, where it is stored, and the texts of each, loaded on demand.
import i18next from "i18next";
import type { Language } from "../../schema/text.ts";
import { readStored, writeStored } from "../browser/storage.ts";
import { loadPart } from "../browser/load-part.ts";
import { addFormTexts } from "./form-texts.ts";
import type { TextParts } from "./texts.ts";

const storedAs = "language";

/** A part of the texts, named like its files in `texts/`. */
type TextPartName = keyof TextParts;

const files = import.meta.glob<TextParts[TextPartName]>(["./texts/*.ts", "!./texts/{first-page,application}.*.ts"], { import: "texts" });

/** What every page needs, of each language in one file. */
const whole = { zh: () => import("./languages/zh.ts"), en: () => import("./languages/en.ts") } as const satisfies Record<
  Language,
  () => Promise<unknown>
>;

const inWhole: Readonly<Partial<Record<TextPartName, "firstPage" | "application">>> = {
  "first-page": "firstPage",
  application: "application",
};

async function readPart(part: TextPartName, chosen: Language): Promise<object> {
  const member = inWhole[part];
  if (member !== undefined) {
    const texts = await whole[chosen]();
    addFormTexts(chosen, texts.forms);
    return texts[member];
  }
  const file = files[`./texts/${part}.${chosen}.ts`];
  if (file === undefined) throw new Error(`There are no texts "${part}" in the language "${chosen}".`);
  return loadPart(file);
}

const parts = new Set<TextPartName>(["first-page"]);
const loaded = new Map<TextPartName, Set<Language>>();

function isLanguage(value: unknown): value is Language {
  return value === "zh" || value === "en";
}

/** The language that was chosen last, Chinese by default (docs/specification.md §9). */
export function storedLanguage(): Language {
  const content = readStored(storedAs)?.content;
  return isLanguage(content) ? content : "zh";
}

/** The language of the page. */
export function language(): Language {
  return i18next.language === "en" ? "en" : "zh";
}

/** The tag of a language for the `lang` attribute. */
function tagOf(chosen: Language): string {
  return chosen === "en" ? "en" : "zh-CN";
}

async function load(part: TextPartName, chosen: Language): Promise<void> {
  const languages = loaded.get(part) ?? new Set();
  loaded.set(part, languages);
  if (languages.has(chosen)) return;
  i18next.addResourceBundle(chosen, "translation", await readPart(part, chosen), true, true);
  languages.add(chosen);
}

/** Adds the texts of a part in the current language, and in every language chosen afterwards. */
export async function addTexts(part: TextPartName): Promise<void> {
  parts.add(part);
  await load(part, language());
}

/** Makes the texts of the first page ready. `onLoaded` is called as soon as the language is known. */
export async function startLanguage(onLoaded: () => void = () => undefined): Promise<void> {
  const chosen = storedLanguage();
  await i18next.init({
    lng: chosen,
    fallbackLng: false,
    resources: {},
    interpolation: { escapeValue: false },
  });
  onLoaded();
  await load("first-page", chosen);
  document.documentElement.lang = tagOf(chosen);
}

/** Changes the language at once, without loading the page anew, and keeps the choice. */
export async function changeLanguage(chosen: Language): Promise<void> {
  await Promise.all([...parts].map((part) => load(part, chosen)));
  writeStored(storedAs, chosen);
  document.documentElement.lang = tagOf(chosen);
  await i18next.changeLanguage(chosen);
}
