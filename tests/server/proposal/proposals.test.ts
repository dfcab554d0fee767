// Definitions that are proposed from thirty tables of a real PostgreSQL, unchanged, pass what `npm run check` checks.
import { writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { areas, definitions } from "#generated/registry.ts";
import { checkDefinitions } from "#schema/checks/index";
import { iconNames } from "../../../src/admin/icons/names.ts";
import { treeOf } from "../../../src/proposal/definition.ts";
import { evaluateDefinition } from "../../../src/proposal/evaluate.ts";
import { printDefinition } from "../../../src/proposal/print.ts";
import { proposedFrom, tablesOf } from "./proposed.ts";

const tables = await tablesOf();
const proposed = proposedFrom(tables, "production");

it("every table becomes a definition without a finding", () => {
  const own = proposed.map(({ proposal }) => ({
    data: evaluateDefinition(treeOf(proposal)),
    file: `resources/${proposal.area}/${proposal.name}.ts`,
    area: proposal.area,
  }));
  if (process.env["PROPOSALS"] !== undefined)
    writeFileSync(
      process.env["PROPOSALS"],
      proposed
        .map(
          ({ proposal, remarks }) =>
            `${printDefinition(treeOf(proposal))}\n${remarks.map((one) => `// ${one.column}: ${one.text.join(" | ")}`).join("\n")}`,
        )
        .join("\n\n"),
    );
  const { findings } = checkDefinitions(
    {
      definitions: [...definitions, ...own],
      loadedAreas: areas.map((area) => ({ area, file: `resources/${area.name}/area.ts` })),
      groups: [],
      failures: [],
    },
    { handlers: new Set(), pages: new Set(), dialogs: new Set(), icons: new Set(iconNames), seedFiles: new Set() },
  );
  const files = new Set(own.map(({ file }) => file));
  expect(
    findings
      .filter(({ file, level }) => files.has(file) && level === "error")
      .map(({ file, code, message }) => `${file} ${code} ${message.problem}`),
  ).toEqual([]);
  expect(tables).toHaveLength(30);
});
