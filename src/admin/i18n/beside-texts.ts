// Loads the texts of the tree beside a list in one language.
import type { TextLoader } from "./index.ts";

export const treeFilterTexts: TextLoader = async (language) => (language === "en" ? (await import("./texts/tree-filter.en.ts")).beside : (await import("./texts/tree-filter.zh.ts")).beside);
