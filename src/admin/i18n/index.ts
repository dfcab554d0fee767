// The language of the application: which one, where it is kept, and the texts of each, loaded when they are needed.
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import type { Language } from "../../schema/text.ts";
import { readStored, writeStored } from "../api/stored.ts";
import type { TextPart } from "./texts.ts";

const storedAs = "language";

/** The texts of a part of the application in one language. */
export type TextLoader = (language: Language) => Promise<TextPart>;

const firstPage: TextLoader = async (language) => (language === "en" ? (await import("./texts/first-page.en.ts")).en : (await import("./texts/first-page.zh.ts")).zh);

const loaders = new Set<TextLoader>([firstPage]);
const loaded = new Map<TextLoader, Set<Language>>();

function isLanguage(value: unknown): value is Language {
  return value === "zh" || value === "en";
}

/** The language that was chosen last, Chinese by default (specification §9). */
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

async function load(loader: TextLoader, chosen: Language): Promise<void> {
  const known = loaded.get(loader) ?? new Set();
  loaded.set(loader, known);
  if (known.has(chosen)) return;
  i18next.addResourceBundle(chosen, "translation", await loader(chosen), true, true);
  known.add(chosen);
}

/** Adds the texts of a part that was loaded later, in the present language and in every one chosen afterwards. */
export async function addTexts(loader: TextLoader): Promise<void> {
  loaders.add(loader);
  await load(loader, language());
}

/** Makes the texts of the first page ready. */
export async function startLanguage(): Promise<void> {
  const chosen = storedLanguage();
  await i18next.use(initReactI18next).init({
    lng: chosen,
    fallbackLng: false,
    resources: {},
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  await load(firstPage, chosen);
  document.documentElement.lang = tagOf(chosen);
}

/** Changes the language at once, without loading the page anew, and keeps the choice. */
export async function changeLanguage(chosen: Language): Promise<void> {
  await Promise.all([...loaders].map((loader) => load(loader, chosen)));
  writeStored(storedAs, chosen);
  document.documentElement.lang = tagOf(chosen);
  await i18next.changeLanguage(chosen);
}
