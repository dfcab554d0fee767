// `npm run package`: an archive that runs on a production machine with Node alone; tried before it is called done.
import { execFile } from "node:child_process";
import { rm, stat } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { BuildError, buildWhatChanged } from "./build.ts";
import { commands, parametersOf } from "./commands.ts";
import { fillPackage } from "./package/contents.ts";
import { tryPackage } from "./package/trial.ts";

async function main(): Promise<void> {
  const { values } = parametersOf(commands.package);
  const root = path.resolve(import.meta.dirname, "..");
  await buildWhatChanged({ root, say: (line) => console.log(line) });
  const { name, folder, vendored } = await fillPackage(root);
  const archive = path.join(path.dirname(folder), `${name}-${process.platform}-${process.arch}.tgz`);
  await rm(archive, { force: true });
  await promisify(execFile)("tar", ["-czf", archive, "-C", path.dirname(folder), name]);
  console.log(
    `${path.relative(root, archive)}: ${((await stat(archive)).size / 1024 ** 2).toFixed(1)} MB, with ${vendored.length} packages`,
  );
  if (values["no-trial"] === true) return;
  for (const line of await tryPackage(archive, name)) console.log(`  tried: ${line}`);
}

main().catch((error: unknown) => {
  console.error(error instanceof BuildError ? error.message : error);
  process.exitCode = 1;
});
