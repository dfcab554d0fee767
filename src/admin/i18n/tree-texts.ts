// Loads the texts of dialogs that choose from trees in one language.
import type { TextLoader } from "./index.ts";

export const treeTexts: TextLoader = async (language) => (language === "en" ? (await import("./texts/trees.en.ts")).trees : (await import("./texts/trees.zh.ts")).trees);
