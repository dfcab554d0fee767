// Loads the texts of the fixed pages and their dialogs in one language.
import type { TextLoader } from "./index.ts";

export const pageTexts: TextLoader = async (language) => (language === "en" ? (await import("./texts/pages.en.ts")).pages : (await import("./texts/pages.zh.ts")).pages);
