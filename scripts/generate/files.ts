// Writes generated files, or lists the stale ones. Files that no definition produces any more are removed.
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { examplesFolder } from "./examples.ts";
import type { Outputs } from "./outputs.ts";

/** Written to a temporary file and renamed, so that readers never see half a file. */
async function put(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}.tmp`;
  await writeFile(temporary, text);
  await rename(temporary, file);
}

async function differs(file: string, text: string): Promise<boolean> {
  return !existsSync(file) || (await readFile(file, "utf8")) !== text;
}

/** Screens and examples on disk that are not among the outputs: their definition or document is gone. */
async function leftOver(folder: string, outputs: Outputs): Promise<readonly string[]> {
  const below = async (name: string, ending: string): Promise<readonly string[]> => {
    if (!existsSync(path.join(folder, name))) return [];
    const files = await readdir(path.join(folder, name), { recursive: true });
    return files.filter((file) => file.endsWith(ending)).map((file) => `${name}/${file.split(path.sep).join("/")}`);
  };
  // A checkout without documents keeps the examples as they are.
  const examples = outputs.has(`${examplesFolder}/names.ts`) ? await below(examplesFolder, ".ts") : [];
  return [...(await below("screens", ".json")), ...examples].filter((file) => !outputs.has(file)).sort();
}

/** Files whose text differs from the definitions' current output, including removed ones. */
export async function staleFiles(folder: string, outputs: Outputs): Promise<readonly string[]> {
  const changed: string[] = [];
  for (const [name, text] of outputs) if (await differs(path.join(folder, name), text)) changed.push(name);
  return [...changed, ...(await leftOver(folder, outputs))];
}

/** Writes only what is stale, so that watchers see only real changes. Returns what was written or removed. */
export async function writeOutputs(folder: string, outputs: Outputs): Promise<readonly string[]> {
  const stale = await staleFiles(folder, outputs);
  for (const name of stale) {
    const text = outputs.get(name);
    if (text === undefined) await rm(path.join(folder, name));
    else await put(path.join(folder, name), text);
  }
  return stale;
}

/** Writes some of the outputs; other files on disk are left alone. */
export async function writeFiles(folder: string, outputs: Outputs): Promise<readonly string[]> {
  const written: string[] = [];
  for (const [name, text] of outputs) {
    if (!(await differs(path.join(folder, name), text))) continue;
    await put(path.join(folder, name), text);
    written.push(name);
  }
  return written;
}
