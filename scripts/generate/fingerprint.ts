// What generated/ is made of, as a fingerprint that is committed with it: a first start makes nothing anew that a checkout has.
import { contentOf, type Sources } from "../fingerprint.ts";

/** The definitions, and the code that decides what becomes of them. Inputs of the browser are in `.tsx` files. */
export const generatedFrom: Sources = {
  places: ["resources", "src/schema", "src/fields", "scripts/generate", "scripts/check"],
  only: /\.ts$/,
};

/** Below generated/. Where branches meet it has a line of each (.gitattributes), which is the fingerprint of neither. */
export const fingerprintFile = "fingerprint.txt";

export const fingerprintText = async (root: string): Promise<string> => `${await contentOf(root, generatedFrom)}\n`;
