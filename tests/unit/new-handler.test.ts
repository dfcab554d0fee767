// `npm run new-handler`: a typed handler that refuses until it is written, registered, with its test; and nothing is written over.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { newHandlerCommand } from "../../scripts/new-handler/command.ts";
import { commands } from "../../scripts/commands.ts";
import { createHandler, handledBy, hookNames } from "../../scripts/new-handler/create.ts";
import { findingCodes } from "../../src/schema/checks/finding-codes.ts";
import { productModel } from "../support/product-model.ts";
import { printerFor, smallCheckout, type SmallCheckout } from "../support/small-checkout.ts";

const root = path.resolve(import.meta.dirname, "../..");

const resourceOf = (name: string) => {
  const resource = productModel.resource.get(name);
  if (resource === undefined) throw new Error(`there is no ${name}`);
  return resource;
};

/** Puts the product's own lists of handlers into a checkout. */
function withLists(copy: SmallCheckout): void {
  for (const file of ["src/server/domain/business.ts", "src/server/domain/warehousing/index.ts"])
    copy.write(file, readFileSync(path.join(root, file), "utf8"));
}

it("begins an area's first handler and registers it, and joins the list of an area that has some", async () => {
  using copy = smallCheckout();
  withLists(copy);
  // As people start it.
  expect(copy.run("new-handler", ["factory.submit"])).toMatchObject({
    code: 0,
    output: expect.stringContaining(
      "src/server/domain/production/factory.ts is written, registered in src/server/domain/business.ts; its test is tests/server/domain/production/factory.test.ts.",
    ),
  });
  expect(copy.read("src/server/domain/production/factory.ts")).toContain('const submit: SubmitEffect<"factory"> = {');
  expect(copy.read("src/server/domain/production/factory.ts")).toContain('businessError("notWritten"');
  expect(copy.read("src/server/domain/business.ts")).toContain('import { factoryDomain } from "./production/factory.ts";');
  expect(copy.read("src/server/domain/business.ts")).toContain("const areas = mergeDomains([\n  factoryDomain,\n  systemDomain,\n");
  expect(copy.read("tests/server/domain/production/factory.test.ts")).toContain('client.post("/digit-bind/factory/submit"');
  // What is generated says what is missing, which it no longer is.
  expect(copy.has("generated/missing.json")).toBe(true);

  const logistics = resourceOf("logistics-out-doc");
  expect(await createHandler(copy.root, logistics, handledBy(logistics, "remove"))).toEqual({
    file: "src/server/domain/warehousing/logistics-out-doc.ts",
    test: "tests/server/domain/warehousing/logistics-out-doc.test.ts",
    registered: "src/server/domain/warehousing/index.ts",
  });

  const before = copy.read("src/server/domain/production/factory.ts");
  const factory = resourceOf("factory");
  await expect(createHandler(copy.root, factory, handledBy(factory, "remove"))).rejects.toThrow(/factory\.ts exists\. Add to it/);
  expect(copy.read("src/server/domain/production/factory.ts")).toBe(before);
});

it("names what there is where the name is none", async () => {
  expect(() => handledBy(resourceOf("stock-out-doc"), "begin")).toThrow(
    /no action or read called "begin"; there are: start, .*submit, remove, afterRead/,
  );
  expect(handledBy(resourceOf("stock-out-doc"), "start")).toEqual({ kind: "action", name: "start" });
  using copy = smallCheckout();
  for (const [target, reported] of [
    ["factory", "Name the resource and what is to be written, as in lab-test.release"],
    ["facotry.submit", 'there is no resource "facotry"'],
    ["factory.begin", "there are: select, submit, remove, afterRead"],
  ] as const) {
    const lines: string[] = [];
    expect(await newHandlerCommand(copy.root, target, { importFile: copy.importFile, printer: printerFor(lines) })).toBe(1);
    expect(lines).toEqual([expect.stringContaining(reported)]);
  }
});

it("is documented with the hooks that it scaffolds, and no others", () => {
  const listed = [...(commands["new-handler"].more ?? "").matchAll(/^ {2}(\w+) {3,}\S/gm)].map(([, name]) => name);
  expect(listed).toEqual([...hookNames]);
  const texts = [readFileSync(path.join(root, "docs/cookbook.md"), "utf8"), findingCodes["missing-computation"].remedy];
  for (const text of texts) expect(text).toMatch(/new-handler -- \S+\.afterRead\b/);
  for (const text of [...texts, readFileSync(path.join(root, "docs/effects.md"), "utf8")])
    expect(text).not.toMatch(/new-handler -- \S+\.answer\b|`(?:after|bring|existing)`/);
});
