// Loads the texts of the home page and the console in one language.
import type { TextLoader } from "./index.ts";

export const homeTexts: TextLoader = async (language) => (language === "en" ? (await import("./texts/home.en.ts")).home : (await import("./texts/home.zh.ts")).home);
