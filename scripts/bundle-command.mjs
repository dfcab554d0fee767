// The program that bundles a command, for scripts/load.cjs: prints the file, or nothing where each file is to be loaded by itself.
import path from "node:path";

try {
  const { bundleOf } = await import("./bundled.mjs");
  const [, , name = ""] = process.argv;
  process.stdout.write((await bundleOf(path.join(import.meta.dirname, ".."), name)) ?? "");
} catch (error) {
  // Without packages there is none; loading them says so.
  if (!(error instanceof Error && "code" in error && String(error.code).endsWith("MODULE_NOT_FOUND"))) throw error;
}
