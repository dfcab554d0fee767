// `npm run dev`: a saved definition changes API, table and screen of the running program; one with a fault changes nothing and is named.
import { afterAll, beforeAll, expect, test } from "vitest";
import { copyOfCheckout, type Checkout } from "../support/checkout.ts";
import { browserSources, startDev, type DevProgram } from "../support/dev.ts";

let copy: Checkout;
let dev: DevProgram;
let address: string;
let token: string;

interface Envelope {
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
}

const client = `Basic ${Buffer.from("saber:saber_secret").toString("base64")}`;
/** md5 of "admin", as the browser sends it (docs/wire.md §3.1). */
const password = "21232f297a57a5a743894a0e4a801fc3";

async function signIn(): Promise<string> {
  const parameters = new URLSearchParams({ grant_type: "password", tenantId: "000000", username: "admin", password, scope: "all" });
  const answer = await fetch(`${address}/api/blade-auth/oauth/token?${parameters}`, {
    method: "POST",
    headers: { authorization: client, "tenant-id": "000000" },
  });
  const { access_token } = (await answer.json()) as { readonly access_token: string };
  return access_token;
}

async function call(path: string, body?: unknown): Promise<Envelope> {
  const headers = {
    authorization: client,
    "blade-auth": `bearer ${token}`,
    ...(body === undefined ? {} : { "content-type": "application/json" }),
  };
  const answer = await fetch(`${address}/api${path}`, {
    headers,
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
  });
  return (await answer.json()) as Envelope;
}

const screen = async (name: string) => (await fetch(`${address}/generated/screens/${name}.json`)).text();

beforeAll(async () => {
  copy = copyOfCheckout(browserSources);
  dev = startDev(copy);
  address = await dev.address();
  token = await signIn();
}, 240_000);

afterAll(async () => {
  // Last, since it ends the program, too: it must not go on without the npm that started it.
  await dev.killNpm();
  copy[Symbol.dispose]();
}, 240_000);

const shop = "resources/production/shop.ts";

test("a field that is added is in the API, the table and the screen at once", async () => {
  const source = copy.read(shop);
  copy.write(shop, source.replace("  fields: {", '  fields: {\n    crew: text("班制", "Crew", { max: 12, search: "like" }),'));
  expect(await dev.until(/are up to date/)).toContain(shop);

  const factory = await call("/digit-bind/factory/submit", { code: "DEV1", name: "开发厂" });
  const { id: factoryId } = factory.data as { readonly id: string };
  const made = await call("/digit-bind/shop/submit", {
    factoryId,
    code: "DEV1",
    name: "开发车间",
    shopType: 4,
    status: 1,
    crew: "四班三倒",
  });
  expect(made).toMatchObject({ code: 200 });
  expect(await call(`/digit-bind/shop/list?crew=${encodeURIComponent("三倒")}`)).toMatchObject({
    data: { total: 1, records: [{ crew: "四班三倒" }] },
  });
  expect(
    await call("/digit-bind/shop/submit", {
      factoryId,
      code: "DEV2",
      name: "另一车间",
      shopType: 4,
      status: 1,
      crew: "一二三四五六七八九十一二三",
    }),
  ).toMatchObject({ code: 400 });
  expect(await screen("shop")).toContain("班制");
  expect(copy.read("generated/names.ts")).toContain('"crew"');
}, 240_000);

test("a definition with a fault is named with file, line and remedy, and everything stays as it was", async () => {
  const source = copy.read(shop);
  copy.write(shop, source.replace('title: "name"', 'title: "nmae"'));
  const told = await dev.until(/1 problem/);
  expect(told).toMatch(/resources\/production\/shop\.ts:\d+ unknown-title title: there is no field "nmae" → Did you mean "name"\?/);
  expect(await call("/digit-bind/shop/list?crew=x")).toMatchObject({ code: 200 });
  copy.write(shop, source);
  await dev.until(/are up to date/);
}, 240_000);

test("a change that would lose data is refused with the statement it would take", async () => {
  const source = copy.read(shop);
  copy.write(shop, source.replace(/ {4}crew: .*\n/, ""));
  expect(await dev.until(/DROP COLUMN|up to date/i)).toContain("crew");
  copy.write(shop, source);
  await dev.until(/are up to date/);
}, 240_000);

test("a new file is a new resource: its name is known, its table exists, it answers and is in the menu", async () => {
  copy.write(
    "resources/production/loading-dock.ts",
    `import { defineResource, ref, text } from "#schema";
export default defineResource({
  name: "loading-dock",
  label: ["装车口", "Loading dock"],
  path: "/digit-bind/loading-dock",
  title: "name",
  fields: { factoryId: ref("factory", "工厂", "Factory", { search: "equal" }), name: text("名称", "Name", { required: true }) },
});
`,
  );
  expect(await dev.until(/are up to date/)).toContain("loading-dock");
  expect(copy.read("generated/names.ts")).toContain('"loading-dock": "id" | "factoryId" | "name";');
  expect(await call("/digit-bind/loading-dock/submit", { name: "一号口" })).toMatchObject({ code: 200 });
  expect(await call("/digit-bind/loading-dock/list")).toMatchObject({ data: { total: 1, records: [{ name: "一号口" }] } });
  expect(JSON.stringify(await call("/blade-system/menu/routes"))).toContain("/production/loading-dock");
  expect(await screen("loading-dock")).toContain("装车口");
}, 240_000);

test("rows that the list of options beside a definition names are taken over when that file is saved", async () => {
  copy.write(
    "resources/production/loading-dock.options.ts",
    'export const kinds = [[1, "室内", "Indoor"], [2, "露天", "Outdoor"]] as const;\n',
  );
  const dock = copy.read("resources/production/loading-dock.ts");
  copy.write(
    "resources/production/loading-dock.ts",
    dock
      .replace(
        "import { defineResource, ref, text }",
        'import { kinds } from "./loading-dock.options.ts";\nimport { choice, defineResource, ref, text }',
      )
      .replace("fields: {", 'fields: { kind: choice("类型", "Kind", { options: kinds }),'),
  );
  await dev.until(/loading-dock\.ts[^\n]*are up to date/);
  expect(await screen("loading-dock")).toContain("露天");
  copy.write(
    "resources/production/loading-dock.options.ts",
    'export const kinds = [[1, "室内", "Indoor"], [2, "雨棚下", "Under a roof"]] as const;\n',
  );
  await dev.until(/are up to date/);
  expect(await screen("loading-dock")).toContain("雨棚下");
}, 240_000);

test("fields that definitions share are taken over when their file is saved", async () => {
  const group = (label: string) =>
    `import { defineFields, text } from "#schema";\nexport default defineFields({ gate: text("${label}", "Gate") });\n`;
  copy.write("resources/production/entrance.fields.ts", group("大门"));
  const dock = copy.read("resources/production/loading-dock.ts");
  copy.write(
    "resources/production/loading-dock.ts",
    dock.replace("import {", 'import entrance from "./entrance.fields.ts";\nimport {').replace("fields: {", "fields: { ...entrance,"),
  );
  await dev.until(/loading-dock\.ts[^\n]*are up to date/);
  expect(await screen("loading-dock")).toContain("大门");
  copy.write("resources/production/entrance.fields.ts", group("门岗"));
  await dev.until(/entrance\.fields\.ts[^\n]*are up to date/);
  expect(await screen("loading-dock")).toContain("门岗");
}, 240_000);
