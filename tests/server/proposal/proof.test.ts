// Proposed definitions, unchanged, in a checkout of their own: they are generated from and checked, compile, answer the generated tests of
// every resource on a real database, and their screens are drawn. That is minutes of work, done by `npm run prove-proposals` and
// `npm test -- --full`. A landing generates from a few tables and checks them, in the process of the test; what is proposed from the other
// tables is checked in proposals.test.ts.
import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { treeOf } from "../../../src/proposal/definition.ts";
import { printDefinition } from "../../../src/proposal/print.ts";
import { checkCommand } from "../../../scripts/check/command.ts";
import { generateCommand } from "../../../scripts/generate/command.ts";
import { isFull } from "../../support/amounts.ts";
import { copyOfCheckout, type Checkout } from "../../support/checkout.ts";
import { printerFor, smallCheckout } from "../../support/small-checkout.ts";
import { proposedFrom, tablesOf } from "./proposed.ts";
import { fileTables, mariadbTables } from "./sources.ts";

const isWhole = isFull || process.env["PROPOSALS"] === "all";
/** A document with its lines and what it refers to, a tree, and a table of another style. */
const few: ReadonlySet<string> = new Set(["t_supplier", "t_purchase_order", "t_purchase_order_line", "departments", "support_tickets"]);
const area = "proved";

const ofPostgres = await tablesOf();
const others = isWhole ? [...(await mariadbTables()), ...(await fileTables())] : [];
const tables = [...ofPostgres.filter(({ name }) => isWhole || few.has(name)), ...others];
const proposals = proposedFrom(tables, area).map(({ proposal }) => proposal);
const names = proposals.map(({ name }) => name);

/** Writes the definitions into a checkout, with their area. */
function writeInto(checkout: Checkout): void {
  checkout.write(
    `resources/${area}/area.ts`,
    `import { defineArea } from "#schema";\n\nexport default defineArea({ name: "${area}", label: ["证明", "Proved"], icon: "tool", sort: 99 });\n`,
  );
  for (const proposal of proposals) checkout.write(`resources/${area}/${proposal.name}.ts`, printDefinition(treeOf(proposal)));
}

let copy: Checkout;
beforeAll(() => {
  if (!isWhole) return;
  copy = copyOfCheckout(["tests", "public", "index.html", "verify.html", "vite.config.ts", "vite.server.config.ts", "vitest.config.ts"]);
  writeInto(copy);
  copy.write(
    `tests/server/conformance/${area}.test.ts`,
    `import { describeConformance } from "./suite.ts";\n\ndescribeConformance("${area}");\n`,
  );
  const files = [`resources/${area}`, "generated", `tests/server/conformance/${area}.test.ts`, "tests/support", "src/**/*.d.ts"];
  copy.write("tsconfig.proof.json", JSON.stringify({ extends: "./tsconfig.json", include: files }));
});
afterAll(() => {
  if (isWhole) copy[Symbol.dispose]();
});

/** Runs a program in the copy, as a person would there: nothing of this run of tests is left in its environment. */
function run(program: string, ...parameters: readonly string[]): string {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST$|NODE_ENV$|NODE_OPTIONS$|PROPOSALS$|TRACEMARK_FULL$)/.test(name)),
  );
  const result = spawnSync(process.execPath, [`node_modules/${program}`, ...parameters], {
    cwd: copy.root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    env: { ...env, NO_COLOR: "1", CI: "1" },
  });
  const output = `${result.stdout}${result.stderr}`;
  if (isWhole) console.log(output.split("\n").slice(-12).join("\n"));
  return result.status === 0 ? "" : output.slice(-12_000);
}

/** What a script printed where it failed; "" otherwise. */
function script(name: string): string {
  const { code, output } = copy.run(name);
  if (isWhole) console.log(output.split("\n").slice(-6).join("\n"));
  return code === 0 ? "" : output;
}

describe(`${proposals.length} proposed definitions, unchanged,`, () => {
  it("are as many as there are tables", () => {
    expect(new Set(names).size).toBe(tables.length);
    expect(ofPostgres).toHaveLength(30);
  });

  if (isWhole) describeWhole();
  else
    it("are generated from, and pass npm run check", async () => {
      using small = smallCheckout();
      writeInto(small);
      const { importFile, root } = small;
      const printed: string[] = [];
      expect([await generateCommand(root, { importFile, printer: printerFor(printed) }), printed]).toEqual([0, expect.anything()]);
      for (const name of names) expect(printed).toContain(`generated/screens/${name}.json`);
      const reported: string[] = [];
      expect([await checkCommand(root, { importFile, printer: printerFor(reported) }), reported]).toEqual([0, expect.anything()]);
    });
});

function describeWhole(): void {
  it("are generated from, and pass npm run check", () => {
    expect(script("generate")).toBe("");
    expect(script("check")).toBe("");
  });

  it("compile, with all that is generated from them", () => {
    expect(run("tsc/bin/tsc", "--project", "tsconfig.proof.json")).toBe("");
  });

  it("pass the generated tests on a real database", () => {
    const file = `tests/server/conformance/${area}.test.ts`;
    expect(run("vitest/vitest.mjs", "run", "--project", "server", file)).toBe("");
  });

  it("have screens in both languages, which nothing complains about", () => {
    const these = `the screens of (${names.join("|")})$`;
    expect(run("vitest/vitest.mjs", "run", "--project", "screens", "--update", "-t", these)).toBe("");
    const missing = names.filter((name) => !copy.has(`tests/screens/__outlines__/${name}.txt`));
    expect(missing).toEqual([]);
  });
}
