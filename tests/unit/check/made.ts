// Definitions that tests of the checks begin with, and what makes them faulty.
import { choice, code, createdAt, defineFields, ref, text } from "#schema";
import { checkDefinitions } from "#schema/checks/index";
import type { Finding, FindingCode, CheckContext, LoadedArea } from "#schema/checks/index";
import { bladex } from "#schema/dialects/bladex";
import type { Dialect } from "#schema/dialects/types";
import type { Area } from "#schema/area";
import type { LoadedGroup } from "#schema/checks/groups";
import type { LoadedDefinition, ResourceData } from "#schema/resource-data";

// Faults are written as plain data: most of them would not compile as a definition. What is not a fault is as in `sound`.
export type Data = Readonly<Record<string, unknown>>;
export const files: Readonly<Record<string, string>> = { factory: "resources/production/factory.ts", shop: "resources/production/shop.ts" };

export const soundFactory: Data = {
  name: "factory",
  label: ["工厂", "Factory"],
  path: "/digit-bind/factory",
  title: "name",
  fields: {
    code: code("编号", "Code", { required: true, unique: "tenant" }),
    name: text("名称", "Name", { required: true, search: "like" }),
    kind: choice("类型", "Kind", {
      options: [
        [1, "自有", "Own"],
        [2, "代工", "Contract"],
      ],
      default: 1,
    }),
    createTime: createdAt(),
  },
};

export const soundShop: Data = {
  name: "shop",
  label: ["车间", "Workshop"],
  path: "/digit-bind/shop",
  title: "name",
  fields: {
    // The builder knows only names of the product's own resources, as `names.ts` has them; these are among them.
    factoryId: ref("factory", "工厂", "Factory", { required: true }),
    name: text("名称", "Name"),
  },
};

export const soundArea: LoadedArea = {
  area: { name: "production", label: ["生产", "Production"], icon: "tool", sort: 1, order: ["factory", "shop"] },
  file: "resources/production/area.ts",
};
export const nothingElse: CheckContext = { handlers: new Set(), pages: new Set(), dialogs: new Set() };

export interface Faulty {
  readonly factory?: Data;
  readonly shop?: Data;
  /** Further definitions with their files. */
  readonly more?: readonly (readonly [file: string, data: unknown])[];
  readonly areas?: readonly LoadedArea[];
  readonly known?: Partial<CheckContext>;
  readonly failures?: readonly { readonly file: string; readonly message: string }[];
  readonly groups?: readonly LoadedGroup[];
  /** Files of groups that the factory imports. */
  readonly imported?: readonly string[];
}

export function loaded(file: string, data: unknown): LoadedDefinition {
  return { data: data as ResourceData, file, area: file.split("/")[1] ?? "" };
}

export function findingsOf({
  factory = {},
  shop = {},
  more = [],
  areas = [soundArea],
  known: existing = {},
  failures = [],
  groups = [],
  imported = [],
}: Faulty): readonly Finding[] {
  const definitions = [
    { ...loaded(files["factory"] ?? "", { ...soundFactory, ...factory }), groups: imported },
    loaded(files["shop"] ?? "", { ...soundShop, ...shop }),
    ...more.map(([file, data]) => loaded(file, data)),
  ];
  return checkDefinitions({ definitions, loadedAreas: areas, failures, groups }, { ...nothingElse, ...existing }).findings;
}

export const withFields = (base: Data, fields: Data): Data => ({ fields: { ...(base["fields"] as Data), ...fields } });
export const factoryWith = (fields: Data): Faulty => ({ factory: withFields(soundFactory, fields) });
export const shopWith = (fields: Data): Faulty => ({ shop: withFields(soundShop, fields) });
export const shopsOf: Data = {
  kind: "lines",
  label: ["车间", "Workshops"],
  readonly: true,
  computed: true,
  rowsOf: { resource: "shop", by: "factoryId" },
  fields: { name: text("名称", "Name") },
};
export const life = (more: Data, states: Data = { draft: [0, "草稿", "Draft"], done: [1, "完成", "Done"] }): Faulty => ({
  factory: { ...withFields(soundFactory, { step: { kind: "state", label: ["状态", "State"], readonly: true, states } }), ...more },
});
export const action = (more: Data): Faulty => ({
  factory: { actions: { close: { label: ["关闭", "Close"], set: { kind: 2 }, ...more } } },
});
export const granting = (trees: Data, more: Data = {}): Faulty => ({
  shop: { reads: { "grant-tree": { shape: "custom" }, "grant-keys": { shape: "custom", params: { factoryIds: ["工厂", "Factories"] } } } },
  ...action({
    set: undefined,
    on: "selection",
    idParam: "factoryIds",
    handler: true,
    trees: {
      offered: "shop.grant-tree",
      held: "shop.grant-keys",
      lists: { shopIds: { tree: "shop", label: ["车间", "Workshops"], of: "shop" } },
      ...trees,
    },
    ...more,
  }),
});
export const speaking = (resources: Dialect["resources"]): Faulty => ({
  known: { dialects: { "src/schema/dialects/other.ts": { ...bladex, onlyListed: true, resources } } },
});
export const showing = (more: Data): Faulty => ({
  factory: { actions: { close: { label: ["关闭", "Close"], dialog: "drawings", ...more } } },
  known: { dialogs: new Set(["drawings"]) },
});
export const addressed = () => defineFields({ street: text("街道", "Street"), house: text("门牌", "House") });
export const address = addressed();
export const details = (more: Data): Faulty => ({ factory: { details: { resource: "shop", by: "factoryId", ...more } } });
export const area = (more: Partial<Record<keyof Area, unknown>>): LoadedArea => ({
  ...soundArea,
  area: { ...soundArea.area, ...more } as Area,
});
export const third = (name: string, more: Data = {}): readonly [string, Data] => [
  `resources/production/${name}.ts`,
  { ...soundShop, name, path: `/digit-bind/${name}`, fields: { name: text("名称", "Name") }, ...more },
];

export const dialogOpenedWith = (carried: Data): Faulty => ({
  shop: { screen: { dialog: "drawing" }, reads: { view: { shape: "rows", params: ["name"] } } },
  areas: [area({ order: ["factory"] })],
  known: { dialogs: new Set(["drawing"]) },
  ...action({ opens: "shop", with: carried }),
});

/** Shops beside a tree of steps. */
export const treeFilterSteps = (steps: Data, options: { readonly search?: "equal" } = { search: "equal" }, shop: Data = {}): Faulty => ({
  shop: {
    treeFilter: "stepId",
    ...withFields(soundShop, { stepId: { kind: "tree-ref", to: "step", label: ["步骤", "Step"], ...options } }),
    ...shop,
  },
  more: [
    third("step", {
      fields: { name: text("名称", "Name"), parentId: { kind: "tree-ref", to: "step", label: ["上级", "Parent"] } },
      ...steps,
    }),
  ],
});

/** A fault: code, what is wrong, the place told, a piece of the remedy. */
export type Case = readonly [code: FindingCode, fault: string, made: Faulty, place: string, remedy: string];
