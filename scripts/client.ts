// `npm run client` writes a typed client of the API as a package: of everything that the definitions describe, or with --from of what a token
// may call on a running server.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { clientFiles } from "./client/package-files.ts";
import { commands, parametersOf } from "./commands.ts";

const root = path.resolve(import.meta.dirname, "..");
const { values } = parametersOf(commands.client);
const folder = path.resolve(root, values.out ?? path.join("dist", "client"));
const name = values.name ?? "tracemark-client";

/** The description that a server sends to a token. */
async function served(address: string): Promise<string> {
  const token = process.env["TRACEMARK_TOKEN"];
  if (token === undefined) throw new Error("set TRACEMARK_TOKEN to an API token of that server");
  const headers = { Authorization: `Bearer ${token}` };
  const answer = await fetch(new URL("/openapi.json", address), { headers }).catch((error: unknown) => {
    // What it says itself is "fetch failed".
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw new Error(`${address} cannot be reached (${reason})`);
  });
  const text = await answer.text();
  if (!answer.ok || !text.startsWith('{"openapi"')) throw new Error(`${address} answered ${answer.status}: ${text.slice(0, 200)}`);
  return text;
}

try {
  const description =
    values.from === undefined ? await readFile(path.join(root, "generated", "openapi.json"), "utf8") : await served(values.from);
  const files = await clientFiles(description, name);
  await mkdir(folder, { recursive: true });
  for (const [file, text] of files) await writeFile(path.join(folder, file), text);
  console.log(`client: ${files.size} files in ${path.relative(process.cwd(), folder) || "."}`);
} catch (error) {
  console.error(`client: ${error instanceof Error ? error.message : String(error)}; nothing was written`);
  process.exitCode = 1;
}
