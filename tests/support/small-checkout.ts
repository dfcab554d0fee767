// A checkout with a handful of the product's definitions, in which commands can be called a hundred times as fast as in a copy of all: the
// code is linked, and no handlers belong to it. That the commands do the same with all definitions is what `npm run verify` says.
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Printer } from "../../scripts/check/command.ts";
import type { ImportFile } from "../../scripts/definitions.ts";
import { checkoutAt, type Checkout } from "./checkout.ts";
import { scratch } from "./scratch.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** Definitions of the product, as they are: one that all others lead to, a chain of three, and some that share fields. */
const taken = [
  "resources/authority/user-profile.ts",
  "resources/monitor/log-api.ts",
  "resources/monitor/log-error.ts",
  "resources/monitor/log-source.fields.ts",
  "resources/production/factory.ts",
  "resources/production/prod-line.ts",
  "resources/production/shop.ts",
];

const area = (name: string, zh: string, en: string) =>
  `import { defineArea } from "#schema";\nexport default defineArea({ name: "${name}", label: ["${zh}", "${en}"], icon: "tool", sort: 1 });\n`;

/** What those refer to, as short as can be. */
const made: Readonly<Record<string, string>> = {
  "package.json": JSON.stringify({
    ...(JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as object),
    description: "a small checkout",
  }),
  "resources/authority/area.ts": area("authority", "权限", "Authority"),
  "resources/monitor/area.ts": area("monitor", "监控", "Monitor"),
  "resources/production/area.ts": area("production", "生产管理", "Production"),
  "resources/system/area.ts": area("system", "系统", "System"),
  "resources/authority/role.ts": `import { code, defineResource, text } from "#schema";
export default defineResource({
  name: "role",
  label: ["角色", "Role"],
  path: "/blade-system/role",
  title: "roleName",
  fields: { roleName: text("角色名称", "Name", { required: true }), roleAlias: code("角色别名", "Alias", { required: true }) },
});
`,
  "resources/authority/role.seed.ts": `import { seedRows } from "#schema";
export default seedRows("role", [{ roleName: "生产主管", roleAlias: "production" }]);
`,
  "resources/system/region.ts": `import { code, defineResource, text } from "#schema";
export default defineResource({
  name: "region",
  label: ["行政区划", "Region"],
  path: "/blade-system/region",
  title: "name",
  scope: "platform",
  key: "code",
  fields: { code: code("区划编号", "Code", { required: true, unique: "global" }), name: text("区划名称", "Name", { required: true }) },
});
`,
  "src/server/domain/index.ts": "export const createDomain = () => ({ reads: {}, actions: {}, hooks: {} });\n",
  "src/server/domain/business.ts":
    'import { systemDomain } from "./system/index.ts";\n\nexport const areas = mergeDomains([\n  systemDomain,\n]);\n',
  "scripts/check/missing-allowed.txt": "",
  "generated/names.ts": "export type RoleAlias = never;\n\nexport interface Names {\n}\n",
};

/** Folders whose entries are linked one by one, but for what is left out: the product's handlers, and its dialects, which name resources. */
const opened: Readonly<Record<string, readonly string[]>> = {
  src: ["schema", "server"],
  "src/schema": ["dialects"],
  "src/server": ["domain"],
  "src/schema/dialects": ["bladex.ts", "blade.ts"],
};

export interface SmallCheckout extends Checkout {
  /** Imports a definition of it as it is at the moment, into the process of the test. */
  readonly importFile: ImportFile;
}

export function smallCheckout(): SmallCheckout {
  const folder = mkdtempSync(path.join(scratch(), "tracemark-small-"));
  for (const [place, leftOut] of Object.entries(opened)) {
    mkdirSync(path.join(folder, place), { recursive: true });
    for (const name of readdirSync(path.join(root, place)))
      if (!leftOut.includes(name)) symlinkSync(path.join(root, place, name), path.join(folder, place, name));
  }
  for (const name of ["node_modules", "tsconfig.json", "public"]) symlinkSync(path.join(root, name), path.join(folder, name));
  cpSync(path.join(root, "scripts"), path.join(folder, "scripts"), { recursive: true });
  const checkout = checkoutAt(folder);
  for (const file of taken) checkout.write(file, readFileSync(path.join(root, file), "utf8"));
  for (const [file, text] of Object.entries(made)) checkout.write(file, text);
  return {
    ...checkout,
    importFile: (file) => {
      // A module is read once by its address.
      const version = createHash("sha256").update(checkout.read(file)).digest("hex");
      return import(/* @vite-ignore */ `${pathToFileURL(path.join(folder, file)).href}?version=${version}`);
    },
  };
}

/** Gathers what a command prints. */
export function printerFor(lines: string[]): Printer {
  const print = (line: string) => void lines.push(line);
  return { log: print, error: print };
}
