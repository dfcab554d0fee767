// `npm run new-handler`: a typed handler that refuses until it is written, registered, with its test; and nothing is written over.
import { expect, it } from "vitest";
import { createHandler, handledBy } from "../../scripts/new-handler/create.ts";
import { copyOfCheckout } from "../support/checkout.ts";
import { productModel } from "../support/product.ts";

const resourceOf = (name: string) => {
  const resource = productModel.resource.get(name);
  if (resource === undefined) throw new Error(`there is no ${name}`);
  return resource;
};

it("begins an area's first handler and registers it, and joins the list of an area that has some", async () => {
  using copy = copyOfCheckout();
  const factory = resourceOf("factory");
  expect(await createHandler(copy.root, factory, handledBy(factory, "submit"))).toEqual({
    file: "src/server/domain/production/factory.ts",
    test: "tests/server/domain/production/factory.test.ts",
    registered: "src/server/domain/business.ts",
  });
  expect(copy.read("src/server/domain/production/factory.ts")).toContain('const submit: SubmitEffect<"factory"> = {');
  expect(copy.read("src/server/domain/production/factory.ts")).toContain('businessError("notWritten"');
  expect(copy.read("src/server/domain/business.ts")).toContain('import { factoryDomain } from "./production/factory.ts";');
  expect(copy.read("src/server/domain/business.ts")).toContain("const areas = mergeDomains([\n  factoryDomain,\n  systemDomain,\n");
  expect(copy.read("tests/server/domain/production/factory.test.ts")).toContain('client.post("/digit-bind/factory/submit"');

  const logistics = resourceOf("logistics-out-doc");
  expect((await createHandler(copy.root, logistics, handledBy(logistics, "remove"))).registered).toBe(
    "src/server/domain/warehousing/index.ts",
  );

  const before = copy.read("src/server/domain/production/factory.ts");
  await expect(createHandler(copy.root, factory, handledBy(factory, "remove"))).rejects.toThrow(/factory\.ts exists\. Add to it/);
  expect(copy.read("src/server/domain/production/factory.ts")).toBe(before);
});

it("names what there is where the name is none", () => {
  expect(() => handledBy(resourceOf("stock-out-doc"), "begin")).toThrow(
    /no action or read called "begin"; there are: start, .*submit, remove, answer/,
  );
  expect(handledBy(resourceOf("stock-out-doc"), "start")).toEqual({ kind: "action", name: "start" });
});
