// Loads the texts of coming back from another platform and of registration in one language.
import type { TextLoader } from "./index.ts";

export const socialTexts: TextLoader = async (language) => (language === "en" ? (await import("./texts/social.en.ts")).social : (await import("./texts/social.zh.ts")).social);
