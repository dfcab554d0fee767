// `npm run package`: an archive that runs on a production machine with Node alone; tried before it is called done.
import { execFile } from "node:child_process";
import { rm, stat } from "node:fs/promises";
import path from "node:path";
import { parseArgs, promisify } from "node:util";
import { BuildError, buildWhatChanged } from "./build.ts";
import { fillPackage } from "./package/contents.ts";
import { tryPackage } from "./package/trial.ts";

const usage = `npm run package -- [--no-trial]

Builds what has changed and packs it into dist/package/tracemark-<version>-<system>-<processor>.tgz: the server, the pages, the packages that the
server loads, documents, and examples for nginx, systemd and containers. Then unpacks it in an empty folder, starts it there, signs in, backs
up and restores.

  --no-trial   leaves that out`;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { "no-trial": { type: "boolean", default: false }, help: { type: "boolean", default: false } } });
  if (values.help) {
    console.log(usage);
    return;
  }
  const root = path.resolve(import.meta.dirname, "..");
  await buildWhatChanged({ root, say: (line) => console.log(line) });
  const { name, folder, vendored } = await fillPackage(root);
  const archive = path.join(path.dirname(folder), `${name}-${process.platform}-${process.arch}.tgz`);
  await rm(archive, { force: true });
  await promisify(execFile)("tar", ["-czf", archive, "-C", path.dirname(folder), name]);
  console.log(
    `${path.relative(root, archive)}: ${((await stat(archive)).size / 1024 ** 2).toFixed(1)} MB, with ${vendored.length} packages`,
  );
  if (values["no-trial"]) return;
  for (const line of await tryPackage(archive, name)) console.log(`  tried: ${line}`);
}

main().catch((error: unknown) => {
  const isUsage = error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
  console.error(isUsage && error instanceof Error ? `${error.message}\n\n${usage}` : error instanceof BuildError ? error.message : error);
  process.exitCode = 1;
});
