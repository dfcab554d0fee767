// Loads the texts of the tree beside a list in one language.
import type { TextLoader } from "./index.ts";

export const besideTexts: TextLoader = async (language) => (language === "en" ? (await import("./beside.en.ts")).beside : (await import("./beside.zh.ts")).beside);
