// Definitions that are proposed from thirty tables of a real PostgreSQL, unchanged, pass what `npm run check` checks, and a file says what
// its preview showed.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { areas, definitions } from "#generated/registry.ts";
import { checkDefinitions } from "#schema/checks/index";
import { iconNames } from "../../../src/admin/ui/icons/names.ts";
import { treeOf } from "../../../src/proposal/definition.ts";
import { evaluateDefinition } from "../../../src/proposal/evaluate.ts";
import { tablesOfSchema } from "../../../src/proposal/from-schema.ts";
import { printDefinition } from "../../../src/proposal/print.ts";
import type { Proposed } from "../../../src/proposal/propose.ts";
import { proposedFrom, tablesOf } from "./proposed.ts";

const tables = await tablesOf();
const proposed = proposedFrom(tables, "production");
const named = (name: string) => {
  const found = proposed.find(({ proposal }) => proposal.name === name);
  if (found === undefined) throw new Error(`nothing was proposed as ${name}`);
  return { ...found, source: printDefinition(treeOf(found.proposal)) };
};
const folder = mkdtempSync(path.join(import.meta.dirname, ".printed-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** What the product's own check refuses of proposals, together with the definitions that there are. */
function findingsOf(checked: readonly Proposed[]) {
  const own = checked.map(({ proposal }) => ({
    data: evaluateDefinition(treeOf(proposal)),
    file: `resources/${proposal.area}/${proposal.name}.ts`,
    area: proposal.area,
  }));
  const loadedAreas = areas.map((area) => ({ area, file: `resources/${area.name}/area.ts` }));
  const existing = { handlers: new Set<string>(), pages: new Set<string>(), dialogs: new Set<string>(), icons: new Set<string>(iconNames) };
  const { findings } = checkDefinitions({ definitions: [...definitions, ...own], loadedAreas }, existing);
  const files = new Set(own.map(({ file }) => file));
  return findings.filter(({ file, level }) => files.has(file) && level === "error");
}

describe("thirty tables", () => {
  it("become definitions without a finding, together with those that there are", () => {
    expect(proposed).toHaveLength(30);
    expect(findingsOf(proposed)).toEqual([]);
  });

  it("are printed as files that export what was previewed", async () => {
    for (const { proposal } of proposed) {
      const tree = treeOf(proposal);
      const file = path.join(folder, `${proposal.name}.ts`);
      writeFileSync(file, printDefinition(tree));
      const module = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as { readonly default: unknown };
      expect(module.default).toEqual(evaluateDefinition(tree));
    }
  });
});

describe("what is read out of a table", () => {
  it("labels, choices and the platform's own columns come from comments and names", () => {
    const { source, proposal } = named("supplier");
    expect(source).toContain(
      'supplierCode: code("供应商编号", "Supplier code", { required: true, max: 32, search: "like", unique: "tenant" })',
    );
    expect(source).toContain('options: [[1, "生产商"');
    expect(source).toContain("status: enabled(),");
    expect(proposal.fields.filter(({ isIncluded }) => !isIncluded).map(({ column }) => column)).toEqual(
      expect.arrayContaining(["id", "tenant_id", "create_user", "update_time", "is_deleted"]),
    );
  });

  it("foreign keys become references, keys of several columns stay, comparisons become rules", () => {
    const { source } = named("purchase-order-line");
    expect(source).toContain('orderId: ref("purchase-order", "订单", "Order", { required: true, search: "equal" })');
    expect(source).toContain('unique: [["orderId", "lineNo"]]');
    expect(source).toContain('receivedQty: { le: { field: "qty" } }');
  });

  it("steps of a status become a life cycle whose states can all be reached", () => {
    const { source, remarks } = named("purchase-order");
    expect(source).toContain('draft: [0, "草稿", "Draft"]');
    expect(source).toContain('approve: { label: ["批准", "Approve"], from: "submitted", to: "approved" }');
    expect(remarks).toContainEqual(expect.objectContaining({ column: "status", isDecision: true }));
  });

  it("names that are reserved, taken, too long or in other letters are put right", () => {
    expect(named("price-history").source).toMatch(/groupValue: .*\n.*sizeValue: .*\n.*selectValue: /);
    expect(named("product-category-2").proposal.path).toBe("/digit-bind/product-category-2");
    expect(named("a-very-long-table-name-for-the").proposal.fields.map(({ name }) => name.length)).toEqual(
      expect.not.arrayContaining([expect.toSatisfy((length: number) => length > 40)]),
    );
    expect(named("a-very-long-table-name-for-the").source).toContain('text("对账月份", "Field"');
  });

  describe("of a JSON Schema", () => {
    const content = {
      $defs: Object.fromEntries(
        ["sku", "spu", "ordernode", "warehousebillproduct", "attribute"].map((name) => [
          name,
          {
            type: "object",
            required: ["name", "createTime", "size"],
            properties: {
              name: { type: "string", maxLength: 40 },
              createTime: { type: "string", maxLength: 40 },
              size: { type: "string", enum: ["", "small", "large"] },
            },
          },
        ]),
      ),
    };
    const ofSchema = proposedFrom(tablesOfSchema("objects", content), "production");

    it("names, permission keys and kinds that are taken, and options of nothing, are avoided", () => {
      expect(ofSchema.map(({ proposal }) => proposal.name)).toEqual([
        "sku-2",
        "spu-2",
        "ordernode-2",
        "warehousebillproduct-2",
        "attribute-2",
      ]);
      expect(findingsOf(ofSchema)).toEqual([]);
      for (const { proposal } of ofSchema) {
        const size = proposal.fields.find(({ column }) => column === "size");
        expect(size?.options?.map(({ value }) => value)).toEqual(["small", "large"]);
        expect(size?.required).toBeUndefined();
      }
    });

    it("and that is said", () => {
      const message = ofSchema[0]?.remarks.map(({ text }) => text[1]);
      expect(message).toEqual(
        expect.arrayContaining([
          "The name “sku”, or its permission keys, are taken, so it is called “sku-2”",
          "The platform's own column “createTime” is of another kind, so the field is called “createTimeValue”",
          "The empty option was left out; the field may stay empty instead",
        ]),
      );
    });
  });

  it("what cannot be kept is said", () => {
    expect(named("contract").remarks).toContainEqual(expect.objectContaining({ column: "scan", isDecision: true }));
    expect(named("visit-log").remarks.map(({ text }) => text[1])).toContain(
      "The table has no primary key; the platform uses an id of its own",
    );
  });
});
