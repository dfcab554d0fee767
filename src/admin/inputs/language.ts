// The reader's language, and the texts of the forms in it.
import { useTranslation } from "react-i18next";
import type { Language } from "#schema/text";
import { en } from "./locales/en.ts";
import { zh, type FormTexts } from "./locales/zh.ts";

const texts: Readonly<Record<Language, FormTexts>> = { zh, en };

/** The language the application is shown in. */
export function useLanguage(): Language {
  return useTranslation().i18n.language === "en" ? "en" : "zh";
}

/** The texts of the forms in the reader's language. */
export function useFormTexts(): FormTexts {
  return texts[useLanguage()];
}

export function formTexts(language: Language): FormTexts {
  return texts[language];
}
