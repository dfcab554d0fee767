// The reader's language, and the texts of the forms in it.
import { useTranslation } from "react-i18next";
import type { Language } from "#schema/text";
import { formTexts } from "./form-texts.ts";
import type { FormTexts } from "./forms/zh.ts";

/** The language the application is shown in. */
export function useLanguage(): Language {
  return useTranslation().i18n.language === "en" ? "en" : "zh";
}

/** The texts of the forms in the reader's language. */
export function useFormTexts(): FormTexts {
  return formTexts(useLanguage());
}
