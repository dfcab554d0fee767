// Screens for the tests of the forms: the generated ones as the browser loads them, and small ones made from definitions.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { defineResource, ref, text, treeRef } from "#schema";
import type { Fields } from "#schema/field";
import { buildModel } from "#schema/model";
import type { Definition } from "#schema/resource";
import type { LoadedDefinition } from "#schema/resource-data";
import { screenOf, type Screen } from "#schema/screen";

const folder = path.resolve(import.meta.dirname, "../../../generated/screens");

/** Every generated screen, by name. */
export function allScreens(): readonly Screen[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .map((file) => screenNamed(file.replace(/\.json$/, "")));
}

export function screenNamed(name: string): Screen {
  // Written by the generator from this very type.
  return JSON.parse(readFileSync(path.join(folder, `${name}.json`), "utf8")) as Screen;
}

/** Any definition, whatever its fields. */
interface AnyDefinition {
  readonly name: string;
}

function loaded(definition: AnyDefinition): LoadedDefinition {
  // What defineResource returns is plain data; only its type says more.
  return { data: definition as unknown as LoadedDefinition["data"], file: "resources/test/test.ts", area: "test" };
}

/** The screen of a definition, with others that it refers to. */
export function screenFrom(definition: AnyDefinition, others: readonly AnyDefinition[] = []): Screen {
  const model = buildModel([definition, ...others].map(loaded), []);
  const resource = model.resource.get(definition.name);
  if (resource === undefined) throw new Error(`there is no resource ${definition.name}`);
  return screenOf(resource, model, () => true);
}

const factory = defineResource({
  name: "factory",
  label: ["工厂", "Factory"],
  path: "/digit-bind/factory",
  title: "name",
  fields: { name: text("名称", "Name") },
  reads: { select: { open: "signed-in" } },
});
const shop = defineResource({
  name: "shop",
  label: ["车间", "Workshop"],
  path: "/digit-bind/shop",
  title: "name",
  fields: { name: text("名称", "Name"), factoryId: ref("factory", "工厂", "Factory") },
});
export const dept = defineResource({
  name: "dept",
  label: ["部门", "Department"],
  path: "/blade-system/dept",
  title: "name",
  fields: { name: text("名称", "Name"), parentId: treeRef("dept", "上级", "Parent") },
  reads: { tree: { open: "signed-in" } },
});

const division = defineResource({
  name: "region",
  label: ["地区", "Region"],
  path: "/blade-system/region",
  title: "name",
  key: "code",
  scope: "platform",
  calls: ["list", "detail"],
  fields: { code: text("编号", "Code", { required: true }), name: text("名称", "Name") },
});

/**
 * A screen with these fields and nothing else of interest. They may refer to factories (a select), workshops (a list) and departments (a
 * tree).
 */
export function screenOfFields(fields: Fields): Screen {
  // The fields come from builders already; cross-field checks are not what these tests are about.
  const definition = { name: "param", label: ["测试", "Test"], path: "/test/thing", title: "id", fields } as unknown as Definition;
  return screenFrom(definition, [factory, shop, dept, division]);
}
