// The reader's language, and the texts of the forms in it.
import i18next from "i18next";
import { useTranslation } from "./use-translation.ts";
import type { Language } from "#schema/text";
import { formTexts } from "./form-texts.ts";
import type { FormTexts } from "./forms/zh.ts";

/** The language the application is shown in. */
export function useLanguage(): Language {
  useTranslation();
  return i18next.language === "en" ? "en" : "zh";
}

/** The texts of the forms in the reader's language. */
export function useFormTexts(): FormTexts {
  return formTexts(useLanguage());
}

/** What stands between a name and what is said of it. */
export const colonOf = (language: Language): string => (language === "zh" ? "：" : ": ");
