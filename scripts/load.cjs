// Runs the script of a command (run.cjs) once TypeScript can be loaded and its parameters are understood.
"use strict";
const { execFileSync } = require("node:child_process");
const { rmSync } = require("node:fs");
const path = require("node:path");
const { pathToFileURL } = require("node:url");

/** The bundle of a command, if it is bundled: made by a process that takes its memory along, 150 MB that a command may live on without. */
function bundleOf(name) {
  return execFileSync(process.execPath, [path.join(__dirname, "bundle-command.mjs"), name], { encoding: "utf8" }) || undefined;
}

async function load() {
  const [name, ...parameters] = process.argv.slice(2);
  let bundle;
  try {
    // Help takes a few files only.
    const isAsked = parameters.includes("--help") || parameters.includes("-h");
    if (!isAsked) bundle = bundleOf(name);
    if (bundle === undefined) await import("tsx");
  } catch (error) {
    if (error.code !== "ERR_MODULE_NOT_FOUND" && error.code !== "MODULE_NOT_FOUND") throw error;
    console.error("The packages are not installed: run npm install, and start again.");
    process.exitCode = 1;
    return;
  }
  const script = path.join(__dirname, `${name}.ts`);
  // What Vite's bundler frees goes back to the system at once. It reads this when it is loaded.
  if (bundle !== undefined) process.env.MIMALLOC_PURGE_DELAY ??= "0";
  // As if Node had been given the script.
  process.argv.splice(1, process.argv.length, script, ...parameters);
  const start = await import(pathToFileURL(bundle ?? path.join(__dirname, "commands.ts")).href);
  if (bundle !== undefined) process.setSourceMapsEnabled(true);
  // Everything is in it, and it is read.
  if (bundle !== undefined) rmSync(path.dirname(bundle), { recursive: true, force: true });
  const { isAnswered, run = () => import(pathToFileURL(script).href) } = start;
  // Before the script: a question for help, or a slip of the pen, does none of its work.
  if (!(await isAnswered(name, parameters))) await run();
}

load().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
