// Runs Stryker with the options in a file, and writes what became of each mutant into another: a process of its own, so that none of the
// processes that it starts outlives an interruption (scripts/mutate.ts).
import { readFile, writeFile } from "node:fs/promises";
import { Stryker } from "@stryker-mutator/core";

const [options = "", results = ""] = process.argv.slice(2);
const judged = await new Stryker(JSON.parse(await readFile(options, "utf8"))).runMutationTest();
await writeFile(results, JSON.stringify(judged));
