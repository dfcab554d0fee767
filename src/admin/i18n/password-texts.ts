// Loads the texts of the page that asks for a password of one's own in one language.
import type { TextLoader } from "./index.ts";

export const passwordTexts: TextLoader = async (language) => (language === "en" ? (await import("./password.en.ts")).password : (await import("./password.zh.ts")).password);
