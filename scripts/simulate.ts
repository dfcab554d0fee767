// `npm run simulate`: what ten billion codes cost in several layouts, computed from what was measured, and written into docs/scale.md.
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { print } from "./bench/goals.ts";
import { commands, parametersOf } from "./commands.ts";
import { simulation, withSimulation } from "./simulate/document.ts";
import { measure } from "./simulate/measure.ts";
import { measuredFile, readMeasured } from "./simulate/measured.ts";

const document = path.resolve(import.meta.dirname, "../docs/scale.md");
const { values } = parametersOf(commands.simulate);
if (values.measure === true) {
  const [first = 0, second = 0] = (values.codes ?? "1000000,3000000").split(",").map(Number);
  await writeFile(measuredFile, `${JSON.stringify(await measure([first, second], values.built === true), undefined, 2)}\n`);
}
const measured = readMeasured();
print(simulation(measured));
await writeFile(document, withSimulation(await readFile(document, "utf8"), measured));
