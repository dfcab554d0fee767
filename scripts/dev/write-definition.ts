// Writes a proposed definition into the checkout, where `npm run dev` takes it over as if somebody had saved it.
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { businessError } from "../../src/server/http/errors.ts";

/** resources/<area>/<name>.ts, and nothing else. */
const isDefinition = (file: string) => /^resources\/[a-z][a-z0-9-]*\/[a-z][a-z0-9]*(?:-[a-z0-9]+)*\.ts$/.test(file);

/** Writes new files only: what somebody has written by hand stays. */
export function definitionWriter(root: string): (file: string, source: string) => Promise<void> {
  return async (file, source) => {
    if (!isDefinition(file)) throw new Error(`${file} is no file of a definition`);
    try {
      await writeFile(path.join(root, file), source, { flag: "wx" });
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "EEXIST")
        throw businessError("fileExists", [`文件 ${file} 已存在，未覆盖`, `${file} exists, and was not overwritten`]);
      throw error;
    }
  };
}
