// Refine's i18n provider over i18next. Refine's own texts are never shown: where it asks for one, it gets its default back.
import type { I18nProvider } from "@refinedev/core";
import i18next from "i18next";
import { changeLanguage, language } from "./index.ts";

export const i18nProvider: I18nProvider = {
  translate(key: string, options?: unknown, fallback?: string) {
    const given = typeof options === "string" ? options : fallback;
    return i18next.exists(key) ? String(i18next.getResource(language(), "translation", key)) : (given ?? key);
  },
  changeLocale: (chosen: string) => changeLanguage(chosen === "en" ? "en" : "zh"),
  getLocale: () => language(),
};
