// Loads the texts of the page that asks for a password of one's own in one language.
import type { TextLoader } from "./index.ts";

export const passwordTexts: TextLoader = async (language) => (language === "en" ? (await import("./texts/password.en.ts")).password : (await import("./texts/password.zh.ts")).password);
