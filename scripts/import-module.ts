// Imports a TypeScript file of a checkout by its path. In a command that runs from a bundle, the bundle's own module stands here
// (scripts/bundled.mjs).
import { pathToFileURL } from "node:url";

export const importModule = (file: string): Promise<unknown> => import(pathToFileURL(file).href);
